import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useSyncExternalStore,
} from "react";
import { Loading } from "../../../ui/loading.tsx";
import { useDraft } from "./draft-store.ts";
import { isReady, type OrderDraft, type OrderStep } from "./order-draft.ts";
import { QuantityStep } from "./quantity-step.tsx";
import { StockIssuesNotice } from "./stock-issues-notice.tsx";
import { useUnsentOrder } from "./unsent-order.ts";
import { useKnownRecipients } from "./use-known-recipients.ts";
import { useQuote } from "./use-quote.ts";

const loadLaterSteps = () => import("./later-steps.tsx");
const LaterSteps = lazy(async () => ({ default: (await loadLaterSteps()).LaterSteps }));

/** Seldom there: its code comes when it is. */
const WaitingOrder = lazy(async () => ({
  default: (await import("./waiting-order.tsx")).WaitingOrder,
}));

const ViaWelcome = lazy(async () => ({ default: (await import("./via-welcome.tsx")).ViaWelcome }));

/** Who gets the active section: choosing, adding and changing recipients is another feature's work. */
export type RecipientsProps = Readonly<{
  chosenId: number | null;
  onChosen: (addressId: number) => void;
  /** The recipients of the order's other sections. */
  taken: readonly number[];
  /** Counts the times that Next asked for a recipient where there was none. */
  wanted: number;
}>;

/** What the form opens with: its heading and how many bottles. */
export type OpeningProps = Readonly<{ draft: OrderDraft; onNext: () => void }>;

/** The order form of the shop: how many and for whom, delivery, a last look. */
export function OrderFormScreen(props: {
  Opening: ComponentType<OpeningProps>;
  Recipients: ComponentType<RecipientsProps>;
  /** At the last look: signing up or in, for whoever wants to. */
  GuestOffer: ComponentType;
  /** Below the first step; whoever is about to pay is left alone with that. */
  children?: ReactNode;
}) {
  const draft = useDraft();
  const unsent = useUnsentOrder();
  const isByLink = useSyncExternalStore(watchNothing, cameByLink, () => false);
  const quote = useQuote(draft);
  useKnownRecipients();
  const step = reachableStep(draft);
  const isReadyForNext = draft.sections.every(isReady);

  // The code of the next steps comes while the person is still reading this one.
  useEffect(() => {
    if (isReadyForNext) void loadLaterSteps();
  }, [isReadyForNext]);

  return (
    <>
      <StockIssuesNotice />
      {isByLink && (
        <Suspense fallback={null}>
          <ViaWelcome />
        </Suspense>
      )}
      {unsent?.isWaiting && (
        <Suspense fallback={null}>
          <WaitingOrder key={unsent.commandId} order={unsent} />
        </Suspense>
      )}
      {step === 1 ? (
        <QuantityStep
          draft={draft}
          quote={quote}
          Opening={props.Opening}
          Recipients={props.Recipients}
        />
      ) : (
        <Suspense fallback={<Loading what="the next step" lines={6} />}>
          <LaterSteps step={step} draft={draft} quote={quote} GuestOffer={props.GuestOffer} />
        </Suspense>
      )}
      {step === 1 && props.children}
    </>
  );
}

/** The page was drawn without knowing its address, so this is found out after it. */
function cameByLink(): boolean {
  return new URLSearchParams(window.location.search).has("via");
}

function watchNothing(): () => void {
  return () => {};
}

/** A draft that lost its recipient, or came from an older page, goes back to where that is mended. */
function reachableStep(draft: OrderDraft): OrderStep {
  return draft.sections.every(isReady) ? draft.step : 1;
}
