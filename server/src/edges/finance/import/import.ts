import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { sql } from "kysely";
import pg from "pg";
import { findOrderCurrencies } from "../../../catalogue/shop/one-currency.queries.ts";
import { copyTransaction } from "../../../platform/db/connect.ts";
import { readOnly, type Tx } from "../../../platform/db/database.ts";
import { appendAll, appendLock } from "../../../platform/ledger/append-statement.ts";
import { UnreadableEvent } from "../../../platform/ledger/event-catalogue.ts";
import { readHead } from "../../../platform/ledger/read-events.ts";
import { checkAgainstProjections } from "../../../projections/compare/check-against-projections.ts";
import { applyToProjections, ledgerEvents } from "../../../projections/fold/projections.fold.ts";
import {
  ledgerCatalogue,
  type RecordedLedgerEvent,
} from "../../../projections/ledger-catalogue.ts";
import { ReplayStopped } from "../../../projections/rebuild/replay-events.ts";
import { openBulkProjections } from "../../../projections/store/bulk-projections.ts";
import { type CommandResult, type FinanceCommand, type Session, WrongUse } from "../cli/command.ts";
import type { IncomingEvent } from "../export/envelope.ts";
import {
  aboutLine,
  type ImportLine,
  type NumberedLine,
  readImportLines,
  readLines,
} from "./import-lines.ts";
import {
  createImportedStreams,
  createOrderNumbers,
  createPayoutCutoffs,
  findKnownEvents,
  type KnownEvents,
  requireSame,
} from "./import-checks.ts";

/** The approximate size of a line, for the progress bar only. */
const bytesPerEvent = 430;

export const importCommand: FinanceCommand = {
  name: "import",
  summary: "Import events from a file, all or nothing",
  argument: { name: "<file>", description: "one JSON event per line; - reads standard input" },
  options: [],
  async prepare({ words: [file = ""] }) {
    const bytes = file === "-" ? undefined : await sizeOf(file);
    return (session) => runImport(session, file, bytes);
  },
};

async function runImport(
  session: Session,
  file: string,
  bytes: number | undefined,
): Promise<CommandResult> {
  const bar = session.progress("Importing", "events");
  const total = bytes === undefined ? undefined : Math.ceil(bytes / bytesPerEvent);
  const source =
    file === "-" ? session.stdin() : createReadStream(file, { highWaterMark: 1 << 20 });
  try {
    const result = await importHistory(session.ownerPool, readLines(source), (done) =>
      bar.advance(done, total),
    );
    await noteCurrencies(session);
    return { exitCode: 0, document: result, text: sentenceFor(result) };
  } catch (error) {
    const name = file === "-" ? "standard input" : file;
    throw error instanceof WrongUse
      ? new WrongUse(`${name}: ${error.message}; nothing was imported.`, { cause: error })
      : error;
  } finally {
    bar.finish();
    // Otherwise an endless pipe would keep the process running after a refused line.
    source.destroy();
  }
}

/** Orders in another currency are imported, but they stop payouts. */
async function noteCurrencies({ db, region, note }: Session): Promise<void> {
  const currencies = await findOrderCurrencies(readOnly(db));
  const others = currencies.filter((each) => each !== region.currency);
  if (others.length > 0)
    note(
      `The ledger has orders in ${others.join(" and ")}, but this portal sells in ${region.currency} (REGION). A portal uses one currency: payouts stop while there are two.`,
    );
}

function sentenceFor({ imported, skipped, head }: ImportResult): string {
  const known = skipped === 0 ? "" : `, ${skipped} already there`;
  return `Imported ${imported} ${imported === 1 ? "event" : "events"}${known}. The ledger is at position ${head}.`;
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new WrongUse(`${file} cannot be read (${error.code}).`);
  });
  if (!found) throw new WrongUse(`There is no file ${file}.`);
  if (found.isDirectory()) throw new WrongUse(`${file} is a folder, not a file of events.`);
  return found.size;
}

type ImportResult = Readonly<{
  imported: number;
  /** Already in the ledger, with the same content. */
  skipped: number;
  /** The newest position afterwards. */
  head: number;
}>;

type HistoryLines = AsyncIterable<readonly NumberedLine[]>;

const pageSize = 2000;

/**
 * Appends a history to the ledger and its projections, in one transaction: a refused line rolls back everything. Each event
 * is checked by the same rules as a live one, and other writers wait until the end. Events that the ledger already has are
 * skipped, so an import can be repeated.
 *
 * @throws WrongUse that names the refused line
 */
export function importHistory(
  pool: pg.Pool,
  lines: HistoryLines,
  advance?: (eventsDone: number) => void,
): Promise<ImportResult> {
  return copyTransaction(pool, async (tx, client) => {
    await lockLedger(tx);
    return importHistoryIn(tx, client, lines, advance);
  });
}

/** The same in the caller's transaction, which has to have locked the ledger. */
export async function importHistoryIn(
  tx: Tx,
  client: pg.PoolClient,
  lines: HistoryLines,
  advance: (eventsDone: number) => void = () => {},
): Promise<ImportResult> {
  const head = await readHead(tx);
  await requireCurrentTables(tx, head);
  const importer = await openImporter(tx, client);
  let imported = 0;
  let skipped = 0;
  let lastLine = 0;
  try {
    for await (const page of oneAhead(readImportLines(lines, pageSize))) {
      lastLine = page.at(-1)?.number ?? lastLine;
      const fresh = await importer.add(page);
      imported += fresh;
      skipped += page.length - fresh;
      advance(imported + skipped);
    }
    if (imported > 0) await importer.finish();
  } catch (error) {
    throw asTooLarge(error, lastLine);
  }
  return { imported, skipped, head: head + imported };
}

/** A file that comes through a pipe may stall, and all orders wait for it. */
const lockIdle = "60s";

/** Blocks all other appends until the transaction ends, which it does by itself if this process hangs or is cut off. */
export async function lockLedger(tx: Tx): Promise<void> {
  await sql`set local idle_in_transaction_session_timeout = ${sql.lit(lockIdle)}`.execute(tx);
  await sql`select pg_advisory_xact_lock(${appendLock})`.execute(tx);
}

/** Parses the next page while the database is busy with this one. */
async function* oneAhead<Page>(pages: AsyncGenerator<Page>): AsyncGenerator<Page> {
  let next = pages.next();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = pages.next();
    // The error is thrown when this page is awaited; until then it must not count as unhandled.
    next.catch(() => {});
    yield value;
  }
}

async function openImporter(tx: Tx, client: pg.PoolClient) {
  const streams = createImportedStreams(tx);
  const orderNumbers = createOrderNumbers(tx);
  const cutoffs = createPayoutCutoffs(tx);
  const projections = await openBulkProjections(client, {
    fold(rows, event) {
      checkAgainstProjections(rows, event, cutoffs.accruedAfter);
      const entriesBefore = rows.commissionEntries.length;
      applyToProjections(rows, event);
      cutoffs.remember(rows.commissionEntries.slice(entriesBefore));
    },
  });

  function check({ number, incoming }: ImportLine): void {
    const { eventId, streamId, streamVersion, event } = incoming;
    refusing(number, () => {
      const version = streams.versionOf(streamId);
      if (streamVersion !== undefined && streamVersion !== version + 1)
        throw new UnreadableEvent(
          `stream ${streamId} is at version ${version}, this line says ${streamVersion}`,
        );
      const schemaVersion = ledgerCatalogue.versionOf(event.type);
      streams.evolve(streamId, { ...event, schemaVersion, eventId });
      orderNumbers.claim(event);
    });
  }

  async function append(lines: readonly ImportLine[]): Promise<void> {
    const recorded = await appendAll(
      tx,
      lines.map(({ incoming: { event, text: _text, ...envelope } }) => ({
        ...envelope,
        ...event,
        streamVersion: null,
        schemaVersion: ledgerCatalogue.versionOf(event.type),
      })),
      "import",
    );
    await insertImportedText(
      tx,
      lines.map(({ incoming }) => incoming),
    );
    const events = ledgerEvents(recorded);
    await cutoffs.load(events);
    try {
      await projections.project(events);
    } catch (error) {
      throw aboutPosition(error, events, lines);
    }
  }

  return {
    /** @returns the number of new lines */
    async add(page: readonly ImportLine[]): Promise<number> {
      const ids = page.map(({ incoming }) => incoming.eventId);
      const fresh = newLines(page, await findKnownEvents(tx, ids));
      await streams.load(fresh.map(({ incoming }) => incoming.streamId));
      await orderNumbers.load(fresh.map(({ incoming }) => incoming.event));
      for (const line of fresh) check(line);
      await append(fresh);
      return fresh.length;
    },
    async finish(): Promise<void> {
      await projections.save();
      await orderNumbers.advanceSequence();
    },
  };
}

/** The lines that neither the ledger nor an earlier line of the page has. */
function newLines(page: readonly ImportLine[], stored: KnownEvents): ImportLine[] {
  const known = new Map(stored);
  return page.filter((line) => {
    const { incoming, number } = line;
    const before = known.get(incoming.eventId);
    if (!before) {
      known.set(incoming.eventId, { ...incoming, where: `on line ${number}` });
      return true;
    }
    refusing(number, () => requireSame(incoming, before));
    return false;
  });
}

/** Free text is stored outside the ledger, where it can be erased. */
async function insertImportedText(tx: Tx, incoming: readonly IncomingEvent[]): Promise<void> {
  const rows = incoming.flatMap(({ eventId, event: { data }, text, occurredAt }) =>
    text === null
      ? []
      : {
          id: eventId,
          text,
          created_at: occurredAt,
          bank_line_id: null,
          user_id: "userId" in data ? data.userId : null,
          order_id: "orderId" in data ? data.orderId : null,
        },
  );
  if (rows.length > 0) await tx.insertInto("free_text").values(rows).execute();
}

/** Names the line of an event that cannot be folded. */
function aboutPosition(
  error: unknown,
  events: readonly RecordedLedgerEvent[],
  lines: readonly ImportLine[],
): unknown {
  if (!(error instanceof ReplayStopped)) return error;
  const line = lines[events.findIndex(({ position }) => position === error.position)];
  return line ? aboutLine(line.number, error.cause) : error;
}

/**
 * A number that is valid in its schema and too large for its column. Rows are written in pages, so only the last line that was
 * read is known.
 */
function asTooLarge(error: unknown, lastLine: number): unknown {
  const isTooLarge =
    error instanceof RangeError ||
    (error instanceof pg.DatabaseError && error.code?.startsWith("22") === true);
  if (!isTooLarge) return error;
  const reason = error.message.replace(/\.$/, "");
  return new WrongUse(`a number before line ${lastLine + 1} is too large: ${reason}`, {
    cause: error,
  });
}

function refusing(number: number, requirement: () => void): void {
  try {
    requirement();
  } catch (error) {
    throw aboutLine(number, error);
  }
}

/** The fold starts from the existing rows, so they have to be up to date. */
async function requireCurrentTables(tx: Tx, head: number): Promise<void> {
  const behind = await tx
    .selectFrom("projection.checkpoint")
    .select(["name", "position"])
    .where("position", "<>", head)
    .executeTakeFirst();
  if (behind)
    throw new WrongUse(
      `The ${behind.name} are folded up to position ${behind.position} and the ledger is at ${head}: run \`finance rebuild\` first.`,
    );
}
