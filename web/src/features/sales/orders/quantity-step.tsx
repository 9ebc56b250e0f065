import { type ComponentType, useState } from "react";
import { nothingOrdered } from "@portal/shared/platform/constants.ts";
import { Notice } from "../../../ui/notice.tsx";
import { changeDraft } from "./draft-store.ts";
import { FinishedSections } from "./finished-sections.tsx";
import { MoreProducts } from "./more-products.tsx";
import {
  activeSection,
  isReady,
  type OrderDraft,
  takenAddresses,
  unitsOf,
  withAddress,
  withAnotherSection,
} from "./order-draft.ts";
import type { OpeningProps, RecipientsProps } from "./order-form-screen.tsx";
import { OrderTotal } from "./order-total.tsx";
import classes from "./order-form.module.css";
import { StepColumns } from "./step-columns.tsx";
import type { QuoteState } from "./use-quote.ts";

/** Step 1: how many, and for whom. The order starts in what the form opens with. */
export function QuantityStep(props: {
  draft: OrderDraft;
  quote: QuoteState;
  Opening: ComponentType<OpeningProps>;
  Recipients: ComponentType<RecipientsProps>;
}) {
  const { draft, quote, Opening, Recipients } = props;
  const section = activeSection(draft);
  const [refusals, setRefusals] = useState(0);
  const isMissing = refusals > 0 && !draft.sections.every(isReady);

  const goOn = () => {
    const unready = draft.sections.findIndex((candidate) => !isReady(candidate));
    if (unready === -1) {
      changeDraft((before) => ({ ...before, step: 2 }));
      return;
    }
    changeDraft((before) => ({ ...before, active: unready }));
    setRefusals((count) => count + 1);
  };
  const total = <OrderTotal quote={quote} nextLabel="Next" onNext={goOn} />;

  return (
    <>
      <Opening draft={draft} onNext={goOn} />
      <StepColumns aside={total}>
        <FinishedSections draft={draft} />
        <section aria-labelledby="recipients" className={classes.part}>
          <h2 id="recipients" className={classes.heading}>
            Who is it for?
          </h2>
          {isMissing && (
            <Notice tone="bad">
              <p>{nothingOrdered}</p>
            </Notice>
          )}
          <Recipients
            key={draft.active}
            chosenId={section.addressId}
            onChosen={(addressId) => changeDraft((before) => withAddress(before, addressId))}
            taken={takenAddresses(draft)}
            wanted={unitsOf(section) > 0 ? refusals : 0}
          />
          {isReady(section) && (
            <button
              type="button"
              className={classes.quiet}
              onClick={() => changeDraft(withAnotherSection)}
            >
              Send to another person as well
            </button>
          )}
        </section>
        <MoreProducts draft={draft} />
      </StepColumns>
    </>
  );
}
