import { useEffect, useRef, useState } from "react";
import { api } from "../../api/api.ts";
import { isUnreachable } from "../../api/error-message.ts";
import { newId } from "../../api/new-id.ts";
import { clickIds } from "../../session/click-ids.ts";
import { guestId } from "../../session/guest-id.ts";
import { useShopSettings } from "../../session/use-shop-settings.ts";
import { changeDraft, readDraft } from "./draft-store.ts";
import { saveRequest, withAttempt } from "./order-draft.ts";
import { forgetUnsent, keepUnsent, leaveWaiting } from "./unsent-order.ts";
import { useAfterPlacing } from "./use-after-placing.ts";

/** The specification's guard against a second press. */
const guardMs = 2000;

export type PlaceOrder = Readonly<{
  place: () => void;
  isPending: boolean;
  /** Still within two seconds of the last press, or while the shop takes no orders. */
  isHeld: boolean;
  error: unknown;
}>;

export function usePlaceOrder(): PlaceOrder {
  const afterPlacing = useAfterPlacing();
  const [isHeld, setHeld] = useState(false);
  const hasStockIssues = Boolean(useShopSettings()?.stockIssues);
  const lastPress = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const save = api.orders.save.useMutation({
    onSuccess: afterPlacing,
    // A refusal is an answer; where there was none, the order waits for the line.
    onError: (error) => (isUnreachable(error) ? leaveWaiting() : forgetUnsent()),
  });

  const place = () => {
    if (save.isPending || performance.now() - lastPress.current < guardMs) return;
    const wanted = saveRequest(readDraft(), guestId());
    if (!wanted) return;
    const request = { ...wanted, ...clickIds() };

    lastPress.current = performance.now();
    setHeld(true);
    timer.current = setTimeout(() => setHeld(false), guardMs);
    // The command id is written down before it is sent, so that it outlives a reload.
    const { draft, commandId } = withAttempt(readDraft(), request, newId);
    changeDraft(() => draft);
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
