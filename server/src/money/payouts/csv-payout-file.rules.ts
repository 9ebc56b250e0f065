import { csvField } from "@portal/shared/platform/harmless-text.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { withoutAccents } from "@portal/shared/platform/texts.ts";
import type { BankOrder } from "./bank-order.ts";
import { sumOfAccounts, twelveDigits } from "./hash-total.rules.ts";

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
export function fnbFile(order: BankOrder): string {
  const [year = "", month = "", day = ""] = order.payOn.split("-");
  const records = [
    ["BInSol - U ver 1.00"],
    [`${day}-${month}-${year}`],
    [order.own.account, twelveDigits(sumOfAccounts(order))],
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
  ];
  return csvOf(
    records.map((cells) => [...cells, ...Array<string>(fnbColumns.length - cells.length).fill("")]),
  );
}

/** For Business Online, once the shop has mapped the columns there ("Setup Import Files"). */
export function standardBankFile({ payOn, payments }: BankOrder): string {
  return csvOf([
    ["Account Number", "Account Name", "Statement Ref", "Date", "Amount", "Branch Number"],
    ...payments.map((payment) => [
      payment.account,
      plain(payment.name, 30),
      plain(payment.reference, 30),
      payOn.replaceAll("-", ""),
      decimalText(payment.amount),
      payment.branchCode,
    ]),
  ]);
}

/** For Business Integrator Online, where the columns must be mapped in this order; the bank debits the sum of the file once. */
export function absaFile({ payments }: BankOrder): string {
  return csvOf(
    payments.map((payment) => [
      payment.account,
      plain(payment.name, 30),
      payment.branchCode,
      decimalText(payment.amount),
      plain(payment.reference, 20),
    ]),
  );
}

/** For NetBank Business, which shows the order of its columns and lets the header be left out. */
export function nedbankFile({ own, payments }: BankOrder): string {
  return csvOf([
    ["From Account", "Own Reference", "Account", "Branch Code", "Amount", "Beneficiary Reference"],
    ...payments.map((payment) => [
      own.account,
      plain(payment.reference, 20),
      payment.account,
      payment.branchCode,
      decimalText(payment.amount),
      plain(payment.reference, 20),
    ]),
  ]);
}

/** For banks that publish no layout: what any of them needs, to be mapped there. */
export function plainFile({ payments }: BankOrder): string {
  return csvOf([
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
  ]);
}

/** Only characters that every bank accepts, and no beginning that a spreadsheet would run as a formula. */
export function plain(text: string, length: number): string {
  return withoutAccents(text)
    .replaceAll(/[^A-Za-z0-9 .&/-]/g, "")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s.&/-]+/, "")
    .slice(0, length)
    .trim();
}

function csvOf(records: readonly string[][]): string {
  return records.map((cells) => `${cells.map(csvField).join(",")}\r\n`).join("");
}
