import { daysBetween } from "@portal/shared/platform/calendar.ts";
import { withoutAccents } from "@portal/shared/platform/texts.ts";
import type { BankPayment, BankOrder } from "./bank-order.ts";

/** Bacs and NACHA take amounts of so many digits, in pence and cents. */
export const amountDigits = { bacs: 11, nacha: 10 } as const;

/** A field as wide as the layout says: texts are cut and filled on the right, numbers filled with zeros on the left. */
function text(value: string, width: number): string {
  return bare(value).slice(0, width).padEnd(width);
}

/** @throws RangeError for a number that is too long: a cut amount or account would be another one */
function digits(value: string | number | bigint, width: number): string {
  const written = String(value).padStart(width, "0");
  if (!/^\d+$/.test(written) || written.length > width)
    throw new RangeError(`${written.length} characters do not fit into ${width} digits`);
  return written;
}

const blank = (width: number): string => " ".repeat(width);

/** What both systems accept: capitals, digits, and the few signs that Bacs knows. */
function bare(value: string): string {
  return withoutAccents(value)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9 .&/-]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Whether something is left of a name after what neither system accepts is left out. */
export function hasBareLetters(name: string): boolean {
  return /[A-Z0-9]/.test(bare(name));
}

function sumOf(payments: readonly BankPayment[]): number {
  return payments.reduce((sum, { amount }) => sum + amount, 0);
}

function linesOf(records: readonly string[]): string {
  return records.map((record) => `${record}\r\n`).join("");
}

/**
 * Bacs Standard 18 for one processing day: labels of 80 characters, a credit (99) of 100 for each payment, and the contra (17)
 * that takes their sum from the shop's account. The layout of the labels and the contra are from general knowledge; no file was
 * checked at a bank (docs/finance.md).
 */
export function bacsFile({ own, payOn, madeOn, payments }: BankOrder): string {
  const [serial, user] = [digits(own.batchId % 1_000_000, 6), digits(own.id, 6)];
  const [made, processed] = [julian(madeOn), julian(payOn)];
  const total = sumOf(payments);
  const payer = digits(own.branchCode, 6) + digits(own.account, 8);
  const record = (to: string, code: "99" | "17", amount: number, texts: readonly string[]) =>
    `${to}0${code}${payer}${blank(4)}${digits(amount, amountDigits.bacs)}${texts
      .map((each) => text(each, 18))
      .join("")}`;
  const file = (kind: "HDR1" | "EOF1") =>
    `${kind}A${user}S  1${user}${serial}00010001${blank(6)}${made}${processed}0000000${blank(20)}`;
  const blocks = (kind: "HDR2" | "EOF2") => `${kind}F0200000100${blank(35)}00${blank(28)}`;
  return linesOf([
    `VOL1${serial}0${blank(30)}${user}${blank(32)}1`,
    file("HDR1"),
    blocks("HDR2"),
    `UHL1${processed}999999${blank(4)}000000001 DAILY  001${blank(40)}`,
    ...payments.map(({ branchCode, account, amount, reference, name }) =>
      record(digits(branchCode, 6) + digits(account, 8), "99", amount, [own.name, reference, name]),
    ),
    record(payer, "17", total, ["PAYOUTS", "CONTRA", own.name]),
    file("EOF1"),
    blocks("EOF2"),
    `UTL1${digits(total, 13)}${digits(total, 13)}${digits(1, 7)}${digits(payments.length, 7)}${blank(36)}`,
  ]);
}

/** ` YYDDD`: the day of the year. */
function julian(day: string): string {
  const year = day.slice(0, 4);
  return ` ${year.slice(2)}${digits(daysBetween(`${year}-01-01`, day) + 1, 3)}`;
}

const checking = "22";
const savings = "32";
const linesOfBlock = 10;

/** What tells files of one day apart, in the order of the files. */
export const nachaFileIds = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/**
 * NACHA: one batch of credits to persons (220, PPD), in blocks of ten lines of 94 characters filled with nines. The bank takes
 * the sum from the account that belongs to the company identification.
 */
export function nachaFile({ own, payOn, madeOn, madeBefore, payments }: BankOrder): string {
  const fileId = nachaFileIds[madeBefore];
  if (fileId === undefined) throw new RangeError(`file ${madeBefore + 1} of a day has no id`);
  const routing = digits(own.branchCode, 9);
  const bank = routing.slice(0, 8);
  const company = text(own.id, 10);
  const hash = payments.reduce((sum, { branchCode }) => sum + Number(branchCode.slice(0, 8)), 0);
  const counted = digits(payments.length, 6);
  const control = digits(hash % 10_000_000_000, 10) + digits(0, 12) + digits(sumOf(payments), 12);
  const records = [
    `101 ${routing}${company.trim().padStart(company.length)}${short(madeOn)}0000${fileId}094101${text(own.bank, 23)}${text(own.name, 23)}${blank(8)}`,
    `5220${text(own.name, 16)}${blank(20)}${company}PPD${text("COMMISSION", 10)}${blank(6)}${short(payOn)}${blank(3)}1${bank}0000001`,
    ...payments.map(
      ({ accountType, branchCode, account, amount, reference, name }, at) =>
        `6${accountType === "Savings" ? savings : checking}${digits(branchCode, 9)}${text(account, 17)}${digits(amount, amountDigits.nacha)}${text(reference, 15)}${text(name, 22)}${blank(2)}0${bank}${digits(at + 1, 7)}`,
    ),
    `8220${counted}${control}${company}${blank(25)}${bank}0000001`,
  ];
  const blocks = Math.ceil((records.length + 1) / linesOfBlock);
  const last = `9000001${digits(blocks, 6)}00${counted}${control}${blank(39)}`;
  const fill = Array<string>(blocks * linesOfBlock - records.length - 1).fill("9".repeat(94));
  return linesOf([...records, last, ...fill]);
}

/** `YYMMDD`. */
function short(day: string): string {
  return day.slice(2).replaceAll("-", "");
}
