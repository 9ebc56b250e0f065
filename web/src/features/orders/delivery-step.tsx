import { selfCollectionService, unitsPerParcel } from "@portal/shared/constants.ts";
import { api } from "../../api/api.ts";
import { ChoiceCard } from "../../ui/choice-card.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { changeDraft } from "./draft-store.ts";
import { isCollected, type OrderDraft } from "./order-draft.ts";
import classes from "./order-form.module.css";
import { OrderTotal } from "./order-total.tsx";
import { StepColumns } from "./step-columns.tsx";
import { StepHeading } from "./step-heading.tsx";
import type { QuoteState } from "./use-quote.ts";

/** Step 2: to the door for the flat price of a parcel, or collected at the office for nothing. */
export function DeliveryStep(props: { draft: OrderDraft; quote: QuoteState }) {
  const products = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const collected = isCollected(props.draft);
  const parcelSize = products.data?.unitsPerParcel ?? unitsPerParcel;

  return (
    <StepColumns
      aside={
        <OrderTotal
          quote={props.quote}
          nextLabel="Next"
          onNext={() => changeDraft((draft) => ({ ...draft, step: 3 }))}
        />
      }
    >
      <StepHeading step={2} title="How should it get there?" />
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>Delivery</legend>
        <ChoiceCard
          name="delivery"
          checked={!collected}
          onChosen={() => choose(null)}
          title="Courier to the door"
          aside={
            products.data && (
              <MoneyText
                minor={products.data.deliveryPerParcel}
                currency={products.data.currency}
              />
            )
          }
        >
          A parcel for each recipient; up to {parcelSize} units in a parcel.
        </ChoiceCard>
        <ChoiceCard
          name="delivery"
          checked={collected}
          onChosen={() => choose(selfCollectionService)}
          title="Collect it at our office"
          aside="Free"
        >
          Monday to Friday, 9:00 to 15:00. We write to you when it is ready.
        </ChoiceCard>
      </fieldset>
      <button
        type="button"
        className={classes.quiet}
        onClick={() => changeDraft((draft) => ({ ...draft, step: 1 }))}
      >
        Back to quantity and recipient
      </button>
    </StepColumns>
  );
}

function choose(deliveryService: string | null): void {
  changeDraft((draft) => ({ ...draft, deliveryService }));
}
