/** A bank that we know something of: how it is called, its one code for all branches, its check digit. */
type KnownBank = Readonly<{
  names: RegExp;
  branchCode: string;
  hasRightDigits?: (digits: string) => boolean;
}>;

/** Universal branch codes of the South African banks. Only FNB tells in public how it reckons. */
const banks: readonly KnownBank[] = [
  { names: /\b(fnb|first national|rmb)\b/i, branchCode: "250655", hasRightDigits: isFnbNumber },
  { names: /\bstandard\b(?!\s+chartered)/i, branchCode: "051001" },
  { names: /\babsa\b/i, branchCode: "632005" },
  { names: /\bnedbank\b/i, branchCode: "198765" },
  // What was Mercantile has another code, which its customers have to name.
  { names: /\bcapitec\b(?!\s+business)/i, branchCode: "470010" },
  { names: /\binvestec\b/i, branchCode: "580105" },
  { names: /\b(go)?tyme/i, branchCode: "678910" },
  { names: /\bafrican bank\b/i, branchCode: "430000" },
  { names: /\bdiscovery\b/i, branchCode: "679000" },
  { names: /\bbidvest\b/i, branchCode: "462005" },
  { names: /\bbank ?zero\b/i, branchCode: "888000" },
  { names: /\baccess bank\b/i, branchCode: "410105" },
  { names: /\bpostbank\b/i, branchCode: "460005" },
];

export type AccountPlace = Readonly<{
  bankName: string;
  branchCode: string | null;
  accountNumber: string;
}>;

/** The digits and letters alone, as accounts are compared and written into files. */
export function bareAccount(accountNumber: string): string {
  return accountNumber.replaceAll(/[^0-9A-Za-z]/g, "");
}

/**
 * Whether an account number can be one at all: by the bank's check digit where it is known, else by
 * its form. South African numbers have 7 to 13 digits, everybody else's up to 34 letters and digits.
 */
export function canBeAccount(account: AccountPlace, isSouthAfrican: boolean): boolean {
  const bare = bareAccount(account.accountNumber);
  if (!isSouthAfrican) return /^[0-9A-Z]{4,34}$/i.test(bare);
  if (!/^\d{7,13}$/.test(bare)) return false;
  return bankOf(account)?.hasRightDigits?.(bare) ?? true;
}

/** Six digits: those that were given, else the one code of a bank that we know; null: neither. */
export function branchCodeOf(account: AccountPlace): string | null {
  const given = account.branchCode?.replaceAll(/\D/g, "") ?? "";
  return /^\d{6}$/.test(given) ? given : (bankOf(account)?.branchCode ?? null);
}

function bankOf({ bankName }: AccountPlace): KnownBank | undefined {
  return banks.find(({ names }) => names.test(bankName));
}

/** Eleven digits whose sum, every second one doubled, is a multiple of ten. */
function isFnbNumber(digits: string): boolean {
  if (digits.length !== 11) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits[at]) * (at % 2 === 0 ? 1 : 2);
  return sum % 10 === 0;
}
