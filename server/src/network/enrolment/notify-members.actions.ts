import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { networkChanged, officeChange, type OfficeChange } from "./member.messages.ts";
import type { NetworkChange } from "./network-change.queries.ts";

type NotifyingCaller = Pick<Caller, "user" | "newId" | "jobs" | "now">;

/** A member, its parent before the change, and its parent now. */
type ParentChange = Readonly<{
  userId: number;
  formerParentId: number | null;
  parentId: number | null;
}>;

/** `above`: who was above the former parent and is not above the new one. */
type Conversion = ParentChange & Readonly<{ above: readonly number[] }>;

/** Notifies a moved member, its former parent and its new one. */
export async function notifyOfMove(
  tx: Tx,
  caller: NotifyingCaller,
  { userId: memberId, formerParentId, parentId }: ParentChange,
): Promise<void> {
  await notify(tx, caller, memberId, { memberId, parentId, change: "moved" });
  await notify(tx, caller, formerParentId, { memberId, change: "left" });
  await notify(tx, caller, parentId, { memberId, change: "joined" });
}

/** Notifies a level 2 that became a level 1, and its parent, who is now its sponsor. */
export async function notifyOfUplift(
  tx: Tx,
  caller: NotifyingCaller,
  { userId: memberId, parentId }: Pick<ParentChange, "userId" | "parentId">,
): Promise<void> {
  await notify(tx, caller, memberId, { memberId, parentId, change: "uplifted" });
  await notify(tx, caller, parentId, { memberId, change: "member-uplifted" });
}

/**
 * A customer became a member: notifies the member who had brought the customer, those above who no longer earn on the
 * customer's orders, and the new parent. The new member gets a message of its own about the role.
 */
export async function notifyOfConversion(
  tx: Tx,
  caller: NotifyingCaller,
  { userId: memberId, formerParentId, parentId, above }: Conversion,
): Promise<void> {
  if (formerParentId !== parentId)
    await notify(tx, caller, formerParentId, { memberId, change: "customer-left" });
  for (const userId of above)
    await notify(tx, caller, userId, { memberId, change: "customer-below-left" });
  await notify(tx, caller, parentId, { memberId, change: "joined" });
}

/** A percentage in basis points, before and after. */
type Percentage = Readonly<{ before: number | null; after: number | null }>;

/** A stockist is notified of its own percentages, its parent alone of the parent's commission. */
export async function notifyOfTerms(
  tx: Tx,
  caller: NotifyingCaller,
  { userId: memberId, parentId }: Pick<ParentChange, "userId" | "parentId">,
  terms: Readonly<{ margin: Percentage; vat: Percentage; percent: Percentage }>,
): Promise<void> {
  for (const change of ["margin", "vat"] as const)
    if (terms[change].before !== terms[change].after)
      await notify(tx, caller, memberId, { ...terms[change], memberId, change });
  const { percent } = terms;
  if (percent.before !== percent.after)
    await notify(tx, caller, parentId, { ...percent, memberId, change: "stockist-percent" });
}

/** Notifies a customer of the customer's own discount. */
export async function notifyOfDiscount(
  tx: Tx,
  caller: NotifyingCaller,
  userId: number,
  discount: Percentage,
): Promise<void> {
  await notify(tx, caller, userId, { ...discount, memberId: userId, change: "discount" });
}

/**
 * Another code, or the mark of a test account, takes a member's sales away: the member and the parent are warned, by a text
 * that nobody edits.
 *
 * @param changed as the audit names it
 */
export async function warnOfMarks(
  tx: Tx,
  caller: NotifyingCaller,
  memberId: number,
  changed: readonly string[],
): Promise<void> {
  const marks = (["code", "test"] as const).filter((mark) => changed.includes(mark));
  if (marks.length === 0) return;
  const parentId = await findParent(tx, memberId);
  for (const change of marks) {
    await warn(tx, caller, { userId: memberId, memberId, change });
    await warnParent(tx, caller, { memberId, parentId }, change);
  }
}

/** Warns the parent of a member, if there is one. */
export async function warnParent(
  tx: Tx,
  caller: NotifyingCaller,
  { memberId, parentId }: Readonly<{ memberId: number; parentId: number | null }>,
  change: OfficeChange["change"],
): Promise<void> {
  if (parentId !== null) await warn(tx, caller, { userId: parentId, memberId, change });
}

async function warn(tx: Tx, caller: NotifyingCaller, change: OfficeChange): Promise<void> {
  const key = `office-change-${caller.newId()}`;
  await queueMessage(tx, caller, key, officeChange, change, { emailOnly: true });
}

export async function findParent(tx: Tx, memberId: number): Promise<number | null> {
  const row = await tx
    .selectFrom("projection.member")
    .select("parent_id as parentId")
    .where("user_id", "=", memberId)
    .executeTakeFirst();
  return row?.parentId ?? null;
}

/** The user who makes the change is not notified of it. */
async function notify(
  tx: Tx,
  caller: NotifyingCaller,
  userId: number | null,
  {
    parentId = null,
    before = null,
    after = null,
    ...change
  }: Pick<NetworkChange, "memberId" | "change"> & Partial<NetworkChange>,
): Promise<void> {
  if (userId === null || userId === caller.user?.id) return;
  await queueMessage(tx, caller, `network-changed-${caller.newId()}`, networkChanged, {
    ...change,
    userId,
    parentId,
    before,
    after,
  });
}
