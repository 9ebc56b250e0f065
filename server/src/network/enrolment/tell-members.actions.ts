import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";

type Told = Omit<Extract<MessageAbout, { kind: "network-changed" }>, "kind">;
type TellingCaller = Pick<Caller, "user" | "newId" | "jobs" | "now">;

/** Of a member: where they were, and where they are. */
export type MemberPlace = Readonly<{
  userId: number;
  formerParentId: number | null;
  parentId: number | null;
}>;

const nothing = { parentId: null, before: null, after: null } as const;

/** A member was moved: the member, and whoever was and is directly above. */
export async function tellOfMove(tx: Tx, caller: TellingCaller, place: MemberPlace): Promise<void> {
  const { userId: memberId, formerParentId, parentId } = place;
  await tell(tx, caller, { ...nothing, userId: memberId, memberId, parentId, change: "moved" });
  if (formerParentId !== null)
    await tell(tx, caller, { ...nothing, userId: formerParentId, memberId, change: "left" });
  if (parentId !== null)
    await tell(tx, caller, { ...nothing, userId: parentId, memberId, change: "joined" });
}

/** A level 2 became a level 1: the member, and the parent who is the sponsor from now on. */
export async function tellOfUplift(
  tx: Tx,
  caller: TellingCaller,
  { userId: memberId, parentId }: Pick<MemberPlace, "userId" | "parentId">,
): Promise<void> {
  await tell(tx, caller, { ...nothing, userId: memberId, memberId, parentId, change: "uplifted" });
  if (parentId !== null)
    await tell(tx, caller, { ...nothing, userId: parentId, memberId, change: "member-uplifted" });
}

/** A customer became a member: whoever had brought them, and the new parent. The new member is told of the role. */
export async function tellOfConversion(
  tx: Tx,
  caller: TellingCaller,
  { userId: memberId, formerParentId, parentId }: MemberPlace,
): Promise<void> {
  if (formerParentId !== null && formerParentId !== parentId)
    await tell(tx, caller, {
      ...nothing,
      userId: formerParentId,
      memberId,
      change: "customer-left",
    });
  if (parentId !== null)
    await tell(tx, caller, { ...nothing, userId: parentId, memberId, change: "joined" });
}

/** A percentage in basis points, as it was and as it is. */
type Percentage = Readonly<{ before: number | null; after: number | null }>;

/** Percentages of a stockist: the own ones to the stockist, the parent's commission to the parent alone. */
export async function tellOfTerms(
  tx: Tx,
  caller: TellingCaller,
  member: Pick<MemberPlace, "userId" | "parentId">,
  terms: Readonly<{ margin: Percentage; vat: Percentage; percent: Percentage }>,
): Promise<void> {
  const { userId: memberId, parentId } = member;
  for (const change of ["margin", "vat"] as const)
    if (terms[change].before !== terms[change].after)
      await tell(tx, caller, { ...nothing, ...terms[change], userId: memberId, memberId, change });
  const { percent } = terms;
  if (parentId !== null && percent.before !== percent.after)
    await tell(tx, caller, {
      ...nothing,
      ...percent,
      userId: parentId,
      memberId,
      change: "stockist-percent",
    });
}

/** The own percentage of a customer, on every price. */
export async function tellOfDiscount(
  tx: Tx,
  caller: TellingCaller,
  userId: number,
  discount: Percentage,
): Promise<void> {
  const told = { ...nothing, ...discount, userId, memberId: userId };
  await tell(tx, caller, { ...told, change: "discount" });
}

/** Whoever does it knows of it. */
async function tell(tx: Tx, caller: TellingCaller, told: Told): Promise<void> {
  if (told.userId === caller.user?.id) return;
  const key = `network-changed-${caller.newId()}`;
  await queueMessage(tx, caller, key, { kind: "network-changed", ...told });
}
