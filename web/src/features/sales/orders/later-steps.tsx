import { Button } from "@mantine/core";
import { type ComponentType, useEffect, useState } from "react";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { useBackCloses } from "../../../ui/back-layers.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { RichWords } from "../../../ui/rich-words.tsx";
import { DeliveryStep } from "./delivery-step.tsx";
import { changeDraft, type OrderDraft, type OrderStep } from "./order-draft.ts";
import type { QuoteState } from "./order-form-screen.tsx";
import { SummaryStep } from "./summary-step.tsx";

export function LaterSteps(props: {
  step: 2 | 3;
  draft: OrderDraft;
  quote: QuoteState;
  GuestOffer: ComponentType;
}) {
  // What is shown where nobody answers the order cannot be fetched then.
  useEffect(() => void import("./waiting-order.tsx"), []);
  return (
    <>
      <BackTo step={1} />
      {props.step === 3 && <BackTo step={2} />}
      <CheckoutNotice />
      {props.step === 2 ? (
        <DeliveryStep draft={props.draft} quote={props.quote} />
      ) : (
        <SummaryStep draft={props.draft} quote={props.quote} GuestOffer={props.GuestOffer} />
      )}
    </>
  );
}

/** A step on is an entry of the browser's history, which Back leaves for the step before; a part of its own, for the order of them. */
function BackTo({ step }: { step: OrderStep }) {
  useBackCloses(() => changeDraft((before) => ({ ...before, step })));
  return null;
}

const key = "checkout-notice-1";

/** What the office wants everybody to know before they order: once in a session, and again when it changed. */
function CheckoutNotice() {
  const notice = useShopSettings()?.checkoutNotice;
  const [read, setRead] = useState(lastRead);
  if (!notice || notice === read) return null;

  const close = () => {
    remember(notice);
    setRead(notice);
  };
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

function lastRead(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(notice: string): void {
  try {
    sessionStorage.setItem(key, notice);
  } catch {
    // Storage is full or forbidden: the notice is then read once a page.
  }
}
