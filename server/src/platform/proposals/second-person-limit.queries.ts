import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";
import { rowOf } from "../db/rows.ts";
import { loadCircle, payingTo } from "./circle.queries.ts";
import { isForAnother } from "./independence.rules.ts";

type AnyDatabase = ReadDatabase | Database | Tx;

/** The lowest of all regions, because a wallet has no region; minor units. */
export async function findSecondPersonLimit(db: AnyDatabase): Promise<number | null> {
  const { limit } = await db
    .selectFrom("region")
    .select(({ fn }) => fn.min("payout_second_person_above").as("limit"))
    .executeTakeFirstOrThrow();
  return limit;
}

/**
 * For the side writes of a command that one admin sends: its events are in the sum, and no other writer is before the
 * ledger's lock is free, so that commands sent at once cannot get above the limit together.
 *
 * @throws DomainError decision.needed
 */
export async function requireWithinLimit(
  tx: Tx,
  { decision = null }: Pick<Caller, "decision">,
  events: RawBuilder<unknown>,
): Promise<void> {
  if (decision !== null) return;
  const limit = await findSecondPersonLimit(tx);
  if (limit !== null && (await sumWithoutSecondPerson(tx, events)) > limit)
    throw new DomainError("decision.needed");
}

/** Whether a command of one admin came above the limit by others that were sent at the same moment. */
export function isDecisionNeeded(error: unknown): boolean {
  return error instanceof DomainError && error.code === "decision.needed";
}

const sumRow = z.strictObject({ sum: z.int() });

/** What two admins decided does not count: approved money makes no later small payment a decision. */
async function sumWithoutSecondPerson(
  db: AnyDatabase,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { sum } = await rowOf(
    db,
    sumRow,
    sql`
    select coalesce(sum((data ->> 'amount')::bigint), 0)::bigint as sum
    from ledger_events where ${which} and not metadata ? 'decisionId'`,
  );
  return sum;
}

type SecondStep = Readonly<{
  /** In minor units. */
  amount: number;
  /** Who did the first step. */
  firstId: number;
  userId: number;
  /** Whom it brings money. */
  pays: readonly number[];
}>;

/** Whether an amount is above the limit, and another admin than this one has to complete what somebody began. */
export async function takesAnother(
  db: ReadDatabase | Tx,
  { amount, pays, ...step }: SecondStep,
): Promise<boolean> {
  const limit = await findSecondPersonLimit(db);
  if (limit === null || amount <= limit) return false;
  return isForAnother(step, await loadCircle(db), await payingTo(db, pays));
}
