import { useDebouncedValue } from "@mantine/hooks";
import { stockIssuesWords } from "@portal/shared/platform/constants.ts";
import { keepPreviousData } from "@tanstack/react-query";
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useSyncExternalStore,
} from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Loading, Notice } from "../../../ui/feedback.tsx";
import {
  changeDraft,
  isReady,
  mainProductId,
  type OrderDraft,
  type OrderStep,
  quoteRequest,
  useDraft,
  withKnownAddresses,
  withoutMain,
} from "./order-draft.ts";
import { QuantityStep } from "./quantity-step.tsx";
import classes from "./order-form.module.css";
import { useUnsentOrder } from "./unsent-order.ts";

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
  /** The recipients of the order's other parcels, each with that parcel's number. */
  taken: ReadonlyMap<number, number>;
  /** Counts the times that Next asked for a recipient where there was none. */
  wanted: number;
}>;

/** What the form opens with: its heading and how many bottles. */
export type OpeningProps = Readonly<{ draft: OrderDraft; quote: QuoteState; onNext: () => void }>;

/** The order form of the shop: how many and for whom, delivery, a last look. */
export function OrderFormScreen(props: {
  Opening: ComponentType<OpeningProps>;
  /** The products that the opening shows, so that nothing else shows them again. */
  opensWith: readonly number[];
  Recipients: ComponentType<RecipientsProps>;
  /** At the last look: signing up or in, for whoever wants to. */
  GuestOffer: ComponentType;
  /** Below the first step; whoever is about to pay is left alone with that. */
  children?: ReactNode;
}) {
  const draft = useDraft();
  const unsent = useUnsentOrder();
  const isByLink = useSyncExternalStore(watchNothing, cameByLink, () => false);
  const products = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const quote = useQuote(draft, products.isPending);
  useKnownRecipients();
  const isMainOut =
    products.data?.products.some(({ id, outOfStock }) => id === mainProductId && outOfStock) ??
    false;
  const sections = draft.sections.length;
  useEffect(() => {
    // A section that was just added begins as the first one did.
    if (isMainOut && sections > 0) changeDraft(withoutMain);
  }, [isMainOut, sections]);
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
          opensWith={props.opensWith}
          isMainOut={isMainOut}
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

export type Quoted = ApiOutputs["catalog"]["quote"];

export type QuoteState = Readonly<{
  /** The server's prices; those of a moment ago while new ones are on their way. */
  quote: Quoted | null;
  isEmpty: boolean;
  isStale: boolean;
  error: unknown;
  retry: () => void;
}>;

/** Quick taps on ＋ are one question. */
const settleMs = 120;

/** What the draft costs is always the server's word, never arithmetic of this page. */
function useQuote(draft: OrderDraft, isOpening: boolean): QuoteState {
  const request = quoteRequest(draft);
  const text = JSON.stringify(request);
  const [settled] = useDebouncedValue(text, settleMs, { leading: true });
  const isSettled = settled === text;
  const answer = api.catalog.quote.useQuery(request ?? { sections: [{ lines: [] }] }, {
    enabled: request !== null && isSettled,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return {
    quote: request === null ? null : (answer.data ?? null),
    isEmpty: request === null,
    isStale: request !== null && (!isSettled || answer.isPlaceholderData || answer.isPending),
    // What the form begins with may be out of stock: it goes before anybody is told of an error.
    error: request === null || isOpening ? null : answer.error,
    retry: () => void answer.refetch(),
  };
}

/** Above every step while the office takes no orders, with its reason. The server refuses them too. */
function StockIssuesNotice() {
  const stockIssues = useShopSettings()?.stockIssues;
  if (!stockIssues) return null;
  return (
    <div className={`${classes.notices} wrap`}>
      <Notice tone="warning" title={stockIssuesWords}>
        <p className="lines">{stockIssues}</p>
      </Notice>
    </div>
  );
}

/**
 * The draft follows a recipient that was changed, and lets go of one that was deleted or that has to be
 * captured again, wherever that was done.
 */
export function useKnownRecipients(): void {
  const { data, isFetching } = api.addresses.list.useQuery({ uniqueId: guestId() });
  useEffect(() => {
    // What is known from before may lack whoever was added a moment ago.
    if (!data || isFetching) return;
    const usable = data.filter(({ needsUpdate }) => !needsUpdate);
    changeDraft((draft) => withKnownAddresses(draft, usable));
  }, [data, isFetching]);
}
