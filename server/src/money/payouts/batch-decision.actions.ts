import { waits } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { batchSchema } from "@portal/shared/platform/proposals.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import {
  type Accounts,
  digestsOfAccounts,
} from "../../platform/proposals/account-digest.queries.ts";
import { endIfOther } from "../../platform/proposals/frozen-accounts.actions.ts";
import { confirmIn } from "../../platform/proposals/confirm.actions.ts";
import { isMoneyOutAboveLimit } from "../../platform/proposals/money-out.queries.ts";
import { tellOfDecision } from "../../platform/proposals/notices.ts";
import {
  forgetWords,
  isWaiting,
  spendBatchInStore,
  voidProposal,
} from "../../platform/proposals/proposal.store.ts";
import { proposeOnceIn } from "../../platform/proposals/propose.actions.ts";
import { keepAccountsOfFile, type PaidAccount } from "./payout-account.store.ts";
import {
  type BatchItem,
  findBatch,
  listBatchItems,
  lockPayouts,
  noteLetOutAlone,
} from "./payout-batch.store.ts";
import { listPaymentFacts } from "./payout-checks.queries.ts";
import { findPermissions } from "./payout.queries.ts";

/** What two admins decided on a batch. */
export type BatchPermission = Readonly<{
  id: string;
  confirmedById: number | null;
  /** The payouts that it lists; the others have an approval of their own. */
  payoutIds: ReadonlySet<string>;
}>;

/** What counts for limits and decisions: the amount in the bank file with the tax withheld of it. */
function grossOf({ amount, withheld }: Pick<BatchItem, "amount" | "withheld">): number {
  return amount + withheld;
}

/**
 * Whether the open payouts of a batch, but for those with an approval of their own, are above the limit together with what
 * went out before (docs/domain.md, "Decisions of two admins").
 */
export async function isBatchAboveLimit(
  context: Accounts<Database>,
  user: SignedInUser,
  batchId: number,
): Promise<boolean> {
  const own = await withoutApproval(context, user, await listBatchItems(context.db, batchId));
  return areAboveLimit(context, user, batchId, own);
}

function areAboveLimit(
  context: Accounts<Database>,
  user: SignedInUser,
  batchId: number,
  own: readonly BatchItem[],
): Promise<boolean> {
  const out = own.map((item) => ({ to: { userId: item.userId }, amount: grossOf(item) }));
  return isMoneyOutAboveLimit(context, user.id, out, batchId);
}

/** What this admin pays by an approval of another: who approves the payouts of a batch is not the second person for it. */
async function withoutApproval(
  context: Accounts<Database>,
  user: SignedInUser,
  items: readonly BatchItem[],
): Promise<readonly BatchItem[]> {
  const open = items.filter(({ state }) => state === "open");
  const ids = open.map(({ payoutId }) => payoutId);
  const approved = await findPermissions(context, ids, user.id);
  return open.filter(({ payoutId }) => !approved.has(payoutId));
}

/** Asks another admin to confirm the batch as it is. @throws DomainError as `proposeIn` */
export async function proposeBatch(
  tx: Tx,
  caller: Caller,
  user: SignedInUser,
  batchId: number,
): Promise<void> {
  const { payOn, hashTotal } = await findBatch(tx, batchId);
  const context = { ...caller, db: tx };
  const own = await withoutApproval(context, user, await listBatchItems(tx, batchId));
  const payouts = own.map((item) => ({
    payoutId: item.payoutId,
    userId: item.userId,
    amount: grossOf(item),
  }));
  const total = payouts.reduce((sum, { amount }) => sum + amount, 0);
  const data = { batchId, payOn, hashTotal, total, payouts };
  const digests = await digestsOfAccounts(
    context,
    payouts.map(({ payoutId }) => payoutId),
  );
  const accounts = [...digests].map(([payoutId, accountDigest]) => ({ payoutId, accountDigest }));
  const change = { kind: "batch", data, words: { accounts } } as const;
  await proposeOnceIn(tx, caller, user, { id: caller.newId(), change });
}

/**
 * The decision by which the batch may be written and paid; null where it takes none. Without one it is proposed, and the
 * caller waits. One is void where an amount, a state or bank details differ from what was confirmed.
 *
 * @throws DomainError decision.needed, batch.details-changed, payout.second-person
 */
export async function requireBatchPermission(
  caller: Caller,
  user: SignedInUser,
  batchId: number,
): Promise<BatchPermission | null> {
  const decided = await findBatchDecision(caller.db, batchId);
  if (decided) {
    const { id, confirmedById, data } = decided;
    const items = await listBatchItems(caller.db, batchId);
    await requireAsConfirmed(caller, id, items, data);
    const payoutIds = new Set(data.payouts.map((each) => each.payoutId));
    // One that had an approval of its own is not in the list: the approval may be gone by now.
    const others = items.filter(({ payoutId }) => !payoutIds.has(payoutId));
    if ((await withoutApproval(caller, user, others)).length > 0)
      throw new DomainError("payout.second-person");
    return { id, confirmedById, payoutIds };
  }
  if (!(await isBatchAboveLimit(caller, user, batchId))) return null;
  await caller.db.transaction().execute(async (tx) => {
    await lockPayouts(tx);
    if (!(await isAskedAbout(tx, batchId))) await proposeBatch(tx, caller, user, batchId);
  });
  throw new DomainError("decision.needed");
}

type File = Readonly<{
  batchId: number;
  permission: BatchPermission | null;
  /** Those in the file. */
  accounts: readonly PaidAccount[];
}>;

/**
 * Notes that the file leaves for the bank, and which of its payments no second admin stands behind: several batches that are
 * each within the limit are not together above it. An approval that it relies on is confirmed by that. Under the lock of
 * payouts, so that neither two files at once miss each other nor a batch is cancelled meanwhile.
 *
 * @throws DomainError batch.settled where items were released, decision.needed, and those of `confirmIn`
 */
export async function noteFile(
  tx: Tx,
  caller: Caller,
  user: SignedInUser,
  { batchId, permission, accounts }: File,
): Promise<void> {
  await lockPayouts(tx);
  const items = await listBatchItems(tx, batchId);
  if (items.some(({ state }) => state === "released")) throw new DomainError("batch.settled");
  await confirmApprovals(tx, caller, user, { items, permission });
  if (permission === null) {
    const context = { ...caller, db: tx };
    const own = await withoutApproval(context, user, items);
    if (await areAboveLimit(context, user, batchId, own)) throw new DomainError("decision.needed");
    const ids = own.map(({ payoutId }) => payoutId);
    await noteLetOutAlone(tx, batchId, ids);
    const ownAccounts = accounts.filter(({ payoutId }) => ids.includes(payoutId));
    await keepAccountsOfFile(tx, caller, batchId, ownAccounts);
  }
  await tx
    .updateTable("payout_batch")
    .set({ file_at: caller.now(), file_by: user.id })
    .where("id", "=", batchId)
    .where("file_at", "is", null)
    .execute();
}

/** Who lets a payout out by the approval of another is its second admin, so a hold of theirs counts too. */
async function confirmApprovals(
  tx: Tx,
  caller: Caller,
  user: SignedInUser,
  {
    items,
    permission,
  }: Readonly<{ items: readonly BatchItem[]; permission: BatchPermission | null }>,
): Promise<void> {
  const ids = items.flatMap(({ state, payoutId }) =>
    state === "open" && permission?.payoutIds.has(payoutId) !== true ? [payoutId] : [],
  );
  for (const { id, isConfirmed } of (
    await findPermissions({ ...caller, db: tx }, ids, user.id)
  ).values())
    if (!isConfirmed) await confirmIn(tx, caller, user, { id, proof: null });
}

/** In the transaction that pays one of its payouts. @throws DomainError proposal.settled and its like */
export async function spendBatchPermission(
  tx: Tx,
  permission: BatchPermission | null,
  payoutId: string,
): Promise<void> {
  if (permission?.payoutIds.has(payoutId)) await spendBatchInStore(tx, permission.id);
}

const decisionIdRow = z.strictObject({ id: z.guid() });

/** The batch is gone, and with it what was to be decided. */
export async function endBatchDecisions(tx: Tx, caller: Caller, batchId: number): Promise<void> {
  const rows = await rowsOf(
    tx,
    decisionIdRow,
    sql`
    select id from decision where kind = 'batch' and (data ->> 'batchId')::integer = ${batchId}
      and state in ('open', 'confirmed') and used_at is null`,
  );
  for (const { id } of rows) await endDecision(tx, caller, id, "batch.settled");
  await forgetAccounts(tx, batchId);
}

/** The batch is closed: nothing is compared with the accounts of its decisions any more. */
export async function forgetAccounts(tx: Tx, batchId: number): Promise<void> {
  const rows = await rowsOf(
    tx,
    decisionIdRow,
    sql`
    select id from decision where kind = 'batch' and (data ->> 'batchId')::integer = ${batchId}
      and words is not null`,
  );
  for (const { id } of rows) await forgetWords(tx, id);
}

const decisionRow = z.strictObject({
  id: z.guid(),
  confirmedById: z.int().nullable(),
  data: batchSchema,
});
type Frozen = z.infer<typeof batchSchema>;

async function findBatchDecision(db: Database, batchId: number) {
  const [decided = null] = await rowsOf(
    db,
    decisionRow,
    sql`
    select id, decided_by as "confirmedById", data from decision
    where kind = 'batch' and (data ->> 'batchId')::integer = ${batchId} and state = 'confirmed'
      and decided_at > now() - make_interval(secs => ${waits.DECISION_LIFE})
    order by decided_at desc limit 1`,
  );
  return decided;
}

async function isAskedAbout(tx: Tx, batchId: number): Promise<boolean> {
  const { rows } = await sql`select from decision
    where ${isWaiting} and kind = 'batch' and (data ->> 'batchId')::integer = ${batchId}`.execute(
    tx,
  );
  return rows.length > 0;
}

async function requireAsConfirmed(
  caller: Caller,
  decisionId: string,
  items: readonly BatchItem[],
  { payouts }: Frozen,
): Promise<void> {
  const ids = payouts.map(({ payoutId }) => payoutId);
  const facts = await listPaymentFacts(readOnly(caller.db), ids);
  const isSame = payouts.every(({ payoutId, amount }) => {
    const item = items.find((each) => each.payoutId === payoutId);
    if (item && item.state !== "open") return true;
    const now = facts.find(({ id }) => id === payoutId);
    return now?.amount === amount && now.account?.updatedAt === item?.bankDetailsAt;
  });
  const other = isSame ? await endIfOther(caller, decisionId) : null;
  if (other !== null) throw new DomainError(other);
  if (isSame) return;
  await caller.db
    .transaction()
    .execute((tx) => endDecision(tx, caller, decisionId, "batch.details-changed"));
  throw new DomainError("batch.details-changed");
}

async function endDecision(
  tx: Tx,
  caller: Caller,
  id: string,
  reason: "batch.settled" | "batch.details-changed",
): Promise<void> {
  if (await voidProposal(tx, id, reason)) await tellOfDecision(tx, caller, id, "void");
}
