import type { Currency } from "@portal/shared/platform/money.ts";
import { Notice } from "../../../../ui/feedback.tsx";
import { MoneyText } from "../../../../ui/money-text.tsx";

/** Before goods leave: what of their order was refunded, which whoever sends them confirms; minor units. */
export function TakenBackNotice(props: { takenBack: number; currency: Currency }) {
  const { takenBack, currency } = props;
  if (takenBack === 0) return null;
  return (
    <Notice tone="warning" title="Part of this order was refunded">
      <MoneyText minor={takenBack} currency={currency} /> was refunded. Send only what the buyer
      still gets.
    </Notice>
  );
}

/** What the request says of it: what was on the screen. */
export function takenBackSeen(takenBack: number): { takenBack?: number } {
  return takenBack > 0 ? { takenBack } : {};
}
