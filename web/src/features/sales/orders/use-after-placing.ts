import { useLocation } from "wouter";
import { api } from "../../../api/api.ts";
import { useSession } from "../../../session/session.tsx";
import { clearDraft } from "./draft-store.ts";
import { forgetUnsent } from "./unsent-order.ts";

/** A placed order is paid next; members find it among their orders (specification, section 4). */
export function useAfterPlacing(): (order: { uuid: string }) => void {
  const session = useSession();
  const [, navigate] = useLocation();
  const utils = api.useUtils();
  return ({ uuid }) => {
    const role = session.state === "signed-in" ? session.user.role : null;
    const isMember = role === "distributor" || role === "stockist";
    forgetUnsent();
    navigate(isMember ? `/${role}/my-orders` : `/orders/pay/${uuid}`);
    clearDraft();
    // A list that was looked at before does not know of it yet.
    void utils.orders.mine.invalidate();
  };
}
