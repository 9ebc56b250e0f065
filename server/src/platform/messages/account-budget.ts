import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Readers } from "@portal/shared/platform/permission-rows.ts";
import { rowOf } from "@portal/shared/platform/permissions.ts";
import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { Database, Tx } from "../db/database.ts";
import { consume, giveBack, type Limit } from "../rate-limit/rate-limits.ts";

const listSchema = z.object({ ids: z.array(z.unknown()) });
const usesSchema = z.object({ uses: z.array(z.unknown()) });
const batchSchema = z.object({ batchId: z.int().positive().max(2_147_483_647) });

/** The payees of the payouts in a batch that are not paid yet. */
async function toPayees(input: unknown, db: Database): Promise<number> {
  const { batchId = 0 } = batchSchema.safeParse(input).data ?? {};
  const { count } = await db
    .selectFrom("payout_batch_item")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("batch_id", "=", batchId)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  return count;
}

/** How many readers a change has, by the word of its row in the permission table. */
const countOf: Readonly<
  Record<Readers, (input: unknown, db: Database) => number | Promise<number>>
> = {
  one: () => 1,
  three: () => 3,
  // The three, and those above the former parent who lose by it: three levels, seldom more.
  levels: () => 6,
  eachId: (input) => listSchema.safeParse(input).data?.ids.length ?? 1,
  eachOrder: (input) => usesSchema.safeParse(input).data?.uses.length ?? 1,
  eachPayee: toPayees,
};

const hour = 3600;
const day = 24 * hour;
type Budget = Readonly<Record<MessageChannel, readonly Limit[]>>;

/** More than a distributor or stockist needs on the busiest day of the year. */
export const memberBudget: Budget = {
  email: [
    { times: 60, seconds: hour },
    { times: 200, seconds: day },
  ],
  sms: [
    { times: 30, seconds: hour },
    { times: 100, seconds: day },
  ],
};
/** The office ships and pays hundreds at once. One stolen account leaves the others a part of the hourly limit of all. */
const officeBudget: Budget = {
  email: [{ times: 2000, seconds: hour }],
  sms: [{ times: 300, seconds: hour }],
};

/**
 * Takes emails out of the caller's budget, for an action that finds out itself how many it sends.
 *
 * @throws DomainError message.too-many
 */
export async function spendEmails(
  tx: Tx,
  { now, user, impersonatedById }: Pick<Caller, "now" | "user" | "impersonatedById">,
  count: number,
): Promise<void> {
  const limits = (user?.role === "admin" ? officeBudget : memberBudget).email;
  const key = `email of account ${impersonatedById ?? user?.id}`;
  if (!(await consume(tx, { key, limits }, now(), { count })))
    throw new DomainError("message.too-many");
}

/**
 * Takes the messages of a mutation out of the caller's budget, all or none, before anything is locked or decided. Guests are
 * limited by their IP prefix instead.
 *
 * @returns gives them back, for a mutation that was refused
 * @throws DomainError message.too-many
 */
export async function spendOfAccount(
  { db, now, user, impersonatedById }: Pick<Caller, "db" | "now" | "user" | "impersonatedById">,
  path: string,
  readInput: () => Promise<unknown>,
): Promise<() => Promise<void>> {
  const row = rowOf(path);
  if (!row?.sends || !user) return async () => {};
  const count = await countOf[row.sends](await readInput(), db);
  if (count === 0) return async () => {};
  const budget = user.role === "admin" ? officeBudget : memberBudget;
  const at = now();
  const channels = row.bySms ? (["sms", "email"] as const) : (["email"] as const);
  const limits = channels.map((channel) => {
    const key = `${channel} of account ${impersonatedById ?? user.id}`;
    return { key, limits: budget[channel] };
  });
  await db.transaction().execute(async (tx) => {
    for (const limit of limits)
      if (!(await consume(tx, limit, at, { count }))) throw new DomainError("message.too-many");
  });
  return async () => {
    for (const limit of limits) await giveBack(db, limit, at, count);
  };
}
