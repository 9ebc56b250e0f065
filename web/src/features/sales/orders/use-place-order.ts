import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../api/api.ts";
import { isUnreachable, reasonOf } from "../../../api/error-message.ts";
import { newId } from "../../../api/new-id.ts";
import { clickIds } from "../../../session/click-ids.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useSession } from "../../../session/session.tsx";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { afterLayers } from "../../../ui/back-layers.ts";
import { changeDraft, readDraft } from "./order-draft.ts";
import { type SaveRequest, saveRequest, withAttempt } from "./order-request.ts";
import { leavePlacedDraft } from "./placed-drafts.ts";
import { keepUnpaid } from "./unpaid-orders.ts";
import { forgetUnsent, keepUnsent, leaveWaiting } from "./unsent-order.ts";
import { isOfProducts, type QuoteState } from "./order-quote.ts";

/** The specification's guard against a double press. */
const guardMs = 2000;

export type PlaceOrder = Readonly<{
  /** @param buyer only for guests */
  place: (buyer: SaveRequest["buyer"]) => void;
  isPending: boolean;
  /** Still within two seconds of the last press, or while the shop takes no orders. */
  isHeld: boolean;
  error: unknown;
}>;

/** Places the order at the total shown on the button. */
export function usePlaceOrder({ quote, retry }: QuoteState): PlaceOrder {
  const afterPlacing = useAfterPlacing();
  const session = useSession();
  const [isHeld, setHeld] = useState(false);
  const settings = useShopSettings();
  const hasStockIssues = Boolean(settings?.stockIssues);
  const lastPress = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const save = api.orders.save.useMutation({
    onSuccess: afterPlacing,
    // A refusal is an answer. Without an answer the order waits for the network.
    onError(error) {
      if (isUnreachable(error)) return leaveWaiting();
      forgetUnsent();
      // Refused for a product, the new quote is refused too, and the form reads anew what the shop sells.
      if (reasonOf(error) === "order.price-changed" || isOfProducts(error)) retry();
    },
  });

  const place = (buyer: SaveRequest["buyer"]) => {
    if (save.isPending || performance.now() - lastPress.current < guardMs) return;
    const wanted = saveRequest(readDraft(), guestId());
    if (!wanted) return;
    const madeBy = session.state === "signed-in" ? session.user.id : null;
    const attempted = { ...wanted, madeBy, ...(buyer && { buyer }), ...clickIds(settings?.region) };

    lastPress.current = performance.now();
    setHeld(true);
    timer.current = setTimeout(() => setHeld(false), guardMs);
    // The command id is stored before it is sent, so that it survives a reload.
    const { draft, commandId } = withAttempt(readDraft(), attempted, newId);
    changeDraft(() => draft);
    // Not part of the attempt: with another price it is still the same order, under the same id.
    const request = { ...attempted, ...(quote && { expectedTotal: quote.total }) };
    keepUnsent({ commandId, request });
    save.mutate({ ...request, commandId });
  };

  return {
    place,
    isPending: save.isPending || save.isSuccess,
    isHeld: isHeld || hasStockIssues,
    error: save.error,
  };
}

/** A placed order is paid next; members find it among their orders (specification, section 4). */
export function useAfterPlacing(): (order: { uuid: string }) => void {
  const session = useSession();
  const [, navigate] = useLocation();
  const utils = api.useUtils();
  return ({ uuid }) => {
    const role = session.state === "signed-in" ? session.user.role : null;
    const isMember = role === "distributor" || role === "stockist";
    forgetUnsent();
    if (!isMember) keepUnpaid(uuid);
    leavePlacedDraft();
    // The order takes the place of the form's later steps in the history, which would be dead ends.
    afterLayers(() =>
      navigate(isMember ? `/${role}/my-orders?placed=${uuid}` : `/orders/pay/${uuid}`),
    );
    // A cached list does not have it yet.
    void utils.orders.mine.invalidate();
  };
}
