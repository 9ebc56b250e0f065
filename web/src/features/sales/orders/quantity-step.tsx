import { nothingOrdered } from "@portal/shared/platform/constants.ts";
import { IconPlus } from "@tabler/icons-react";
import { type ComponentType, useEffect, useState } from "react";
import { Notice } from "../../../ui/feedback.tsx";
import { MoreProducts, ParcelProducts } from "./more-products.tsx";
import {
  activeSection,
  changeDraft,
  isReady,
  type OrderDraft,
  takenAddresses,
  unitsOf,
  withAddress,
  withAnotherSection,
} from "./order-draft.ts";
import type { OpeningProps, QuoteState, RecipientsProps } from "./order-form-screen.tsx";
import classes from "./order-form.module.css";
import { OrderTotal, StepColumns } from "./order-total.tsx";
import { ClosedParcel, OpenParcel, useParcels } from "./parcels.tsx";

/** Step 1: how many, and for whom. The order starts in what the form opens with. */
export function QuantityStep(props: {
  draft: OrderDraft;
  quote: QuoteState;
  Opening: ComponentType<OpeningProps>;
  Recipients: ComponentType<RecipientsProps>;
}) {
  const { draft, quote, Opening, Recipients } = props;
  const section = activeSection(draft);
  const parcels = useParcels(draft, quote);
  const [refusals, setRefusals] = useState(0);
  const isMissing = refusals > 0 && !draft.sections.every(isReady);

  useEffect(() => {
    if (refusals > 0) document.getElementById("recipients")?.scrollIntoView({ block: "start" });
  }, [refusals]);

  const goOn = () => {
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
        <Recipients
          key={draft.active}
          chosenId={section.addressId}
          onChosen={(addressId) => changeDraft((before) => withAddress(before, addressId))}
          taken={takenAddresses(draft)}
          wanted={unitsOf(section) > 0 ? refusals : 0}
        />
      </div>
    </>
  );
  const another = isReady(section) && (
    <button
      type="button"
      className={classes.another}
      onClick={() => changeDraft(withAnotherSection)}
    >
      <IconPlus size={18} stroke={1.8} aria-hidden="true" />
      Add another recipient
    </button>
  );

  return (
    <>
      <Opening draft={draft} onNext={goOn} />
      <StepColumns
        step={1}
        aside={<OrderTotal draft={draft} quote={quote} nextLabel="Next" onNext={goOn} />}
      >
        {draft.sections.length === 1 ? (
          <>
            <section aria-labelledby="recipients" className={classes.part}>
              <h2 id="recipients" className={classes.heading}>
                Recipient
              </h2>
              {recipients}
              {another}
            </section>
            <MoreProducts draft={draft} />
          </>
        ) : (
          <div className={classes.parcels}>
            <ul className={classes.parcels} aria-label="Recipients in this order">
              {parcels.map((parcel) =>
                parcel.at === draft.active ? (
                  <OpenParcel key={`open-${parcel.at}`} parcel={parcel}>
                    <ParcelProducts draft={draft} />
                    <h3 id="recipients">Recipient</h3>
                    {recipients}
                  </OpenParcel>
                ) : (
                  <ClosedParcel
                    key={`closed-${parcel.at}`}
                    parcel={parcel}
                    currency={quote.quote?.currency}
                  />
                ),
              )}
            </ul>
            {another}
          </div>
        )}
      </StepColumns>
    </>
  );
}
