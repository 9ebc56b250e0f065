import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../api/api.ts";
import { newId } from "../../api/new-id.ts";
import { guestId } from "../../session/guest-id.ts";
import { useSession } from "../../session/session.tsx";
import { useShopSettings } from "../../session/use-shop-settings.ts";
import { changeDraft, clearDraft, readDraft } from "./draft-store.ts";
import { saveRequest, withAttempt } from "./order-draft.ts";

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
  const session = useSession();
  const [, navigate] = useLocation();
  const utils = api.useUtils();
  const [isHeld, setHeld] = useState(false);
  const hasStockIssues = Boolean(useShopSettings()?.stockIssues);
  const lastPress = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const save = api.orders.save.useMutation({
    onSuccess: ({ uuid }) => {
      const role = session.state === "signed-in" ? session.user.role : null;
      const isMember = role === "distributor" || role === "stockist";
      navigate(isMember ? `/${role}/my-orders` : `/orders/pay/${uuid}`);
      clearDraft();
      // A list that was looked at before does not know of it yet.
      void utils.orders.mine.invalidate();
    },
  });

  const place = () => {
    if (save.isPending || performance.now() - lastPress.current < guardMs) return;
    const request = saveRequest(readDraft(), guestId());
    if (!request) return;

    lastPress.current = performance.now();
    setHeld(true);
    timer.current = setTimeout(() => setHeld(false), guardMs);
    // The command id is written down before it is sent, so that it outlives a reload.
    const { draft, commandId } = withAttempt(readDraft(), request, newId);
    changeDraft(() => draft);
    save.mutate({ ...request, commandId });
  };

  return {
    place,
    isPending: save.isPending || save.isSuccess,
    isHeld: isHeld || hasStockIssues,
    error: save.error,
  };
}
