import type pg from "pg";
import type { Recorded } from "../../platform/ledger/recorded-event.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { applyToBooks } from "../fold/projections.fold.ts";
import type { Books } from "../../platform/read-model/projection-rows.ts";
import { type BooksFold, ledgerEvents } from "../fold/fold-projections.ts";
import {
  createBulkRows,
  handOver,
  handOverAll,
  loadEverybody,
  loadMissing,
  missingKeys,
} from "./bulk-rows.ts";
import { createBulkWriter } from "./bulk-writer.ts";
import { ReplayStopped } from "../rebuild/replay-events.ts";
import { liveSchema } from "../rebuild/shadow-tables.ts";

export type BulkBooksOptions = Readonly<{
  /** `projection`, or the schema beside it where a rebuild works. */
  schema?: string;
  fold?: BooksFold;
  /** How many orders, and how many payouts, are kept in memory. */
  rowsMax?: number;
  /** The tables are empty and were made in this transaction. */
  isFresh?: boolean;
  /** Called once, before rows are first looked up: the tables may have no indexes until then. */
  beforeLookup?: () => Promise<void>;
}>;

export type BulkBooks = Readonly<{
  /** Folds events in order of position, thousands at a time. @throws ReplayStopped */
  project: (events: readonly Recorded[]) => Promise<void>;
  /** Saves what is still in memory; afterwards the tables are complete. More events may follow. */
  save: () => Promise<void>;
}>;

const rowsInMemory = 20_000;

/**
 * The fold for rebuilds and imports: rows stay in memory from page to page, new ones are written by
 * COPY. Works within a transaction that the caller begins and commits on `client`. Nobody
 * else may write the tables meanwhile; an import holds the append lock.
 */
export async function openBulkBooks(
  client: pg.ClientBase,
  options: BulkBooksOptions = {},
): Promise<BulkBooks> {
  const { schema = liveSchema, fold = applyToBooks, rowsMax = rowsInMemory } = options;
  const rows = createBulkRows(rowsMax);
  let isFresh = options.isFresh ?? false;
  if (!isFresh) await loadEverybody(rows, client, schema);
  const writer = createBulkWriter(client, { schema, isFrozen: () => isFresh });
  let position = schema === liveSchema ? await checkpointOf(client) : 0;
  let plansSaved = rows.plans.length;
  let { beforeLookup } = options;

  async function load(events: readonly RecordedLedgerEvent[]): Promise<void> {
    const missing = missingKeys(rows, events);
    if (missing.orderIds.length + missing.payoutIds.length === 0) return;
    await writer.finish();
    await beforeLookup?.();
    beforeLookup = undefined;
    await loadMissing(rows, missing, { client, schema });
  }

  return {
    async project(recorded) {
      const events = ledgerEvents(recorded);
      await load(events);
      for (const event of events) {
        requireNext(event, position);
        apply(fold, rows, event);
        ({ position } = event);
      }
      handOver(rows, writer);
      await writer.sendIfMany();
    },
    async save() {
      handOverAll(rows, writer, plansSaved);
      plansSaved = rows.plans.length;
      await writer.finish();
      isFresh = false;
      if (schema === liveSchema) await moveCheckpoints(client, position);
    },
  };
}

/** Books that left something out would be wrong without anybody noticing. */
function requireNext(event: RecordedLedgerEvent, position: number): void {
  if (event.position !== position + 1)
    throw new Error(
      `The books stand at position ${position} and cannot go on with ${event.position}: rebuild them first.`,
    );
}

function apply(fold: BooksFold, books: Books, event: RecordedLedgerEvent): void {
  try {
    fold(books, event);
  } catch (error) {
    throw new ReplayStopped(event.position, error);
  }
}

async function checkpointOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ position: number }>(
    "select min(position) as position from projection.checkpoint",
  );
  return rows[0]?.position ?? 0;
}

async function moveCheckpoints(client: pg.ClientBase, position: number): Promise<void> {
  await client.query("select projection.save_books('{}', null, $1)", [position]);
}
