import { useState } from "react";
import { Notice } from "../../../ui/notice.tsx";
import { takeReturn } from "./left-for-provider.ts";
import type { PayableOrder } from "./pay-screen.tsx";

/** What became of the last try to pay by card, where it did not pay the order. */
export function CardAttempt(props: { order: PayableOrder }) {
  const { uuid, card } = props.order;
  const [isBack] = useState(() => takeReturn(uuid));
  const status = card.lastAttempt?.status;
  if (status === "failed")
    return (
      <Notice tone="warning" title="Your card payment did not go through">
        <p>Nothing was charged. You can try again, take another card, or pay by bank transfer.</p>
      </Notice>
    );
  if (status === "pending")
    return (
      <Notice tone="info" title="Your card payment is being checked">
        <p>
          The card provider tells us when it is through, and we write to you then. Please do not pay
          again in the meantime.
        </p>
      </Notice>
    );
  if (!isBack) return null;
  // Whoever paid and came back by another way is here before the provider has told us.
  return (
    <Notice tone="info" title="This order is not paid yet">
      <p>
        If you stopped before the end, nothing was charged, and you can pay whenever you like. If
        you did pay, please do not pay again: we write to you as soon as the card provider tells us.
      </p>
    </Notice>
  );
}
