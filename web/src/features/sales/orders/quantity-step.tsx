import { nothingOrdered, selfCollectionService } from "@portal/shared/platform/constants.ts";
import { IconPlus } from "@tabler/icons-react";
import { type ComponentType, Suspense, useEffect, useState } from "react";
import { api } from "../../../api/api.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Loading, Notice } from "../../../ui/feedback.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { RecipientPicker } from "../../people/addresses/recipient-picker.tsx";
import {
  activeSection,
  changeDraft,
  isCollectedByChoice,
  isReady,
  type OrderDraft,
  takenAddresses,
  unitsOf,
  withAddress,
  withAnotherSection,
  withService,
} from "./order-draft.ts";
import type { ProductsProps } from "./more-products.tsx";
import { NextButton, OrderTotal, StepColumns } from "./order-total.tsx";
import type { QuoteState } from "./order-quote.ts";

/** The opening of the form: its heading and the first quantities. */
export type OpeningProps = Readonly<{ draft: OrderDraft; quote: QuoteState; onNext: () => void }>;

/** Below the fold and empty without the products, so loaded in parallel with them. */
const loadProducts = () => import("./more-products.tsx");
const MoreProducts = lazyPart(async () => (await loadProducts()).MoreProducts);

const OfficeAddress = lazyPart(async () => (await import("./office-address.tsx")).OfficeAddress);

const loadParcels = () => import("./parcels.tsx");
const ParcelList = lazyPart(async () => (await loadParcels()).ParcelList);

/** Step 1: quantities and recipients, below the opening of the form. */
export function QuantityStep(props: {
  draft: OrderDraft;
  quote: QuoteState;
  Opening: ComponentType<OpeningProps>;
  opensWith: readonly number[];
  isMainOut: boolean;
}) {
  const { draft, quote, opensWith, isMainOut, Opening } = props;
  const section = activeSection(draft);
  const [refusals, setRefusals] = useState(0);
  const { data: catalog } = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const hindrance =
    catalog?.products.length === 0
      ? "We have no products to order yet."
      : "Add another product to order now.";
  const mayCollect = useShopSettings()?.region === "za";
  const isMissing = refusals > 0 && !draft.sections.every(isReady);

  useEffect(() => {
    if (refusals > 0) document.getElementById("recipients")?.scrollIntoView({ block: "start" });
  }, [refusals]);

  const goOn = () => {
    // An invalid quantity, which shows its own error.
    const wrong = document.querySelector<HTMLElement>('input[aria-invalid="true"]');
    if (wrong) {
      wrong.focus();
      return;
    }
    const unready = draft.sections.findIndex((candidate) => !isReady(candidate));
    if (unready === -1) {
      changeDraft((before) => ({ ...before, step: 2 }));
      return;
    }
    changeDraft((before) => ({ ...before, active: unready }));
    setRefusals((count) => count + 1);
  };

  const recipients = (
    <>
      {isMissing && (
        <Notice tone="bad">
          <p>{nothingOrdered}</p>
        </Notice>
      )}
      <div data-missing={isMissing || undefined}>
        {isCollectedByChoice(section) ? (
          <Suspense fallback={<Loading what="our address" lines={2} height={44} />}>
            <OfficeAddress />
          </Suspense>
        ) : (
          <RecipientPicker
            key={draft.active}
            chosenId={section.addressId}
            onChosen={(addressId) => changeDraft((before) => withAddress(before, addressId))}
            taken={takenAddresses(draft)}
            wanted={unitsOf(section) > 0 ? refusals : 0}
          />
        )}
      </div>
      {mayCollect && (section.addressId === null || isCollectedByChoice(section)) && (
        <button type="button" className="link" onClick={() => changeDraft(withCollectionToggled)}>
          {isCollectedByChoice(section)
            ? "Send it to a recipient instead"
            : "Collect from our office, free"}
        </button>
      )}
    </>
  );
  const another = isReady(section) && (
    <button
      type="button"
      className="dashed"
      onFocus={() => void loadParcels()}
      onPointerEnter={() => void loadParcels()}
      onClick={() => changeDraft(withAnotherSection)}
    >
      <IconPlus size={18} stroke={1.8} aria-hidden="true" />
      Add a parcel for someone else
    </button>
  );

  return (
    <>
      <Opening draft={draft} quote={quote} onNext={goOn} />
      <StepColumns
        step={1}
        aside={
          <OrderTotal draft={draft} quote={quote}>
            <NextButton hindrance={isMainOut && quote.isEmpty ? hindrance : null} onNext={goOn} />
          </OrderTotal>
        }
      >
        {draft.sections.length === 1 ? (
          <>
            <section aria-labelledby="recipients" className="stack">
              <h2 id="recipients">Recipient</h2>
              {recipients}
              {another}
            </section>
            <OtherProducts draft={draft} quote={quote} opensWith={opensWith} />
          </>
        ) : (
          <div className="stack">
            <Suspense fallback={<Loading what="the parcels" lines={2} height={120} />}>
              <ParcelList
                draft={draft}
                quote={quote}
                opensWith={opensWith}
                recipients={recipients}
              />
            </Suspense>
            {another}
          </div>
        )}
      </StepColumns>
    </>
  );
}

/** Switches the active section between collection and delivery to a recipient. */
function withCollectionToggled(draft: OrderDraft): OrderDraft {
  const isCollected = isCollectedByChoice(activeSection(draft));
  return withService(draft, draft.active, isCollected ? null : selfCollectionService);
}

/**
 * Rendered only once the products are loaded: hydration waits for lazy code, and would by then find products where the
 * prerendered page has none.
 */
function OtherProducts(props: ProductsProps) {
  const { data } = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  useEffect(() => void loadProducts(), []);
  return data ? (
    <Suspense fallback={null}>
      <MoreProducts {...props} />
    </Suspense>
  ) : null;
}
