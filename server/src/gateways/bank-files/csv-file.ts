import { amountIn } from "./amount-text.ts";
import type { BankFile, BankFileLine, BankFileOptions, FileNote } from "./bank-file.ts";
import { headerOf, isHeader, readColumns } from "./csv-columns.ts";
import { dayOfText } from "./day-text.ts";
import { readNameless } from "./nameless-columns.ts";
import { type CsvRecord, parseRecords, required } from "./statement-file.ts";
import { requireCurrency, StatementError } from "./statement-error.ts";

/** CSV as banks export it: below a line that names the columns, or in a layout without one. @throws StatementError */
export function readCsvFile(text: string, options: BankFileOptions): BankFile {
  for (const separator of [",", ";", "\t", "|"]) {
    if (!text.includes(separator)) continue;
    const records = parseRecords(text, separator);
    const special = layoutOf(records);
    if (special !== null) return special(records, options);
    const at = records.findIndex(isHeader);
    const header = records[at];
    if (header === undefined) continue;
    const account = accountIn(records.slice(0, at));
    const read = readColumns({
      header: headerOf(header),
      rows: records.slice(at + 1),
      account,
      options,
    });
    return { format: formatOf(records.slice(0, at + 1)), ...read };
  }
  for (const separator of [",", ";", "\t", "|"]) {
    const read = text.includes(separator) && readNameless(parseRecords(text, separator), options);
    if (read) return { format: "CSV", ...read };
  }
  throw new StatementError("no line names the columns date, amount and description");
}

/** By the lines before the header, and by the header. */
function formatOf(beginning: readonly CsvRecord[]): BankFile["format"] {
  const cells = beginning.flatMap((record) => record.cells.map((cell) => cell.trim()));
  if (cells.some((cell) => /^(?:account transaction history|effective date)$/i.test(cell)))
    return "FNB";
  return cells.some((cell) => /SBZAZAJJ|^Statement of Account/i.test(cell))
    ? "Standard Bank"
    : "CSV";
}

type Layout = (records: readonly CsvRecord[], options: BankFileOptions) => BankFile;

/** Those without names of columns. */
function layoutOf(records: readonly CsvRecord[]): Layout | null {
  const firsts = records.map(({ cells }) => (cells[0] ?? "").trim());
  if (firsts.includes("HIST")) return fromStandardBank;
  if (firsts.some((cell) => /^Statement Enquiry/i.test(cell))) return fromNedbank;
  const isFnbMail = firsts[0] === "2" && firsts.includes("3") && firsts.includes("5");
  return isFnbMail ? fromFnbMail : null;
}

/** `HIST,20261102,,1400.00,CREDIT TRANSFER,RH1042 M DLAMINI,4321,0`; other record types describe the account. */
function fromStandardBank(records: readonly CsvRecord[], options: BankFileOptions): BankFile {
  const lines = records
    .filter(({ cells }) => cells[0]?.trim() === "HIST")
    .map(({ line, cells: [, day = "", , amount = "", type = "", reference = ""] }) =>
      lineFrom(
        { line, day, amount, text: `${type.trim()} ${reference.trim()}`, balance: "" },
        options,
      ),
    );
  return oneAccount("Standard Bank", accountIn(records), lines);
}

function isDated(cell = ""): boolean {
  return /^\d{1,2}-?[a-z]{3}-?(?:\d{4}|\d{2})$/i.test(cell.trim());
}

/** Lines about the account, then `02Nov2026,RH1042 M DLAMINI,1400.00,2634.50`; what has no amount is a note. */
function fromNedbank(records: readonly CsvRecord[], options: BankFileOptions): BankFile {
  // A card's lines have the day of the purchase too, and no balance.
  const dated = records
    .filter(({ cells: [day] }) => isDated(day))
    .map(({ line, cells: [day, second, ...rest] }) => ({
      line,
      cells: isDated(second) ? [day, ...rest] : [day, second, ...rest],
    }));
  const notes: FileNote[] = [];
  const lines = dated.flatMap(
    ({ line, cells: [day = "", text = "", amount = "", balance = ""] }) => {
      if (amountIn(amount, { line }) === null) {
        notes.push({ line, text: text.trim(), why: "no amount" });
        return [];
      }
      return lineFrom({ line, day, amount, text, balance }, options);
    },
  );
  return { ...oneAccount("Nedbank", accountIn(records), lines), notes };
}

/** Its quotation marks are single ones, and texts may hold apostrophes. */
function bare(cell: string | undefined): string {
  return (cell ?? "")
    .trim()
    .replace(/^'(.*)'$/u, "$1")
    .trim();
}

/**
 * The CSV that FNB mails: record 2 names the account, 3 the period, and each 5 is
 * `5,n,'13 Dec',"text","text","text",amount,balance,charges`. The year of a day is that of the period, also over New Year.
 */
function fromFnbMail(records: readonly CsvRecord[], options: BankFileOptions): BankFile {
  const of = (kind: string) => records.filter(({ cells }) => cells[0]?.trim() === kind);
  const account = bare(of("2")[0]?.cells[1]);
  const order = "day-first";
  const period = of("3").flatMap(({ line, cells }) => {
    const days = [bare(cells[2]), bare(cells[3])].filter((cell) => /\d{4}/.test(cell));
    return days.length === 2
      ? [days.map((day) => dayOfText(day, { position: { line }, order }) ?? "")]
      : [];
  })[0];
  const [from = "", to = ""] = period ?? [];
  const year = (month: number, day: number): number | null => {
    const rest = `-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
    const years = [from, to].filter((each) => each !== "").map((each) => Number(each.slice(0, 4)));
    return (
      years.find((each) => `${each}${rest}` >= from && `${each}${rest}` <= to) ??
      years.at(-1) ??
      null
    );
  };
  const notes: FileNote[] = [];
  const lines = of("5").flatMap(({ line, cells }): BankFileLine[] => {
    const [, , day, one, two, three, amount = "", balance = ""] = cells;
    const text = [one, two, three]
      .map(bare)
      .filter((each) => each !== "")
      .join(" ");
    const position = { line };
    if (!/\d/.test(day ?? "")) return [];
    const minor = amountIn(bare(amount), position);
    if (minor === null) {
      notes.push({ line, text, why: "no amount" });
      return [];
    }
    return [
      {
        line,
        bankId: null,
        day: required(dayOfText(bare(day), { position, order, year }), line, "date"),
        amount: minor.minor,
        text,
        reference: bare(three) || null,
        balance: amountIn(bare(balance), position)?.minor ?? null,
      },
    ];
  });
  requireCurrency("ZAR", options.currency);
  const stated = [from, to].filter((each) => each !== "");
  return { ...oneAccount("FNB", account, lines, stated), notes };
}

type Written = Readonly<Record<"day" | "amount" | "text" | "balance", string> & { line: number }>;

function lineFrom({ line, ...cells }: Written, { dayOrder: order }: BankFileOptions): BankFileLine {
  const position = { line };
  return {
    line,
    bankId: null,
    day: required(dayOfText(cells.day, { position, order }), line, "date"),
    amount: required(amountIn(cells.amount, position), line, "amount").minor,
    text: cells.text.trim(),
    reference: null,
    balance: amountIn(cells.balance, position)?.minor ?? null,
  };
}

function oneAccount(
  format: BankFile["format"],
  account: string,
  lines: readonly BankFileLine[],
  stated: readonly string[] = [],
): BankFile {
  return { format, accounts: [{ account, lines, stated }], notes: [], questions: [] };
}

/** From the lines about the account: `Account Number :,1122334455`, `ACC-NO,01234567`, `FOR ACCOUNT NUMBER 62000000000`. */
function accountIn(records: readonly CsvRecord[]): string {
  for (const { cells } of records) {
    const at = cells.findIndex((cell) =>
      /^(?:account(?: (?:number|no\.?))?|acc-no)\s*:?$/i.test(cell.trim()),
    );
    const next = at === -1 ? undefined : cells.slice(at + 1).find((cell) => cell.trim() !== "");
    if (next !== undefined)
      return next
        .trim()
        .replace(/^'|'$/gu, "")
        .replace(/\s+-\s.*$/u, "");
    for (const cell of cells) {
      const [, number] = /\baccount (?:number|no\.?)\s*:?\s*(\d[\d\s-]{4,}\d)/i.exec(cell) ?? [];
      if (number !== undefined) return number;
    }
  }
  return "";
}
