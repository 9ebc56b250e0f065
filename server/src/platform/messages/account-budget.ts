import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { MessageChannel } from "@portal/shared/platform/messages.ts";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { Database } from "../db/database.ts";
import { consume, giveBack, type Limit } from "../rate-limit/rate-limits.ts";

/** To how many recipients a procedure writes, and whether also by SMS where a number is known. */
type Sending = Readonly<{
  bySms?: true;
  recipients?: (input: unknown, db: Database) => number | Promise<number>;
}>;

const one: Sending = {};
/** The member, the parent and the former parent. */
const toThree: Sending = { recipients: () => 3 };
/** As three, and those above the former parent who lose by it: three levels, seldom more. */
const toMany: Sending = { recipients: () => 6 };
const listSchema = z.object({ ids: z.array(z.unknown()) });
const toEachId = (input: unknown) => listSchema.safeParse(input).data?.ids.length ?? 1;

const usesSchema = z.object({ uses: z.array(z.unknown()) });
const toEachOrder = (input: unknown) => usesSchema.safeParse(input).data?.uses.length ?? 1;
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

/** Every mutation by which a signed-in user makes us send messages. A test walks all mutations to find a missing one. */
export const sendingChanges: Readonly<Record<string, Sending>> = {
  "auth.updatePassword": one,
  "profile.update": { bySms: true },
  "profile.resendOptIn": one,
  "users.create": { bySms: true },
  "users.update": { bySms: true },
  "users.leave": one,
  "users.resendOptIn": { bySms: true },
  "users.resendToMany": { bySms: true, recipients: toEachId },
  "users.invite": one,
  "users.acceptInvitation": one,
  "users.convertToDistributor": toMany,
  "users.convertToStockist": toMany,
  "users.moveDistributor": toThree,
  "users.moveStockist": toThree,
  "users.uplift": toThree,
  "bankDetails.save": one,
  "bankLines.use": { recipients: toEachOrder },
  "wallet.requestPayout": one,
  "wallet.askAboutEntry": one,
  "wallet.answerQuestion": one,
  "orders.mailEftDetails": one,
  "orders.recordEft": one,
  "orders.cancel": one,
  "orders.refund": one,
  "orders.correctRecipient": one,
  "orders.readyToCollect": { bySms: true },
  "courier.createShipment": one,
  "payouts.markAsPaid": one,
  "payouts.reject": one,
  "payouts.saveRequests": one,
  "payoutBatches.pay": { recipients: toPayees },
  "products.save": one,
  "contact.submit": one,
  "emailCopy.sendTest": one,
  "system.resendEmail": one,
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
  const sending = Object.hasOwn(sendingChanges, path) ? sendingChanges[path] : undefined;
  if (!sending || !user) return async () => {};
  const count = (await sending.recipients?.(await readInput(), db)) ?? 1;
  if (count === 0) return async () => {};
  const budget = user.role === "admin" ? officeBudget : memberBudget;
  const at = now();
  const channels = sending.bySms ? (["sms", "email"] as const) : (["email"] as const);
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
