import type { PayoutLayout } from "@portal/shared/money/payouts.ts";
import { csvField } from "@portal/shared/platform/harmless-text.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { withoutAccents } from "@portal/shared/platform/texts.ts";
import {
  amountDigits,
  bacsFile,
  hasBareLetters,
  isRoutingNumber,
  nachaFile,
} from "./fixed-width-file.rules.ts";
import type { BankOrder, Payer } from "./bank-order.ts";

const writers: Readonly<Record<PayoutLayout, (order: BankOrder) => string>> = {
  fnb: (order) => csvOf(fnbRecords(order)),
  "standard-bank": (order) => csvOf(standardBankRecords(order)),
  absa: (order) => csvOf(absaRecords(order)),
  nedbank: (order) => csvOf(nedbankRecords(order)),
  "capitec-business": (order) => csvOf(plainRecords(order)),
  investec: (order) => csvOf(plainRecords(order)),
  bacs: bacsFile,
  nacha: nachaFile,
  "bank-list": (order) => csvOf(plainRecords(order)),
};

/** The file for the bank, each line of which ends with CRLF. */
export function writeBankFile(layout: PayoutLayout, order: BankOrder): string {
  return writers[layout](order);
}

/** How the file is called for the bank's import. */
export function bankFileName(layout: PayoutLayout, batchId: number): string {
  return `payouts-${batchId}-${layout}.${layout in amountDigits ? "txt" : "csv"}`;
}

function csvOf(records: readonly string[][]): string {
  return records.map((cells) => `${cells.map(csvField).join(",")}\r\n`).join("");
}

/** Whether the file can contain the name: after what banks do not accept is left out, something is left of it. */
export function canWriteName(layout: PayoutLayout, name: string): boolean {
  if (layout === "nedbank") return true;
  return layout === "bacs" || layout === "nacha" ? hasBareLetters(name) : plain(name, 20) !== "";
}

/** Whether the file has as many digits as the amount. */
export function canWriteAmount(layout: PayoutLayout, amount: number): boolean {
  return (layout !== "bacs" && layout !== "nacha") || String(amount).length <= amountDigits[layout];
}

/** Whether the shop is a payer whom the file can name. */
export function canBePayer(layout: PayoutLayout, { account, branchCode, id }: Payer): boolean {
  if (layout === "bacs")
    return /^\d{8}$/.test(account) && /^\d{6}$/.test(branchCode) && /^\d{6}$/.test(id);
  return layout !== "nacha" || (isRoutingNumber(branchCode) && /^[A-Z0-9]{1,10}$/.test(id));
}

/**
 * A checksum of twelve digits by which the bank detects a changed account. FNB sums the accounts, our own included;
 * Standard Bank sums account times amount, and so do we for banks without one. A longer sum is cut to its last twelve digits.
 */
export function hashTotal(
  layout: PayoutLayout,
  { own, payments }: Pick<BankOrder, "own" | "payments">,
): string {
  let sum = layout === "fnb" ? BigInt(own.account) : 0n;
  for (const { account, amount } of payments)
    sum += layout === "fnb" ? BigInt(account) : BigInt(account) * BigInt(amount);
  return String(sum).padStart(12, "0").slice(-12);
}

const fnbTypes = { Cheque: "1", Savings: "2" } as const;
const notices = (kind: string, parts: readonly string[], count: number): string[] =>
  Array.from({ length: count }, (_, at) => parts.map((part) => `${kind} ${at + 1} ${part}`)).flat();
const fnbColumns = [
  "RECIPIENT NAME",
  "RECIPIENT ACCOUNT",
  "RECIPIENT ACCOUNT TYPE",
  "BRANCHCODE",
  "AMOUNT",
  "OWN REFERENCE",
  "RECIPIENT REFERENCE",
  ...notices("EMAIL", ["NOTIFY", "ADDRESS", "SUBJECT"], 5),
  ...notices("FAX", ["NOTIFY", "CODE", "NUMBER", "SUBJECT"], 2),
  ...notices("SMS", ["NOTIFY", "CODE", "NUMBER"], 2),
];

/** Payments CSV of Online Banking Enterprise: version, day, own account with hash total, columns, payments. */
function fnbRecords(order: BankOrder): string[][] {
  const [year = "", month = "", day = ""] = order.payOn.split("-");
  return [
    ["BInSol - U ver 1.00"],
    [`${day}-${month}-${year}`],
    [order.own.account, hashTotal("fnb", order)],
    fnbColumns,
    ...order.payments.map((payment) => [
      plain(payment.name, 20),
      payment.account,
      fnbTypes[payment.accountType],
      payment.branchCode,
      decimalText(payment.amount),
      plain(payment.reference, 20),
      plain(payment.reference, 20),
    ]),
  ].map((cells) => [...cells, ...Array<string>(fnbColumns.length - cells.length).fill("")]);
}

/** For Business Online, once the shop has mapped the columns there ("Setup Import Files"). */
function standardBankRecords({ payOn, payments }: BankOrder): string[][] {
  return [
    ["Account Number", "Account Name", "Statement Ref", "Date", "Amount", "Branch Number"],
    ...payments.map((payment) => [
      payment.account,
      plain(payment.name, 30),
      plain(payment.reference, 30),
      payOn.replaceAll("-", ""),
      decimalText(payment.amount),
      payment.branchCode,
    ]),
  ];
}

/** For Business Integrator Online, where the columns must be mapped in this order; the bank debits the sum of the file once. */
function absaRecords({ payments }: BankOrder): string[][] {
  return payments.map((payment) => [
    payment.account,
    plain(payment.name, 30),
    payment.branchCode,
    decimalText(payment.amount),
    plain(payment.reference, 20),
  ]);
}

/** For NetBank Business, which shows the order of its columns and lets the header be left out. */
function nedbankRecords({ own, payments }: BankOrder): string[][] {
  return [
    ["From Account", "Own Reference", "Account", "Branch Code", "Amount", "Beneficiary Reference"],
    ...payments.map((payment) => [
      own.account,
      plain(payment.reference, 20),
      payment.account,
      payment.branchCode,
      decimalText(payment.amount),
      plain(payment.reference, 20),
    ]),
  ];
}

/** For banks that publish no layout: what any of them needs, to be mapped there. */
function plainRecords({ payments }: BankOrder): string[][] {
  return [
    [
      "Account Number",
      "Account Name",
      "Branch Code",
      "Amount",
      "Own Reference",
      "Beneficiary Reference",
    ],
    ...payments.map((payment) => [
      payment.account,
      plain(payment.name, 20),
      payment.branchCode,
      decimalText(payment.amount),
      plain(payment.reference, 20),
      plain(payment.reference, 20),
    ]),
  ];
}

/** Only characters that every bank accepts, and no beginning that a spreadsheet would run as a formula. */
function plain(text: string, length: number): string {
  return withoutAccents(text)
    .replaceAll(/[^A-Za-z0-9 .&/-]/g, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s.&/-]+/, "")
    .slice(0, length)
    .trim();
}

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
