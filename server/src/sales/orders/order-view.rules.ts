import type { SignedInUser } from "../../platform/access/signed-in.ts";

/** The viewer's relation to an order, which decides what every page and paper of it shows. */
export type OrderView = "office" | "buyer" | "seller" | "link";

/**
 * Who asks: the signed-in user, or a guest. A guest is the buyer in the browser that placed the order, which knows the guest id;
 * with the link alone anybody else sees goods and amounts.
 *
 * @returns null for an account that the order is not shown to
 */
export function viewOf(
  order: Readonly<{ buyerId: number | null; sellerId: number | null; guestId: string | null }>,
  user: Pick<SignedInUser, "id" | "role"> | null,
  guestId: string | null,
  { isForDocument = false }: Readonly<{ isForDocument?: boolean }> = {},
): OrderView | null {
  const { buyerId, sellerId } = order;
  if (!user) {
    const isTheirs = buyerId === null && guestId !== null && order.guestId === guestId;
    return isTheirs ? "buyer" : "link";
  }
  if (user.role === "admin" || (isForDocument && user.role === "accountant")) return "office";
  if (buyerId === user.id) return "buyer";
  return sellerId === user.id ? "seller" : null;
}

/** Whether names, addresses, contacts and what somebody wrote are shown: never with the link alone. */
export function seesPeople(view: OrderView): boolean {
  return view === "office" || view === "buyer";
}
