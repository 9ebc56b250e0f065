import { isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { amountIn } from "./amount-text.ts";
import { requireWhole } from "./balance-chain.ts";
import type { AccountLines, BankFile, BankFileLine, BankFileOptions } from "./bank-file.ts";
import { requireCurrency, StatementError } from "./statement-error.ts";

/**
 * MT940 of SWIFT, with or without its envelope: messages of fields such as `:61:2611021102C1400,00NTRFRH1042//B7`. The package
 * mt940js reads amounts as floating point, gives an entry over New Year the wrong year, and is not kept any more.
 *
 * @throws StatementError, also where opening balance, transactions and closing balance do not agree
 */
export function readMt940(text: string, options: BankFileOptions): BankFile {
  const accounts = new Map<string, { lines: BankFileLine[]; stated: string[] }>();
  for (const fields of messagesOf(text)) {
    const account = valueOf(fields, "25") ?? "";
    const opening = balanceIn(fields, "60", options);
    const closing = balanceIn(fields, "62", options);
    const lines = transactionsOf(fields);
    requireWhole(
      { opening: opening?.minor ?? null, closing: closing?.minor ?? null },
      lines.map(({ amount }) => amount),
    );
    const known = accounts.get(account) ?? { lines: [], stated: [] };
    accounts.set(account, known);
    known.lines.push(...lines);
    known.stated.push(...[opening, closing].flatMap((each) => each?.day ?? []));
  }
  const found = [...accounts].map(([account, each]): AccountLines => ({ account, ...each }));
  return { format: "MT940", accounts: found, notes: [], questions: [] };
}

type Field = Readonly<{ line: number; tag: string; value: string }>;

/** Each begins with `:20:`; what follows on further lines belongs to the field before. */
function messagesOf(text: string): Field[][] {
  const messages: Field[][] = [];
  let fields: Field[] = [];
  for (const [at, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const bare = whole.replace(/^.*\{4:/, "").replace(/^-\}.*$/, "");
    const [, tag, value = ""] = /^:(\d{2}[A-Z]?):(.*)$/.exec(bare) ?? [];
    if (tag === "20") messages.push((fields = []));
    if (tag !== undefined) fields.push({ line: at + 1, tag, value });
    else if (bare.trim() !== "" && bare.trim() !== "-") {
      const last = fields.pop();
      if (last) fields.push({ ...last, value: `${last.value}\n${bare}` });
    }
  }
  return messages;
}

function valueOf(fields: readonly Field[], tag: string): string | null {
  return fields.find((field) => field.tag === tag)?.value.trim() ?? null;
}

/** `C261101ZAR1234,50`; `60F` begins an account's statement, `60M` a further page of it. */
function balanceIn(
  fields: readonly Field[],
  tag: "60" | "62",
  { currency }: BankFileOptions,
): Readonly<{ day: string; minor: number }> | null {
  const field = fields.find((each) => each.tag === `${tag}F` || each.tag === `${tag}M`);
  if (!field) return null;
  const [, mark, day = "", written = "", amount = ""] =
    /^([CD])(\d{6})([A-Z]{3})([\d,]+)\s*$/.exec(field.value) ?? [];
  const minor = amountOf(amount, field.line);
  if (mark === undefined || minor === null)
    throw new StatementError(`line ${field.line}: ${field.value.slice(0, 40)} is not a balance`);
  requireCurrency(written, currency);
  return { day: dayOf(day, field.line), minor: mark === "D" ? 0 - minor : minor };
}

/** Value day, day of entry, mark with perhaps a letter of the currency, amount, type, references, and details below. */
const entry =
  /^(\d{6})(\d{4})?(RC|RD|C|D)([A-Z])?(-?[\d,]+)([A-Z][A-Z\d]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

function transactionsOf(fields: readonly Field[]): BankFileLine[] {
  return fields.flatMap(({ line, tag, value }, at): BankFileLine[] => {
    if (tag !== "61") return [];
    const [, valueDay = "", entryDay, mark, , written = "", , customer = "", bank, details] =
      entry.exec(value) ?? [];
    const minor = amountOf(written.replace("-", ""), line);
    if (mark === undefined || minor === null)
      throw new StatementError(`line ${line}: ${value.slice(0, 40)} is not a transaction`);
    // What takes a credit back takes money, and the other way round.
    const isOut = (mark === "D" || mark === "RC") !== written.startsWith("-");
    const next = fields[at + 1];
    const about = next?.tag === "86" ? wordsOf(next.value) : (details ?? "").trim();
    const reference = /^(?:NONREF)?$/.test(customer.trim()) ? null : customer.trim();
    const isSaid = reference === null || about.includes(reference);
    return [
      {
        line,
        bankId: bank?.trim() || null,
        day: entryDayOf(dayOf(valueDay, line), entryDay),
        amount: isOut ? 0 - minor : minor,
        text: (isSaid ? about : `${about} ${reference}`).trim(),
        reference,
        balance: null,
      },
    ];
  });
}

function amountOf(text: string, line: number): number | null {
  return /\d/.test(text) ? (amountIn(text.replace(/,$/, ""), { line })?.minor ?? null) : null;
}

function dayOf(text: string, line: number): string {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  if (!isCalendarDay(day)) throw new StatementError(`line ${line}: ${text} is not a date`);
  return day;
}

/** The day of entry has no year: it is the nearest to the value day, also over New Year. */
function entryDayOf(valueDay: string, entryDay: string | undefined): string {
  if (entryDay === undefined) return valueDay;
  const year = Number(valueDay.slice(0, 4));
  const [nearest] = [year - 1, year, year + 1]
    .map((each) => `${each}-${entryDay.slice(0, 2)}-${entryDay.slice(2)}`)
    .filter(isCalendarDay)
    .toSorted((one, other) => distance(one, valueDay) - distance(other, valueDay));
  return nearest ?? valueDay;
}

function distance(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other));
}

/** Plain lines, or parts such as `?20RH1042?32M DLAMINI`, of which those with numbers of accounts are left out. */
function wordsOf(value: string): string {
  const whole = value.replaceAll("\n", /\?\d\d/.test(value) ? "" : " ");
  if (!/^\d{0,3}\?\d\d/.test(whole)) return whole.replaceAll(/\s+/g, " ").trim();
  const parts = [...whole.matchAll(/\?(\d\d)([^?]*)/g)];
  return parts
    .flatMap(([, code = "", words = ""]) => (/^(?:0[01]|2\d|3[23]|6\d)$/.test(code) ? [words] : []))
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
