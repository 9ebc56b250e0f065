import { guestId } from "../../../session/guest-id.ts";
import { CollectionChoice } from "./delivery/collection-choice.tsx";
import { DeliveryOptions } from "./delivery/delivery-options.tsx";
import { useDeliveryOptions } from "./delivery/use-delivery-options.ts";
import { changeDraft } from "./draft-store.ts";
import { collectionProblem, deliveryRequest, type OrderDraft } from "./order-draft.ts";
import classes from "./order-form.module.css";
import { OrderTotal } from "./order-total.tsx";
import { StepColumns } from "./step-columns.tsx";
import { StepHeading } from "./step-heading.tsx";
import type { QuoteState } from "./use-quote.ts";

/** Step 2: to the door for the flat price of a parcel, or collected at the office for nothing. */
export function DeliveryStep(props: { draft: OrderDraft; quote: QuoteState }) {
  const { draft } = props;
  const choice = useDeliveryOptions(deliveryRequest(draft, guestId()));
  const { options } = choice;
  // What was chosen before may not be offered any more: then the first one stands.
  const wanted = options?.find(({ code }) => code === draft.deliveryService) ?? options?.[0];
  const chosen = wanted?.code ?? null;
  const withService = { ...draft, deliveryService: chosen ?? draft.deliveryService };
  const hindrance = options === null ? "Getting prices…" : collectionProblem(withService);

  return (
    <StepColumns
      aside={
        <OrderTotal
          quote={props.quote}
          nextLabel="Next"
          hindrance={hindrance}
          onNext={() => changeDraft((before) => ({ ...before, deliveryService: chosen, step: 3 }))}
        />
      }
    >
      <StepHeading step={2} title="How should it get there?" />
      <DeliveryOptions
        choice={choice}
        chosen={chosen}
        onChosen={(deliveryService) => changeDraft((before) => ({ ...before, deliveryService }))}
        collection={
          <CollectionChoice
            collection={draft.collection}
            onChange={(collection) => changeDraft((before) => ({ ...before, collection }))}
          />
        }
      />
      <button
        type="button"
        className={classes.quiet}
        onClick={() => changeDraft((before) => ({ ...before, step: 1 }))}
      >
        Back to quantity and recipient
      </button>
    </StepColumns>
  );
}
