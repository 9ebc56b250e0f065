import { useState } from "react";
import { Notice } from "../../ui/notice.tsx";
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
  return (
    <Notice tone="info" title="You came back without paying">
      <p>Nothing was charged. The order is kept for you, and you can pay it whenever you like.</p>
    </Notice>
  );
}
