import { createHash } from "node:crypto";
import { DomainError, type DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { orderNumbersIn } from "@portal/shared/platform/order-reference.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { ColumnRole } from "@portal/shared/sales/bank-lines.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type {
  BankFileOptions,
  ColumnsQuestion,
  SavedColumns,
} from "../../gateways/bank-files/bank-file.ts";
import {
  type BankStatement,
  fileOptionsOf,
  type LeftOut,
  type StatementFile,
} from "../../gateways/bank-files/bank-statement.ts";
import type { ContentOf, FileKind } from "../../gateways/bank-files/file-thread.ts";
import { type DayOrder, dayOfText } from "../../gateways/bank-files/day-text.ts";
import { totalOf } from "../../gateways/bank-files/statement-parts.ts";
import { readInThread } from "../../gateways/bank-files/read-in-thread.ts";
import { StatementError } from "../../gateways/bank-files/statement-error.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { identityOf, isOneAccount, sharedEnding } from "./account-number.rules.ts";
import { listBankColumns, saveBankColumns } from "./bank-columns.actions.ts";
import {
  endOf,
  type HeldAccount,
  holdAccount,
  type HoldingContext,
} from "./known-account.actions.ts";
import { loadKnownAccounts } from "./known-account.queries.ts";
import {
  daysAround,
  type FileLine,
  nearDays,
  type Recognised,
  recogniseLines,
  type StoredLine,
} from "./known-lines.rules.ts";
import { missingInWords, type MissingLine, noteMissing } from "./missing-lines.store.ts";
import { listKnownStatements } from "./statement-days.queries.ts";
import { gapsOf, type StatementGap } from "./statement-gaps.rules.ts";

export type UploadContext = HoldingContext & Pick<Caller, "db" | "shop" | "user">;
export type UploadedFile = Readonly<{
  name: string;
  text: string;
  /** What somebody answered to the question which of two days its days are. */
  days?: DayOrder;
  /** What somebody answered to the question what its columns are. */
  columns?: readonly ColumnRole[];
  /** Shows what would be stored, and stores nothing. */
  isCheck?: boolean;
}>;

/** The two days that a day of the file may be; nothing is stored before somebody says which. */
export type DayQuestion = Readonly<{
  question: Readonly<{ written: string; dayFirst: string; monthFirst: string }>;
}>;

/** What the columns of the file are nothing tells; nothing is stored before somebody says. */
export type ColumnsAsked = Readonly<{ columns: ColumnsQuestion["columns"] }>;

/** What a file says as it was read. Amounts in minor units, negative for money that left. */
export type FileAsRead = Readonly<{
  read: Readonly<{
    currency: Currency;
    count: number;
    received: number;
    paid: number;
    first: readonly Readonly<{ day: string; description: string; amount: number }>[];
  }>;
}>;

/**
 * Stores a statement whole: its lines that are new, whichever way money went, its balances, and which days it covers. No
 * order is paid by it. Of an account that is not known nothing is stored: that its statements count is proposed.
 *
 * @returns how many incoming lines were new, of these how many may repeat one of another file, and how many were known; how
 * many outgoing ones were new; where the balances show that something is missing; which stored ones it does not have; which lines are no transactions; which
 * accounts are not known; or what has to be answered before: what the columns of the file are, which days it means; for a
 * check, what would be stored
 * @throws DomainError bankline.unreadable with the line and the problem
 */
export async function uploadStatement(
  context: UploadContext,
  user: SignedInUser,
  file: UploadedFile,
): Promise<Stored | DayQuestion | ColumnsAsked | FileAsRead> {
  const savedColumns = await listBankColumns(readOnly(context.db));
  const { statements, columns, chosen, leftOut } = await readUpload(
    context,
    "bankline.unreadable",
    {
      kind: "bank-statement",
      text: file.text,
      answers: {
        ...(file.days && { answeredOrder: file.days }),
        ...(file.columns ? { columns: file.columns } : { savedColumns }),
      },
    },
  );
  if (columns !== null) return { columns };
  const written = statements.find(({ openDay }) => openDay !== null)?.openDay ?? null;
  // A shop in the USA writes the month first, as its banks do.
  if (written !== null && context.shop.region !== "usa") return asksDays(written);
  const { currency } = await loadRegion(readOnly(context.db), context.shop.region);
  if (file.isCheck) return { read: { currency, ...asRead(statements) } };
  const hash = createHash("sha256").update(file.text).digest("hex");
  const counts = await context.db.transaction().execute(async (tx) => {
    await lockStatements(tx);
    await requireTellingAccounts(tx, statements);
    const isKnownFile = await isKnown(tx, hash);
    const sum = { added: 0, repeats: 0, known: 0, outgoing: 0 };
    const gaps: StatementGap[] = [];
    const missing: MissingLine[] = [];
    const held: HeldAccount[] = [];
    const isKnownAccount = await loadKnownAccounts(tx);
    for (const statement of statements) {
      if (!isKnownAccount(statement.account)) {
        held.push(await holdAccount(tx, context, user, statement.account));
        continue;
      }
      const stored = await storeStatement(tx, context, user, {
        statement,
        file,
        hash,
        isKnownFile,
      });
      sum.added += stored.added;
      sum.repeats += stored.repeats;
      sum.known += stored.known;
      sum.outgoing += stored.outgoing;
      gaps.push(...stored.gaps);
      missing.push(...stored.missing);
    }
    // Without names of its own, another file may have other columns.
    if (file.columns && chosen && chosen.fingerprint !== "")
      await saveBankColumns(tx, context, user, { ...chosen, dayOrder: file.days ?? null });
    return { ...sum, held, gaps: gaps.slice(0, gapsShown), missing };
  });
  const used = file.columns ? undefined : savedColumns.find((saved) => isChoice(saved, chosen));
  const readBy = used ? { columnsId: used.id, chosenAt: used.chosenAt } : null;
  return { layout: statements[0]?.layout ?? "CSV", currency, readBy, leftOut, ...counts };
}

function isChoice(saved: SavedColumns, chosen: StatementFile["chosen"]): boolean {
  return saved.account === chosen?.account && saved.fingerprint === chosen.fingerprint;
}

const linesShown = 5;

function asRead(statements: readonly BankStatement[]): Omit<FileAsRead["read"], "currency"> {
  const lines = statements.flatMap(fileLinesOf);
  return {
    count: lines.length,
    received: totalOf(lines.filter(isIncoming)),
    paid: 0 - totalOf(lines.filter((line) => !isIncoming(line))),
    first: lines
      .toSorted((one, other) => one.day.localeCompare(other.day))
      .slice(0, linesShown)
      .map(({ day, description, amount }) => ({ day, description, amount })),
  };
}

/** A file with more has another cause than a missing page. */
const gapsShown = 10;

type Stored = Readonly<{
  currency: Currency;
  layout: BankStatement["layout"];
  added: number;
  repeats: number;
  known: number;
  outgoing: number;
  held: readonly HeldAccount[];
  gaps: readonly StatementGap[];
  missing: readonly MissingLine[];
  leftOut: readonly LeftOut[];
  /** The choice of columns by which it was read, if it was made for an earlier file. */
  readBy: Readonly<{ columnsId: number; chosenAt: string }> | null;
}>;

function asksDays(written: string): DayQuestion {
  const day = (order: DayOrder) => dayOfText(written, { position: { line: 1 }, order }) ?? "";
  return { question: { written, dayFirst: day("day-first"), monthFirst: day("month-first") } };
}

type Upload = Readonly<{
  statement: BankStatement;
  file: UploadedFile;
  hash: string;
  isKnownFile: boolean;
}>;

/** The statement of one account. */
async function storeStatement(
  tx: Tx,
  context: UploadContext,
  user: SignedInUser,
  { statement, file, hash, isKnownFile }: Upload,
) {
  const { account, layout } = statement;
  const { from, to } = statement.days;
  const lines = fileLinesOf(statement);
  const uploaded = { uploaded_by: user.id, uploaded_at: context.now() };
  const stored = await listStoredLines(tx, lines);
  const facts = { account, isKnownFile };
  // What came in is recognised by what came in alone: of some files, only that was stored.
  const added = newAmong(
    lines.filter(isIncoming),
    recogniseLines(lines.filter(isIncoming), stored.filter(isIncoming), facts),
  );
  const debits = newAmong(lines, recogniseLines(lines, stored, facts)).filter(
    (line) => !isIncoming(line),
  );
  const source = { account, file_name: file.name, ...uploaded };
  await insertBankLines(tx, added, source);
  await insertBankDebits(tx, debits, source);
  const gaps = gapsOf(statement, await listStatements(tx, account));
  const { opening, closing } = statement.balances;
  const days = { account, from_day: from, to_day: to };
  const { id } = await tx
    .insertInto("bank_statement")
    .values({ ...days, ...uploaded, file_hash: hash, opening, closing })
    .returning("id")
    .executeTakeFirstOrThrow();
  const missing = await noteMissing(tx, { id, ...statement, lines, upload: source });
  const repeats = added.filter((line) => line.repeats !== null).length;
  const incoming = statement.lines.length;
  const outgoing = debits.length;
  const sums = { receivedAmount: totalOf(added), paidAmount: 0 - totalOf(debits) };
  const counts = { lines: incoming, added: added.length, repeats, outgoing };
  const details = { ...counts, ...sums, ...missingInWords(missing), layout, from, to };
  const target = endOf(account);
  await insertAudit(tx, context, { action: "bank-statement.uploaded", target, details });
  return { added: added.length, repeats, known: incoming - added.length, outgoing, gaps, missing };
}

function isIncoming({ amount }: Pick<FileLine, "amount">): boolean {
  return amount > 0;
}

function newAmong(lines: readonly FileLine[], recognised: readonly Recognised[]): NewLine[] {
  return lines.flatMap((line, at) =>
    recognised[at]?.known === null ? { ...line, repeats: recognised[at].repeats } : [],
  );
}

/** Those of this account, however it is written. A file that names none is held against no other. */
async function listStatements(tx: Tx, account: string) {
  if (identityOf(account) === "") return [];
  const rows = await tx
    .selectFrom("bank_statement")
    .select(["account", "from_day as from", "to_day as to", "opening", "closing"])
    .execute();
  return rows.filter((row) => isOneAccount(account, row.account));
}

/** @throws DomainError bankline.unreadable where a file writes the last digits of an account that several have */
async function requireTellingAccounts(tx: Tx, statements: readonly BankStatement[]): Promise<void> {
  const known = await listKnownStatements(readOnly(tx));
  const accounts = [known.ownAccount, ...known.statements.map(({ account }) => account)];
  for (const { account } of statements) {
    const ending = sharedEnding(account, accounts);
    if (ending === null) continue;
    const problem = `it names its account by ${ending} alone, and several accounts end so; choose a file that has the whole number`;
    throw new DomainError("bankline.unreadable", problem);
  }
}

type Answers = Partial<Pick<BankFileOptions, "answeredOrder" | "columns" | "savedColumns">>;

/** @throws DomainError with this code, and the message of a file that cannot be read */
export async function readUpload<Kind extends FileKind>(
  { db, shop, now }: Pick<Caller, "db" | "shop" | "now">,
  code: DomainErrorCode,
  { kind, text, answers }: Readonly<{ kind: Kind; text: string; answers?: Answers }>,
): Promise<ContentOf<Kind>> {
  const region = await loadRegion(readOnly(db), shop.region);
  const options = fileOptionsOf({ ...region, code: shop.region }, now());
  try {
    return await readInThread(kind, text, { ...options, ...answers });
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new DomainError(code, error.message);
  }
}

/** Outgoing ones with negative amounts. */
function fileLinesOf({ lines, outgoing }: BankStatement): FileLine[] {
  const debits = outgoing.map((line) => ({ ...line, amount: 0 - line.amount }));
  return [...lines, ...debits].map(({ bankId, day, amount, balance, description: words }) => {
    const description = words.replaceAll(/\s+/g, " ").slice(0, 500);
    return { bankId, day, amount, balance, description, namedOrders: orderNumbersIn(description) };
  });
}

/** Of two uploads at once, the second compares with the lines of the first. */
async function lockStatements(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('bank-statement', 0))`.execute(tx);
}

async function isKnown(tx: Tx, hash: string): Promise<boolean> {
  const earlier = tx.selectFrom("bank_statement").select("id").where("file_hash", "=", hash);
  return (await earlier.executeTakeFirst()) !== undefined;
}

/** Those of the same days, and of days near to them; outgoing ones with negative amounts and ids, as both tables number from 1. */
async function listStoredLines(tx: Tx, lines: readonly FileLine[]): Promise<StoredLine[]> {
  const own = [...new Set(lines.map(({ day }) => day))];
  const days = [...new Set(own.flatMap((day) => daysAround(day, nearDays)))];
  if (days.length === 0) return [];
  const rows = await tx
    .selectFrom("bank_line")
    .select([
      "id",
      "account",
      "bank_id as bankId",
      "booked_on as day",
      "amount",
      "description",
      "balance",
      "named_orders as namedOrders",
      "file_name as fileName",
      "uploaded_at as uploadedAt",
      sql<boolean>`fingerprint is not null`.as("isOld"),
    ])
    .where((line) => line("booked_on", "=", line.fn.any(line.val(days))))
    .orderBy("id")
    .execute();
  const debits = await tx
    .selectFrom("bank_debit")
    .select([
      sql<number>`-id`.as("id"),
      "account",
      "bank_id as bankId",
      "booked_on as day",
      sql<number>`-amount`.as("amount"),
      "description",
      "balance",
      "named_orders as namedOrders",
      "file_name as fileName",
      "uploaded_at as uploadedAt",
      sql<boolean>`false`.as("isOld"),
    ])
    .where((line) => line("booked_on", "=", line.fn.any(line.val(days))))
    .orderBy("bank_debit.id")
    .execute();
  return [...rows, ...debits].map(({ fileName, uploadedAt, namedOrders, ...row }) => ({
    ...row,
    namedOrders: namedOrders ?? [],
    upload: `${uploadedAt} ${fileName}`,
  }));
}

type NewLine = FileLine & Readonly<{ repeats: number | null }>;
type Source = Readonly<{
  account: string;
  file_name: string;
  uploaded_by: number;
  uploaded_at: string;
}>;

async function insertBankDebits(tx: Tx, lines: readonly NewLine[], source: Source): Promise<void> {
  for (let from = 0; from < lines.length; from += 1000) {
    const rows = lines.slice(from, from + 1000).map((line) => ({
      ...source,
      booked_on: line.day,
      amount: 0 - line.amount,
      description: line.description,
      named_orders: [...line.namedOrders],
      bank_id: line.bankId,
      balance: line.balance,
      repeats: line.repeats === null ? null : 0 - line.repeats,
    }));
    await tx.insertInto("bank_debit").values(rows).execute();
  }
}

async function insertBankLines(tx: Tx, lines: readonly NewLine[], file: Source): Promise<void> {
  for (let from = 0; from < lines.length; from += 1000) {
    const rows = lines.slice(from, from + 1000).map(({ bankId, day, namedOrders, ...line }) => ({
      ...line,
      ...file,
      bank_id: bankId,
      booked_on: day,
      named_orders: [...namedOrders],
      fingerprint: null,
    }));
    await tx.insertInto("bank_line").values(rows).execute();
  }
}
