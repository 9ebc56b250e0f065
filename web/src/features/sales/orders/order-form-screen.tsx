import { useDebouncedValue } from "@mantine/hooks";
import { stockIssuesWords } from "@portal/shared/platform/constants.ts";
import { keepPreviousData } from "@tanstack/react-query";
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useSession } from "../../../session/session.tsx";
import { useUnsavedWork } from "../../../session/unsaved-work.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Loading, Notice } from "../../../ui/feedback.tsx";
import { loadAhead } from "../../../load-ahead.ts";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { useLoadAhead } from "../../../ui/use-load-ahead.ts";
import {
  changeDraft,
  isBegun,
  isReady,
  mainProductId,
  type OrderDraft,
  type OrderStep,
  quoteRequest,
  useDraft,
  withKnownAddresses,
  withoutLeftOut,
  withoutUnsold,
} from "./order-draft.ts";
import { QuantityStep, type OpeningProps } from "./quantity-step.tsx";
import classes from "./order-form.module.css";
import { useUnpaidOrders } from "./unpaid-orders.ts";
import { makerOf, useUnsentOrder } from "./unsent-order.ts";
import { isOfProducts, type QuoteState } from "./order-quote.ts";

const loadLaterSteps = () => import("./later-steps.tsx");
const LaterSteps = lazyPart(async () => (await loadLaterSteps()).LaterSteps);

const loadWaitingOrder = () => import("./waiting-order.tsx");
const WaitingOrder = lazyPart(async () => (await loadWaitingOrder()).WaitingOrder);

/** What the rest of the order needs, also where the line is lost meanwhile. */
const loadRest = () => Promise.all([loadLaterSteps(), loadWaitingOrder()]);

const UnpaidNotice = lazyPart(async () => (await import("./unpaid-notice.tsx")).UnpaidNotice);

const ViaWelcome = lazyPart(async () => (await import("./via-welcome.tsx")).ViaWelcome);

/** The order form: quantities and recipients, delivery, summary. */
export function OrderFormScreen(props: {
  Opening: ComponentType<OpeningProps>;
  /** The products shown by the opening, left out elsewhere. */
  opensWith: readonly number[];
  /** Below the first step only. */
  children?: ReactNode;
}) {
  const draft = useDraft();
  const unsent = useUnsentOrder();
  const unpaid = useUnpaidOrders();
  const session = useSession();
  const userId = session.state === "signed-in" ? session.user.id : null;
  useUnsavedWork(userId !== null && isBegun(draft), true);
  const maker = unsent && session.state !== "unknown" && makerOf(unsent, userId);
  const hasVia = useSyncExternalStore(watchNothing, isViaLink, () => false);
  const products = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const quote = useQuote(draft, products.isPending);
  useKnownRecipients();
  useLoadAhead(loadRest);
  const offered = products.data?.products;
  // Out of stock, or not in the shop at all.
  const isMainOut =
    offered !== undefined &&
    !offered.some(({ id, outOfStock }) => id === mainProductId && !outOfStock);
  const { isFetching, refetch } = products;
  const { opensWith } = props;
  const formerly = useRef(offered);
  useEffect(() => {
    // A cached list may lack what is on sale again.
    if (!offered || isFetching) return;
    // Also what was added, repeated or put back since.
    if (draft.sections.length > 0)
      changeDraft((before) => withoutUnsold(before, offered, formerly.current, opensWith));
    formerly.current = offered;
  }, [offered, isFetching, draft.sections, opensWith]);
  // The list is read once a minute, and a product may have gone since.
  useEffect(() => {
    if (isOfProducts(quote.error)) void refetch();
  }, [quote.error, refetch]);
  const step = reachableStep(draft);
  const isReadyForNext = draft.sections.every(isReady);

  // Preload the next steps during this one.
  useEffect(() => {
    if (isReadyForNext) loadAhead(loadLaterSteps);
  }, [isReadyForNext]);

  return (
    <>
      <StockIssuesNotice />
      {draft.leftOut && (
        <div className={`${classes.notices} wrap`}>
          <Notice
            tone="warning"
            title="Not available right now"
            onClose={() => changeDraft(withoutLeftOut)}
          >
            <p>We left {Object.values(draft.leftOut).join(", ")} out of your order.</p>
          </Notice>
        </div>
      )}
      {hasVia && (
        <Suspense fallback={null}>
          <ViaWelcome />
        </Suspense>
      )}
      {unsent?.isWaiting && maker && maker !== "another" && (
        <Suspense fallback={null}>
          <WaitingOrder
            key={unsent.commandId}
            order={unsent}
            isOfEarlierGuest={maker === "earlier-guest"}
          />
        </Suspense>
      )}
      {step === 1 &&
        unpaid.map(({ uuid }) => (
          <Suspense key={uuid} fallback={null}>
            <UnpaidNotice uuid={uuid} />
          </Suspense>
        ))}
      {step === 1 ? (
        <QuantityStep
          draft={draft}
          quote={quote}
          Opening={props.Opening}
          opensWith={opensWith}
          isMainOut={isMainOut}
        />
      ) : (
        <Suspense fallback={<Loading what="the next step" lines={6} />}>
          <LaterSteps step={step} draft={draft} quote={quote} />
        </Suspense>
      )}
      {step === 1 && props.children}
    </>
  );
}

/** The page is prerendered without its query string, so this is read after hydration. */
function isViaLink(): boolean {
  return new URLSearchParams(window.location.search).has("via");
}

function watchNothing(): () => void {
  return () => {};
}

/** An incomplete draft goes back to the first step. */
function reachableStep(draft: OrderDraft): OrderStep {
  return draft.sections.every(isReady) ? draft.step : 1;
}

/** Debounces quick taps on ＋. */
const settleMs = 120;

/** The price of the draft, always calculated by the server. */
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
    // The starting product may be out of stock: it is removed before an error is shown.
    error: request === null || isOpening ? null : answer.error,
    retry: () => void answer.refetch(),
  };
}

/** Shown above every step while the shop takes no orders; the server refuses them too. */
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

/** Keeps the draft in step with the address book: changed recipients are followed, deleted or outdated ones removed. */
export function useKnownRecipients(): void {
  const { data, isFetching } = api.addresses.list.useQuery({ uniqueId: guestId() });
  useEffect(() => {
    // A cached list may lack a recipient that was just added.
    if (!data || isFetching) return;
    const usable = data.filter(({ needsUpdate }) => !needsUpdate);
    changeDraft((draft) => withKnownAddresses(draft, usable));
  }, [data, isFetching]);
}
