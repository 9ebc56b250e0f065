import type { ComponentType } from "react";
import { CheckoutNotice } from "./checkout-notice.tsx";
import { DeliveryStep } from "./delivery-step.tsx";
import type { OrderDraft } from "./order-draft.ts";
import { SummaryStep } from "./summary-step.tsx";
import type { QuoteState } from "./use-quote.ts";

export function LaterSteps(props: {
  step: 2 | 3;
  draft: OrderDraft;
  quote: QuoteState;
  GuestOffer: ComponentType;
}) {
  return (
    <>
      <CheckoutNotice />
      {props.step === 2 ? (
        <DeliveryStep draft={props.draft} quote={props.quote} />
      ) : (
        <SummaryStep draft={props.draft} quote={props.quote} GuestOffer={props.GuestOffer} />
      )}
    </>
  );
}
