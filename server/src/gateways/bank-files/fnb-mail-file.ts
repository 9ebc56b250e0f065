import { amountInCsv } from "./amount-text.ts";
import type {
  AccountLines,
  BankFile,
  BankFileLine,
  BankFileOptions,
  FileNote,
} from "./bank-file.ts";
import { dayOfText } from "./day-text.ts";
import { requireWhole } from "./parted-amounts.ts";
import { requireOwnCurrency } from "./own-currency.ts";
import { partsByAccount } from "./statement-account.ts";
import { joinTexts, mergeAccounts, totalOf } from "./statement-parts.ts";
import { type CsvRecord, required } from "./statement-file.ts";

/** Its quotation marks are single ones, and texts may hold apostrophes. */
function bare(cell: string | undefined): string {
  return (cell ?? "")
    .trim()
    .replace(/^'(.*)'$/u, "$1")
    .trim();
}

/**
 * The CSV that FNB mails: record 2 names an account, 3 the period, and each 5 is
 * `5,n,'13 Dec',"text","text","text",amount,balance,charges`. The year of a day is that of the period, also over New Year.
 *
 * @throws StatementError
 */
export function fromFnbMail(records: readonly CsvRecord[], options: BankFileOptions): BankFile {
  requireOwnCurrency("ZAR", options);
  const parts = partsByAccount(records, (record) => {
    const account = isOf("2", record) ? bare(record.cells[1]) : "";
    return /\d/.test(account) ? account : "";
  });
  const notes: FileNote[] = [];
  const accounts = parts.map(({ account, pieces }) => ({ account, ...readPart(pieces, notes) }));
  return { format: "FNB", accounts: mergeAccounts(accounts), notes, questions: [] };
}

function isOf(kind: string, { cells: [first] }: CsvRecord): boolean {
  return first?.trim() === kind;
}

/** What stands between two records that name an account. */
function readPart(records: readonly CsvRecord[], notes: FileNote[]): Omit<AccountLines, "account"> {
  const of = (kind: string) => records.filter((record) => isOf(kind, record));
  const order = "day-first";
  const period = of("3").flatMap(({ line, cells }) => {
    const days = [bare(cells[2]), bare(cells[3])].filter((cell) => /\d{4}/.test(cell));
    return days.length === 2
      ? [days.map((day) => dayOfText(day, { position: { line }, order }) ?? "")]
      : [];
  })[0];
  const [from = "", to = ""] = period ?? [];
  const year = (month: number, day: number) => yearNear(from, to, { month, day });
  for (const { line, cells } of of("3")) {
    const [, , , end, opening, closing] = cells;
    const text = `${bare(opening)} ${bare(closing)}`.trim();
    if (/\d{4}/.test(end ?? "")) notes.push({ line, text, why: "a balance or total" });
  }
  const lines = of("5").flatMap((record): BankFileLine[] => {
    const { line, cells } = record;
    const [, , day, ...rest] = cells;
    const behind = placeOfAmount(rest);
    requireWhole([record], [behind + 3]);
    const [amount = "", balance = ""] = rest.slice(behind);
    const texts = rest
      .slice(0, behind)
      .map((each) => (behind > 3 ? each.trim().replaceAll(/^'|'$/gu, "") : bare(each)));
    const text = joinTexts(texts);
    const position = { line };
    if (!/\d/.test(day ?? "")) return [];
    const minor = amountInCsv(bare(amount), position);
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
        reference: texts.at(-1) || null,
        balance: amountInCsv(bare(balance), position)?.minor ?? null,
      },
    ];
  });
  const stated = [from, to].filter((each) => each !== "");
  const [opening, closing] = balancesOf(of("3"));
  const page = { opening: opening ?? null, closing: closing ?? null, total: totalOf(lines) };
  return { lines, stated, pages: [page] };
}

/** Of the record with the period: what the account began and ended with, in minor units. */
function balancesOf(records: readonly CsvRecord[]): (number | null)[] {
  const record = records.find(({ cells }) => /\d{4}/.test(cells[3] ?? ""));
  if (record === undefined) return [];
  const { line, cells } = record;
  return cells.slice(4, 6).map((cell) => amountInCsv(bare(cell), { line })?.minor ?? null);
}

/** Behind three texts. One in single quotation marks may hold commas, which make more cells of it. */
function placeOfAmount(cells: readonly string[]): number {
  const at = cells.findIndex(
    (cell, place) => place >= 3 && isMoney(cell) && isMoney(cells[place + 1]),
  );
  return at === -1 ? 3 : at;
}

/** The year in which the day is within the period, else nearest to it; null without a period. */
function yearNear(
  from: string,
  to: string,
  { month, day }: Readonly<{ month: number; day: number }>,
): number | null {
  if (from === "" || to === "") return null;
  const away = (year: number): number => {
    const time = Date.UTC(year, month - 1, day);
    return Math.max(Date.parse(from) - time, time - Date.parse(to), 0);
  };
  const first = Number(from.slice(0, 4));
  const years = [first - 1, first, first + 1, first + 2];
  return years.toSorted((one, other) => away(one) - away(other))[0] ?? null;
}

function isMoney(cell: string | undefined): boolean {
  return /^'?\s*[-+]?\s*\d[\d\s.,]*\s*'?$/.test((cell ?? "").trim());
}
