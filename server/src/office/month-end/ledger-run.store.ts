import type { LedgerRunKind, OutsideStatement } from "@portal/shared/office/month-end.ts";
import { sql } from "kysely";
import { z } from "zod";
import { type Database, type ReadDatabase, readOnly, type Tx } from "../../platform/db/database.ts";
import { type NamedMember, named } from "../ledger-health/ledger-health.queries.ts";
import { projectionsResultSchema } from "../ledger-health/ledger-checks.ts";
import type { Matching } from "./match-payments.ts";

/** What a run found; of a rebuild, whether the rebuilt figures are in use. */
export const runResultSchema = projectionsResultSchema.extend({
  /** How far the ledger went. */
  position: z.int(),
  /** Names the difference of a rebuild; null where nothing differs, and for a reconciliation. */
  hash: z.string().nullable(),
  isSwapped: z.boolean(),
});
export type RunResult = z.infer<typeof runResultSchema>;

const lineSchema = z.object({ line: z.int(), amount: z.int() });
const paymentSchema = z.object({
  orderNumber: z.int().nullable(),
  paymentId: z.string().nullable(),
});
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ count: z.int(), first: z.array(item) });
const keptMatchingSchema = z.object({
  matched: z.int(),
  different: listOf(
    z.object({
      line: z.int(),
      orderNumber: z.int(),
      field: z.enum(["amount", "fee"]),
      statement: z.int(),
      ledger: z.int(),
    }),
  ),
  missingInLedger: listOf(lineSchema.extend(paymentSchema.shape)),
  missingInStatement: listOf(paymentSchema.extend({ amount: z.int(), day: z.string() })),
  unreferenced: listOf(lineSchema),
});
function cut<Item>(list: readonly Item[]): { count: number; first: Item[] } {
  return { count: list.length, first: list.slice(0, listedMax) };
}

/** A matching with the first of each list alone: a file of another account would fill pages. */
type KeptMatching = z.infer<typeof keptMatchingSchema>;

const listedMax = 50;

function kept({ matched, ...lists }: Matching): KeptMatching {
  return {
    matched,
    different: cut(lists.different),
    missingInLedger: cut(lists.missingInLedger),
    missingInStatement: cut(lists.missingInStatement),
    unreferenced: cut(lists.unreferenced),
  };
}

export type NewRun = Readonly<{
  id: string;
  askedBy: number;
  askedAt: string;
  kind: LedgerRunKind;
  file: Readonly<{ statement: OutsideStatement; matching: Matching }> | null;
  acceptedHash: string | null;
}>;

/** @returns false where another one waits */
export async function insertRun(tx: Tx, run: NewRun): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("ledger_run")
    .values({
      id: run.id,
      kind: run.kind,
      asked_by: run.askedBy,
      asked_at: run.askedAt,
      statement: run.file?.statement ?? null,
      matching: run.file && JSON.stringify(kept(run.file.matching)),
      accepted_hash: run.acceptedHash,
    })
    .onConflict((conflict) => conflict.column("state").where("state", "=", "waiting").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export type WaitingRun = Readonly<{
  id: string;
  kind: LedgerRunKind;
  acceptedHash: string | null;
}>;

/** The one that waits, if any does. */
export async function findWaitingRun(db: ReadDatabase): Promise<WaitingRun | null> {
  const row = await db
    .selectFrom("ledger_run")
    .select(["id", "kind", "accepted_hash as acceptedHash"])
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return row ?? null;
}

/** @param percent how much of the ledger was read */
export async function saveRunProgress(db: Database, id: string, percent: number): Promise<void> {
  await db
    .updateTable("ledger_run")
    .set({ progress: percent })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** Once; null is a run that could not be finished. */
export async function finishRun(
  db: Database,
  id: string,
  { result, now }: Readonly<{ result: RunResult | null; now: string }>,
): Promise<void> {
  const outcome =
    result === null
      ? ({ state: "failed" } as const)
      : ({ state: "done", progress: 100, result: JSON.stringify(result) } as const);
  await db
    .updateTable("ledger_run")
    .set({ ...outcome, finished_at: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

const shownMax = 5;

/** The newest first. */
export async function listRuns(db: Database) {
  const rows = await db
    .selectFrom("ledger_run as run")
    .innerJoin("account", "account.id", "run.asked_by")
    .select([
      "run.id",
      "run.kind",
      "run.asked_at as askedAt",
      "run.statement",
      "run.matching",
      "run.state",
      "run.progress",
      "run.result",
      "run.accepted_hash as acceptedHash",
      sql<string>`account.first_name || ' ' || account.last_name`.as("askedBy"),
    ])
    .orderBy("run.asked_at", "desc")
    .orderBy("run.id")
    .limit(shownMax)
    .execute();
  return Promise.all(
    rows.map(async ({ matching, result, ...row }) => ({
      ...row,
      matching: matching === null ? null : keptMatchingSchema.parse(matching),
      result: result === null ? null : await withNames(readOnly(db), runResultSchema.parse(result)),
    })),
  );
}

async function withNames(
  db: ReadDatabase,
  result: RunResult,
): Promise<Omit<RunResult, "members"> & { members: NamedMember[] }> {
  return { ...result, members: await named(db, result.members) };
}
