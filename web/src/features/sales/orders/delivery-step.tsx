import { TextInput } from "@mantine/core";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import {
  collectionHours,
  deliveryDayText,
  deliveryName,
  doorService,
  royalMailService,
} from "@portal/shared/sales/delivery/delivery.ts";
import type { ReactNode } from "react";
import { api, type ApiInputs, type ApiOutputs } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import "../../../theme/mantine-forms.ts";
import { ChoiceCard } from "../../../ui/choice-card.tsx";
import { Loading, Notice } from "../../../ui/feedback.tsx";
import { RadioField } from "../../../ui/fields.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import deliveryClasses from "./delivery/delivery.module.css";
import { changeDraft, collectionProblem, deliveryRequest, type OrderDraft } from "./order-draft.ts";
import type { QuoteState } from "./order-form-screen.tsx";
import classes from "./order-form.module.css";
import { OrderTotal, StepColumns } from "./order-total.tsx";
import { StepHeading } from "./step-heading.tsx";

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

/** Every way that the order can go, with the day that it is there and what it costs. */
export function DeliveryOptions(props: {
  choice: DeliveryChoice;
  chosen: string | null;
  onChosen: (code: string) => void;
  /** Under collecting, while it is chosen. */
  collection: ReactNode;
}) {
  const { options, isFlatOnly, note, retry } = props.choice;
  if (options === null) return <Loading what="the prices" lines={3} height={72} />;
  return (
    <>
      {isFlatOnly && (
        <Notice tone="info">
          <p>The courier cannot tell us its days right now. The price is the same.</p>
          {retry && (
            <button type="button" className={deliveryClasses.quiet} onClick={retry}>
              Ask again
            </button>
          )}
        </Notice>
      )}
      <fieldset className={deliveryClasses.choices}>
        <legend className={deliveryClasses.legend}>Delivery</legend>
        {options.map((option) => (
          <ChoiceCard
            key={option.code}
            name="delivery"
            checked={option.code === props.chosen}
            onChosen={() => props.onChosen(option.code)}
            title={titleOf(option)}
            aside={
              option.price === 0 ? (
                "Free"
              ) : (
                <MoneyText minor={option.price} currency={props.choice.currency} />
              )
            }
          >
            {promiseOf(option)}
          </ChoiceCard>
        ))}
      </fieldset>
      {props.chosen === selfCollectionService && props.collection}
      {note && <p className={deliveryClasses.note}>{note}</p>}
    </>
  );
}

function titleOf({ code, name }: DeliveryOption): string {
  return code === selfCollectionService ? "Collect it at our office" : name;
}

/** A day says more than a speed; where nobody can name one, what the service is. */
function promiseOf({ day, description }: DeliveryOption): string {
  return day === null ? description : `With you by ${deliveryDayText(day)}`;
}

type DeliveryOption = ApiOutputs["courier"]["requestQuote"]["options"][number];

type DeliveryChoice = Readonly<{
  /** Null while the prices are on their way. */
  options: readonly DeliveryOption[] | null;
  currency: ApiOutputs["courier"]["requestQuote"]["currency"];
  /** The courier could not be asked: the flat price stands alone. */
  isFlatOnly: boolean;
  note: string | null;
  /** Where asking again may bring more than the flat price. */
  retry: (() => void) | null;
}>;

const staleMs = 5 * 60_000;

/** How a basket can be delivered. Asking never blocks an order: where it fails, the flat price is offered all the same. */
export function useDeliveryOptions(
  request: ApiInputs["courier"]["requestQuote"] | null,
): DeliveryChoice {
  const products = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const answer = api.courier.requestQuote.useQuery(request ?? { sections: [] }, {
    enabled: request !== null,
    retry: false,
    staleTime: staleMs,
  });
  const retry = () => void answer.refetch();
  if (answer.data) return { ...answer.data, retry: answer.data.isFlatOnly ? retry : null };

  const currency = products.data?.currency ?? "ZAR";
  const isOver = answer.isError && !answer.isFetching && products.data !== undefined;
  const options = isOver ? flatOptions(currency, products.data.deliveryPerParcel) : null;
  return { options, currency, isFlatOnly: isOver, note: null, retry: isOver ? retry : null };
}

function flatOptions(currency: DeliveryChoice["currency"], price: number): DeliveryOption[] {
  const service = currency === "ZAR" ? doorService : royalMailService;
  const flat = { code: service, name: deliveryName(service), day: null, price };
  if (currency !== "ZAR") return [{ ...flat, description: "Flat rate" }];
  const door = { ...flat, description: "For each parcel; up to 60 units go in one." };
  const collect = { code: selfCollectionService, name: deliveryName(selfCollectionService) };
  return [door, { ...collect, description: collectionHours, day: null, price: 0 }];
}

export type CollectionDraft = Readonly<{ by: "self" | "courier" | null; courierName: string }>;

const words = { self: "I collect it myself", courier: "A courier collects it for me" } as const;

/** Who comes to the office for it; a courier is known there by name. */
function CollectionChoice(props: {
  collection: CollectionDraft;
  onChange: (collection: CollectionDraft) => void;
}) {
  const { collection, onChange } = props;
  return (
    <div className={deliveryClasses.part}>
      <RadioField
        id="collection"
        label="Who collects it?"
        options={[words.self, words.courier]}
        value={collection.by === null ? null : words[collection.by]}
        onChange={(value) =>
          onChange({ ...collection, by: value === words.self ? "self" : "courier" })
        }
      />
      {collection.by === "courier" && (
        <TextInput
          // On a phone it unfolds behind the bar with the total.
          ref={scrollIntoSight}
          label="Name of the courier"
          description="So that we hand it to the right one."
          required
          maxLength={100}
          value={collection.courierName}
          onChange={(event) => onChange({ ...collection, courierName: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

function scrollIntoSight(field: HTMLInputElement | null): void {
  field?.scrollIntoView({ block: "nearest" });
}
