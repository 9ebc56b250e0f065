import { Button } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { useEffect } from "react";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { useBackCloses } from "../../../ui/back-layers.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { RichWords } from "../../../ui/rich-words.tsx";
import { DeliveryStep } from "./delivery-step.tsx";
import { changeDraft, type OrderDraft, type OrderStep } from "./order-draft.ts";
import { useOnePlacing } from "./placed-drafts.ts";
import { SummaryStep } from "./summary-step.tsx";
import type { QuoteState } from "./order-quote.ts";

export function LaterSteps(props: { step: 2 | 3; draft: OrderDraft; quote: QuoteState }) {
  useOnePlacing(props.draft);
  // Preloaded, because it is shown when the network is down.
  useEffect(() => void import("./waiting-order.tsx"), []);
  return (
    <>
      <BackTo step={1} />
      {props.step === 3 && <BackTo step={2} />}
      <CheckoutNotice />
      {props.step === 2 ? (
        <DeliveryStep draft={props.draft} quote={props.quote} />
      ) : (
        <SummaryStep draft={props.draft} quote={props.quote} />
      )}
    </>
  );
}

/** One history entry for each step, so that Back leads to the step before. One component each, to keep their order. */
function BackTo({ step }: { step: OrderStep }) {
  useBackCloses(() => changeDraft((before) => ({ ...before, step })));
  return null;
}

/** The office's notice before checkout, shown once in a session and again after a change. */
function CheckoutNotice() {
  const notice = useShopSettings()?.checkoutNotice;
  const [read, setRead] = useSessionStorage({
    key: "checkout-notice-1",
    defaultValue: "",
    getInitialValueInEffect: false,
  });
  if (!notice || notice === read) return null;

  const close = () => setRead(notice);
  return (
    <Dialog shape="question" title="Before you order" onClose={close}>
      <div className="stack">
        <RichWords html={notice} />
        <Button mr="auto" data-autofocus onClick={close}>
          Continue
        </Button>
      </div>
    </Dialog>
  );
}
