import type { Region } from "@portal/shared/platform/region.ts";

/** A bank with its universal branch code, and the rule of its check digit where that is public. */
type KnownBank = Readonly<{
  names: RegExp;
  branchCode: string;
  hasRightDigits?: (digits: string) => boolean;
}>;

/** The South African banks. Only FNB publishes its check digit. */
const banks: readonly KnownBank[] = [
  { names: /\b(fnb|first national|rmb)\b/i, branchCode: "250655", hasRightDigits: isFnbNumber },
  { names: /\bstandard\b(?!\s+chartered)/i, branchCode: "051001" },
  { names: /\babsa\b/i, branchCode: "632005" },
  { names: /\bnedbank\b/i, branchCode: "198765" },
  // Capitec Business, formerly Mercantile, has another code, which its customers have to enter.
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

type BankAccount = Readonly<{
  bankName: string;
  branchCode: string | null;
  accountNumber: string;
}>;

/** The digits and letters alone, for comparison and for files. */
export function bareAccount(accountNumber: string): string {
  return accountNumber.replaceAll(/[^0-9A-Za-z]/g, "");
}

/**
 * Whether an account number is possible. South Africa: 7 to 13 digits, and the bank's check digit where it is known. United
 * Kingdom: 6 to 8 digits, as Bacs takes them. USA: 4 to 17 digits.
 */
export function canBeAccount(account: BankAccount, region: Region): boolean {
  const bare = bareAccount(account.accountNumber);
  if (region === "uk") return /^\d{6,8}$/.test(bare);
  if (region === "usa") return /^\d{4,17}$/.test(bare);
  if (!/^\d{7,13}$/.test(bare)) return false;
  return bankOf(account)?.hasRightDigits?.(bare) ?? true;
}

/**
 * The code of the account's branch: in South Africa six digits, or else the universal code of its bank; in the United Kingdom
 * the sort code, in the USA the routing number.
 *
 * @returns null where it is missing or wrong
 */
export function branchCodeOf(account: BankAccount, region: Region): string | null {
  const given = account.branchCode?.replaceAll(/\D/g, "") ?? "";
  if (region === "usa") return isRoutingNumber(given) ? given : null;
  const ofBank = region === "za" ? bankOf(account)?.branchCode : undefined;
  return /^\d{6}$/.test(given) ? given : (ofBank ?? null);
}

function bankOf({ bankName }: BankAccount): KnownBank | undefined {
  return banks.find(({ names }) => names.test(bankName));
}

/** Eleven digits whose sum, every second one doubled, is a multiple of ten. */
function isFnbNumber(digits: string): boolean {
  if (digits.length !== 11) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits[at]) * (at % 2 === 0 ? 1 : 2);
  return sum % 10 === 0;
}

/** Nine digits, whose sum weighted by 3, 7, 1 is a multiple of ten (American Bankers Association). */
export function isRoutingNumber(code: string): boolean {
  if (!/^\d{9}$/.test(code) || /^0+$/.test(code)) return false;
  const weights = [3, 7, 1];
  const sum = code
    .split("")
    .reduce((total, digit, at) => total + Number(digit) * (weights[at % 3] ?? 0), 0);
  return sum % 10 === 0;
}
