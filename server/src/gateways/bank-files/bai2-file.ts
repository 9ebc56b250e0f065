import { isCalendarDay } from "@portal/shared/platform/calendar.ts";
import type {
  AccountLines,
  BankFile,
  BankFileLine,
  BankFileOptions,
  FileNote,
  StatementPage,
} from "./bank-file.ts";
import { isOwnCurrency, requireAnyOwn } from "./own-currency.ts";
import { joinTexts, mergeAccounts, totalOf } from "./statement-parts.ts";
import { StatementError } from "./statement-error.ts";

/** A record with the lines that continue it. */
type Bai2Record = Readonly<{ line: number; kind: string; cells: readonly string[] }>;

/** Whether the text begins with the header of a BAI2 file and of a group in it. */
export function isBai2(text: string): boolean {
  return /^\s*01,[^\r\n]*[\r\n]+\s*02,/.test(text);
}

/**
 * BAI2, which banks in the USA offer: groups of accounts as of one day. Amounts are in cents without a sign; the type of a
 * transaction says which way it went.
 *
 * @throws StatementError
 */
export function readBai2(text: string, options: BankFileOptions): BankFile {
  const records = recordsOf(text);
  requireAnyOwn(currenciesIn(records), options);
  const notes: FileNote[] = [];
  const accounts: (AccountLines & {
    lines: BankFileLine[];
    balances: ReadonlyMap<string, number>;
    own: OwnType[];
  })[] = [];
  let group: Group = { day: "", isOver: false, currency: "" };
  let [isOwn, isInAccount] = [true, false];
  for (const record of records) {
    const { line, kind, cells } = record;
    if (kind !== "16") isInAccount = kind === "03";
    if (kind === "02") group = groupOf(record);
    if (kind === "03") isOwn = isOwnCurrency(currencyOf(record, group), options);
    if (kind === "03" && isOwn) {
      const found = balancesIn(record);
      const balances = new Map(found.map(({ type, minor }) => [type, minor]));
      const stated = group.isOver ? [group.day] : [];
      accounts.push({ account: cells[0] ?? "", lines: [], stated, balances, own: [] });
      for (const { type, minor } of found) {
        const words = `${balanceTypes.get(type)} ${minor}`;
        notes.push({ line, text: words, why: "a balance or total" });
      }
    }
    if (kind !== "16") continue;
    if (!isInAccount) throw new StatementError(`line ${line}: no account stands above it`);
    const read = isOwn ? lineOf(record, group.day) : null;
    const why = isOwn ? "no amount" : "another currency";
    const [type = "", minor] = [cells[0], Number(cells[1])];
    if (isOwn && ownTypes.test(type) && minor > 0) accounts.at(-1)?.own.push({ line, type, minor });
    if (read === null) notes.push({ line, text: joinTexts(cells), why });
    else accounts.at(-1)?.lines.push(read);
  }
  const pages = accounts.map(({ balances, own, ...account }) => {
    const page = {
      opening: balances.get("010") ?? null,
      closing: balances.get("015") ?? null,
      total: totalOf(account.lines),
    };
    requireProof(own, page);
    return { ...account, pages: [page] };
  });
  return { format: "BAI2", accounts: mergeAccounts(pages), notes, questions: [] };
}

type Group = Readonly<{ day: string; isOver: boolean; currency: string }>;

/** BAI2 is of the USA: a file that names no currency has its dollars. */
const currencyByDefault = "USD";

/** `receiver,originator,status,day,time,currency,modifier`; a group of modifier 1 or 3 has its day only so far. */
function groupOf({ line, cells }: Bai2Record): Group {
  const [, , , day = "", , currency = "", modifier = ""] = cells;
  return { day: dayOf(day, line), isOver: !/^[13]$/.test(modifier.trim()), currency };
}

function currencyOf({ cells }: Bai2Record, group: Pick<Group, "currency">): string {
  return cells[1] || group.currency || currencyByDefault;
}

function currenciesIn(records: readonly Bai2Record[]): string[] {
  let currency = "";
  return records.flatMap((record) => {
    if (record.kind === "02") currency = record.cells[5] ?? "";
    return record.kind === "03" ? currencyOf(record, { currency }) : [];
  });
}

/** A text that fills a record is cut there, also within a word. */
const recordWidth = 80;

/** Cells end with a comma and records with a slash; `88` goes on with the cells, or with the text at the end. */
function recordsOf(text: string): Bai2Record[] {
  const records: { line: number; kind: string; cells: string[] }[] = [];
  let isCut = false;
  for (const [at, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const row = whole.trim();
    if (row === "") continue;
    const [kind = "", ...cells] = row.replace(/\/$/, "").split(",");
    if (!/^(?:01|02|03|16|49|88|98|99)$/.test(kind))
      throw new StatementError(`line ${at + 1}: ${kind} is not a kind of record`);
    const last = records.at(-1);
    if (kind === "88" && last) {
      const begun = last.kind === "16" ? last.cells[placeOfText(last.cells)] : undefined;
      if (begun === undefined) last.cells.push(...cells);
      else last.cells.push(`${last.cells.pop() ?? ""}${isCut ? "" : " "}${cells.join(",")}`);
    } else records.push({ line: at + 1, kind, cells });
    isCut = row.length >= recordWidth && !row.endsWith("/");
  }
  return records;
}

const balanceTypes: ReadonlyMap<string, string> = new Map([
  ["010", "Opening balance"],
  ["015", "Closing balance"],
]);

/** `account,currency,type,amount,items,funds…`, of which the last four repeat. */
function balancesIn({ cells }: Bai2Record): { type: string; minor: number }[] {
  return cells.flatMap((type, at) => {
    const amount = cells[at + 1] ?? "";
    if (at < 2 || !balanceTypes.has(type) || !/^[-+]?\d{1,14}$/.test(amount)) return [];
    return { type, minor: Number(amount) };
  });
}

/** A transaction of a type that each bank defines as it likes. `minor`: without a sign. */
type OwnType = Readonly<{ line: number; type: string; minor: number }>;

/** Of 900 to 919 no money moves, 920 to 959 are credits and 960 to 999 debits, as far as a bank keeps to that. */
const ownTypes = /^9\d\d$/;

/** So many types have a few hundred ways to move money. */
const ownTypesMax = 5;

/**
 * What moved by the bank's own types has to be the only way in which they make the closing balance of the opening one.
 *
 * @throws StatementError
 */
function requireProof(own: readonly OwnType[], { opening, closing, total }: StatementPage): void {
  const [first] = own;
  if (first === undefined) return;
  const sums = [...Map.groupBy(own, ({ type }) => type)].map(([type, those]) => ({
    sign: signOf(type, first.line),
    minor: those.reduce((sum, { minor }) => sum + minor, 0),
  }));
  const read = sums.reduce((sum, { sign, minor }) => sum + sign * minor, 0);
  const ways = sums
    .slice(0, ownTypesMax)
    .reduce((found, { minor }) => found.flatMap((sum) => [sum, sum + minor, sum - minor]), [0]);
  const isOnly = sums.length <= ownTypesMax && ways.filter((sum) => sum === read).length === 1;
  const isRight = opening !== null && closing !== null && opening + total === closing;
  if (isRight && isOnly) return;
  throw new StatementError(
    `line ${first.line}: type ${first.type} is one of the bank’s own, and its opening and closing balance do not prove which way the money went; choose another format`,
  );
}

/** `type,amount,funds type,bank's reference,customer's reference,text`. Null where it is no money. */
function lineOf({ line, cells }: Bai2Record, day: string): BankFileLine | null {
  const [type = "", amount = ""] = cells;
  if (/^0*$/.test(amount)) return null;
  const [bankReference = "", reference = "", ...words] = cells.slice(placeOfText(cells) - 2);
  if (!/^\+?\d{1,14}$/.test(amount))
    throw new StatementError(`line ${line}: ${amount} is not an amount in cents`);
  const sign = signOf(type, line);
  if (sign === 0) return null;
  return {
    line,
    bankId: bankReference.trim() || null,
    day,
    amount: sign * Number(amount),
    text: joinTexts([words.join(","), reference]),
    reference: reference.trim() || null,
    balance: null,
  };
}

/** Behind two references. When the money is there takes two cells for `V`, three for `S`, and for `D` a count of pairs. */
function placeOfText([, , funds = "", count = ""]: readonly string[]): number {
  const cells: Readonly<Record<string, number>> = { V: 2, S: 3, D: 1 + 2 * (Number(count) || 0) };
  return 5 + (cells[funds.trim().toUpperCase()] ?? 0);
}

/** 0 where no money moves. */
function signOf(type: string, line: number): 1 | -1 | 0 {
  const number = Number(type);
  if (ownTypes.test(type)) return number < 920 ? 0 : number < 960 ? 1 : -1;
  if (number > 100 && number < 400) return 1;
  if (number > 400 && number < 700) return -1;
  throw new StatementError(`line ${line}: type ${type} is neither credit nor debit`);
}

function dayOf(text: string, line: number): string {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  if (!isCalendarDay(day) || text.length !== 6)
    throw new StatementError(`line ${line}: ${text} is not a date`);
  return day;
}
