import type { PayoutLayout } from "@portal/shared/money/payout-batches.ts";

/** One payment as the bank is told of it. Amounts in minor units; accounts and codes are digits. */
export type BankPayment = Readonly<{
  name: string;
  account: string;
  branchCode: string;
  accountType: "Cheque" | "Savings";
  amount: number;
  /** Shown on both statements. */
  reference: string;
}>;
export type BankOrder = Readonly<{
  ownAccount: string;
  payOn: string;
  payments: readonly BankPayment[];
}>;

export function writeBankFile(layout: PayoutLayout, order: BankOrder): string {
  const records = layout === "fnb" ? fnbRecords(order) : standardBankRecords(order);
  return records.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

/**
 * Twelve digits by which the bank sees that no account was changed on the way. FNB adds up the
 * accounts, our own included; Standard Bank adds up account times amount. Of a longer sum the last
 * twelve digits count.
 */
export function hashTotal(layout: PayoutLayout, { ownAccount, payments }: BankOrder): string {
  let sum = layout === "fnb" ? BigInt(ownAccount) : 0n;
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
    [order.ownAccount, hashTotal("fnb", order)],
    fnbColumns,
    ...order.payments.map((payment) => [
      plain(payment.name, 20),
      payment.account,
      fnbTypes[payment.accountType],
      payment.branchCode,
      decimal(payment.amount),
      plain(payment.reference, 20),
      plain(payment.reference, 20),
    ]),
  ].map((cells) => [...cells, ...Array<string>(fnbColumns.length - cells.length).fill("")]);
}

/** What Business Online imports once the shop has mapped its columns ("Setup Import Files"). */
function standardBankRecords({ payOn, payments }: BankOrder): string[][] {
  return [
    ["Account Number", "Account Name", "Statement Ref", "Date", "Amount", "Branch Number"],
    ...payments.map((payment) => [
      payment.account,
      plain(payment.name, 30),
      plain(payment.reference, 30),
      payOn.replaceAll("-", ""),
      decimal(payment.amount),
      payment.branchCode,
    ]),
  ];
}

/** Letters that every bank takes, and nothing that a spreadsheet would run as a formula. */
function plain(text: string, length: number): string {
  return text
    .normalize("NFD")
    .replaceAll(/[^A-Za-z0-9 .&/-]/g, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s.&/-]+/, "")
    .slice(0, length)
    .trim();
}

function decimal(minor: number): string {
  const digits = String(minor).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function cellText(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
