import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { findMemberByCode } from "../users/user.queries.ts";

/** Moves the recipients that a browser saved as a guest to the user's account. */
export async function takeOverRecipients(
  tx: Tx,
  { userId, guestId }: Readonly<{ userId: number; guestId: string }>,
  now: string,
): Promise<void> {
  await tx
    .updateTable("address")
    .set({ owner_id: userId, guest_id: null, updated_at: now })
    .where("guest_id", "=", guestId)
    .execute();
}

/**
 * docs/domain.md, "Who made the sale": the parent of a guest who registers is the seller of their latest live order with an
 * active seller, else the active member whose link they came by, else null.
 */
export async function findMemberOfGuest(
  tx: Tx,
  {
    guestId,
    viaCode,
    card,
  }: Pick<Caller, "viaCode" | "card"> & Readonly<{ guestId: string | null }>,
): Promise<number | null> {
  const seller = guestId === null ? null : await sellerToGuest(tx, guestId);
  if (seller !== null || viaCode === null) return seller;
  return (await findMemberByCode({ db: tx, card }, viaCode))?.userId ?? null;
}

async function sellerToGuest(tx: Tx, guestId: string): Promise<number | null> {
  const order = await tx
    .selectFrom("order_detail")
    .innerJoin("projection.order_state as placed", "placed.order_id", "order_detail.order_id")
    .innerJoin("projection.member as member", "member.user_id", "placed.seller_id")
    .select("member.user_id")
    .where("order_detail.guest_id", "=", guestId)
    .where(isLive("placed"))
    .where("member.active", "=", true)
    .orderBy("placed.placed_position", "desc")
    .limit(1)
    .executeTakeFirst();
  return order?.user_id ?? null;
}
