import type { LedgerRunKind, OutsideStatement } from "@portal/shared/office/month-end.ts";
import { sql } from "kysely";
import { z } from "zod";
import { type Database, type ReadDatabase, readOnly, type Tx } from "../../platform/db/database.ts";
import { membersWithNames } from "../ledger-health/ledger-health.queries.ts";
import { projectionsResultSchema } from "../ledger-health/ledger-checks.ts";
import { type Matching, matchingSchema } from "./match-payments.ts";

const runResultSchema = projectionsResultSchema.extend({
  /** The head of the ledger. */
  position: z.int(),
  /** Identifies the difference of a rebuild; null when nothing differs, and for a reconciliation. */
  hash: z.string().nullable(),
  /** Whether the rebuilt projections are in use. */
  isSwapped: z.boolean(),
});
export type RunResult = z.infer<typeof runResultSchema>;

const listOf = <Items extends z.ZodType>(items: Items) =>
  z.object({ count: z.int(), first: items });
const { shape } = matchingSchema;
/** The first of each list only: a file of another account would fill pages. */
const keptMatchingSchema = z.object({
  matched: shape.matched,
  different: listOf(shape.different),
  missingInLedger: listOf(shape.missingInLedger),
  missingInStatement: listOf(shape.missingInStatement),
  unreferenced: listOf(shape.unreferenced),
});

const listedMax = 50;

function cut<Item>(list: readonly Item[]): { count: number; first: Item[] } {
  return { count: list.length, first: list.slice(0, listedMax) };
}

function kept({ matched, ...lists }: Matching): z.infer<typeof keptMatchingSchema> {
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

/** @returns false when another run is waiting */
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

export async function findWaitingRun(db: ReadDatabase) {
  const row = await db
    .selectFrom("ledger_run")
    .select(["id", "kind", "accepted_hash as acceptedHash"])
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return row ?? null;
}

export async function saveRunProgress(db: Database, id: string, percent: number): Promise<void> {
  await db
    .updateTable("ledger_run")
    .set({ progress: percent })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** @param options.result null for a run that failed */
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
      result: result === null ? null : await withNames(db, runResultSchema.parse(result)),
    })),
  );
}

async function withNames(db: Database, result: RunResult) {
  return { ...result, members: await membersWithNames(readOnly(db), result.members) };
}
