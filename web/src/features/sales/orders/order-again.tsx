import { Button } from "@mantine/core";
import { startingQuantity } from "@portal/shared/platform/constants.ts";
import { useLocation } from "wouter";
import type { ApiOutputs } from "../../../api/api.ts";
import { createOrderPath, handOverUrl } from "../../../session/paths.ts";
import { useSession } from "../../../session/session.tsx";
import { changeDraft, newDraft } from "./order-draft.ts";

type Order = Pick<ApiOutputs["orders"]["detail"], "uuid" | "sections">;

/** Starts a draft with the goods and the known recipients of an order, at today's prices and availability. */
export function OrderAgain({ order }: { order: Order }) {
  const session = useSession();
  const [, navigate] = useLocation();
  const user = session.state === "signed-in" ? session.user : null;
  const isMember = user?.role === "distributor" || user?.role === "stockist";
  const path = user && isMember ? createOrderPath(user) : "/";
  if (path === null || user?.role === "admin") return null;
  const begin = () => {
    // A draft stays on its host; the other host is told the order instead.
    if (user && isMember && !user.office.isHere)
      return window.location.assign(handOverUrl(user.office.url, `${path}?again=${order.uuid}`));
    beginAgain(order);
    navigate(path);
  };
  return (
    <Button variant="default" onClick={begin}>
      Order again
    </Button>
  );
}

/** Replaces the draft. */
export function beginAgain(order: Order): void {
  changeDraft(() => ({
    ...newDraft,
    names: Object.fromEntries(
      order.sections.flatMap(({ lines }) => lines.map(({ productId, name }) => [productId, name])),
    ),
    sections: order.sections.map(({ addressId, lines }) => ({
      addressId,
      quantities: {
        // What the order had none of is not added to it.
        [startingQuantity.productId]: 0,
        ...Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity])),
      },
    })),
  }));
}
