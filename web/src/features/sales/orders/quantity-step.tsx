import { nothingOrdered } from "@portal/shared/platform/constants.ts";
import { type ComponentType, useState } from "react";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { Notice } from "../../../ui/feedback.tsx";
import {
  activeSection,
  changeDraft,
  isReady,
  type OrderDraft,
  takenAddresses,
  unitsOf,
  withAddress,
  withAnotherSection,
  withoutSection,
} from "./order-draft.ts";
import finishedSectionsClasses from "./finished-sections.module.css";
import { MoreProducts } from "./more-products.tsx";
import type { OpeningProps, QuoteState, RecipientsProps } from "./order-form-screen.tsx";
import classes from "./order-form.module.css";
import { OrderTotal, StepColumns } from "./order-total.tsx";

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

/** The other sections of the order, folded to a line each. */
function FinishedSections(props: { draft: OrderDraft }) {
  const { draft } = props;
  const addresses = api.addresses.list.useQuery(
    { uniqueId: guestId() },
    { enabled: draft.sections.length > 1 },
  );
  if (draft.sections.length === 1) return null;

  return (
    <ul className={finishedSectionsClasses.sections} aria-label="Parts of this order">
      {draft.sections.map((section, at) => {
        const units = unitsOf(section);
        const person = addresses.data?.find(({ id }) => id === section.addressId);
        const name = person
          ? `${person.recipientFirstName} ${person.recipientLastName}`
          : "a new person";
        const words = `${units} ${units === 1 ? "item" : "items"} to ${name}`;
        return (
          // A section has no name of its own; its place in the order is what it is.
          <li
            key={`section-${at + 1}`}
            className={finishedSectionsClasses.section}
            data-active={at === draft.active}
          >
            <span>{words}</span>
            {at === draft.active ? (
              <span className={finishedSectionsClasses.now}>Being filled in</span>
            ) : (
              <button
                type="button"
                aria-label={`Change ${words}`}
                onClick={() => changeDraft((before) => ({ ...before, active: at }))}
              >
                Change
              </button>
            )}
            <button
              type="button"
              aria-label={`Remove ${words}`}
              onClick={() => changeDraft((before) => withoutSection(before, at))}
            >
              Remove
            </button>
          </li>
        );
      })}
    </ul>
  );
}
