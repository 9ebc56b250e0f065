import { TextInput, VisuallyHidden } from "@mantine/core";
import {
  collectionHours,
  selfCollectionService,
  unitsPerParcel,
} from "@portal/shared/platform/constants.ts";
import {
  deliveryDayText,
  deliveryName,
  doorService,
  royalMailService,
} from "@portal/shared/sales/delivery/delivery.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { type ReactNode, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import "../../../theme/mantine-forms.ts";
import { ChoiceCard } from "../../../ui/choice-card.tsx";
import { Loading, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OfficeAddress } from "./office-address.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { changeDraft, type OrderDraft, serviceIn, type CollectionDraft } from "./order-draft.ts";
import {
  collectionProblem,
  deliveryRequest,
  isCollected,
  needsCollector,
  withChoice,
} from "./order-request.ts";
import { NextButton, OrderTotal, StepColumns } from "./order-total.tsx";
import { useParcels } from "./use-parcels.ts";
import type { QuoteState } from "./order-quote.ts";

/** Step 2: delivery at the flat price of a parcel, or free collection from the office; chosen for each parcel. */
export function DeliveryStep(props: { draft: OrderDraft; quote: QuoteState }) {
  const { draft } = props;
  const choices = useDeliveryChoices(draft);
  const parcels = useParcels(draft, props.quote);
  const chosen = chosenServices(draft, choices);
  const asShown = withChosen(draft, choices);
  const isLoading = draft.sections.some(
    ({ addressId }, at) => addressId !== null && (choices[at]?.options ?? null) === null,
  );
  const isCollectorAsked = needsCollector(asShown);
  const collector = useCollectorCheck(isCollectorAsked ? draft.collection.cellNumber : "");
  const hindrance = isLoading
    ? "Loading delivery options…"
    : (collectionProblem(asShown) ?? collector.wrong);
  // The draft may have changed while the number was checked.
  const goOn = (checked: string) =>
    changeDraft((before) => {
      const next = withChosen(before, choices);
      const isChecked = !needsCollector(next) || next.collection.cellNumber.trim() === checked;
      return isChecked && collectionProblem(next) === null ? { ...next, step: 3 } : before;
    });
  const isMultiple = draft.sections.length > 1;
  const collection = (
    <CollectionChoice
      collection={draft.collection}
      needsCollector={isCollectorAsked}
      wrongNumber={collector.wrong}
      numberWarning={collector.warning}
      onNumberLeft={() => collector.check()}
      onChange={(changed) => changeDraft((before) => ({ ...before, collection: changed }))}
    />
  );
  // Asked once, below the last collected parcel.
  const lastCollected = asShown.sections.findLastIndex((section) => isCollected(asShown, section));

  return (
    <StepColumns
      step={2}
      aside={
        <OrderTotal draft={asShown} quote={props.quote}>
          <NextButton
            hindrance={hindrance}
            isGoingOn={collector.isGoingOn}
            onNext={() => collector.check(goOn)}
          />
        </OrderTotal>
      }
    >
      <PageHeading title="Choose a delivery option" />
      {draft.sections.map((section, at) => {
        const isLast = at === draft.sections.length - 1;
        const own = at === lastCollected ? collection : null;
        const name = `Parcel ${at + 1}${parcels[at]?.name ? `: ${parcels[at].name}` : ""}`;
        return (
          <section key={at} className="stack" aria-label={isMultiple ? name : "Delivery"}>
            {isMultiple && <h2>{name}</h2>}
            {section.addressId === null || !choices[at] ? (
              <>
                <OfficeAddress />
                {own}
              </>
            ) : (
              <DeliveryOptions
                name={`delivery-${at}`}
                // The note applies to all parcels, so it is shown below the last.
                choice={isLast ? choices[at] : { ...choices[at], note: null }}
                chosen={chosen[at] ?? null}
                onChosen={(service) => changeDraft((before) => withChoice(before, at, service))}
                collection={own}
              />
            )}
          </section>
        );
      })}
      <button
        type="button"
        className="link"
        onClick={() => changeDraft((before) => ({ ...before, step: 1 }))}
      >
        Back to quantity and recipient
      </button>
    </StepColumns>
  );
}

/** The service of each section; one that is no longer offered falls back to the first option. */
function chosenServices(
  draft: OrderDraft,
  choices: readonly DeliveryChoice[],
): readonly (string | null)[] {
  return draft.sections.map((section, at) => {
    const options = choices[at]?.options;
    const wanted = serviceIn(draft, section);
    if (section.addressId === null) return wanted;
    return (options?.find(({ code }) => code === wanted) ?? options?.[0])?.code ?? null;
  });
}

function withChosen(draft: OrderDraft, choices: readonly DeliveryChoice[]): OrderDraft {
  return chosenServices(draft, choices).reduce(
    (before, service, at) => (service === null ? before : withChoice(before, at, service)),
    draft,
  );
}

/** The delivery options with their day of arrival and price. */
export function DeliveryOptions(props: {
  /** Of the radio buttons; different for each parcel. */
  name: string;
  choice: DeliveryChoice;
  chosen: string | null;
  onChosen: (code: string) => void;
  /** Shown while collection is chosen. */
  collection: ReactNode;
}) {
  const { options, isFlatOnly, note, retry } = props.choice;
  if (options === null) return <Loading what="delivery options" lines={3} height={72} />;
  return (
    <>
      {isFlatOnly && (
        <Notice tone="info">
          <p>We cannot get delivery dates from the courier right now. The price does not change.</p>
          {retry && (
            <button type="button" className="link" onClick={retry}>
              Try again
            </button>
          )}
        </Notice>
      )}
      <fieldset className="stack">
        <VisuallyHidden component="legend">Delivery</VisuallyHidden>
        {options.map((option) => (
          <ChoiceCard
            key={option.code}
            name={props.name}
            checked={option.code === props.chosen}
            onChosen={() => props.onChosen(option.code)}
            title={option.day === null ? titleOf(option) : arrivalOf(option.day)}
            aside={
              option.price === 0 ? (
                "Free"
              ) : (
                <MoneyText minor={option.price} currency={props.choice.currency} />
              )
            }
          >
            {option.day === null ? option.description : option.name}
          </ChoiceCard>
        ))}
      </fieldset>
      {props.chosen === selfCollectionService && (
        <>
          <OfficeAddress />
          {props.collection}
        </>
      )}
      {note && <p className="quiet">{note}</p>}
    </>
  );
}

function titleOf({ code, name }: DeliveryOption): string {
  return code === selfCollectionService ? "Collect from our office" : name;
}

/** The title of an option whose day of arrival is known. */
export function arrivalOf(day: string): string {
  return `Arrives by ${deliveryDayText(day)}`;
}

type DeliveryOption = ApiOutputs["courier"]["requestQuote"]["options"][number];

type DeliveryChoice = Readonly<{
  /** Null while they load. */
  options: readonly DeliveryOption[] | null;
  currency: ApiOutputs["courier"]["requestQuote"]["currency"];
  /** The courier did not answer, so only the flat price is offered. */
  isFlatOnly: boolean;
  note: string | null;
  /** Requests the options again where only the flat price is offered. */
  retry: (() => void) | null;
}>;

const staleMs = 5 * 60_000;

/**
 * The delivery options of each parcel of an order, in its order. A failed request never blocks an order: the flat price is
 * offered instead.
 */
export function useDeliveryChoices(draft: OrderDraft): readonly DeliveryChoice[] {
  const requests = draft.sections.map((section) => deliveryRequest(section, guestId()));
  const products = api.catalog.products.useQuery(undefined, { staleTime: 60_000 });
  const answers = api.useQueries((t) =>
    requests.map((request) =>
      t.courier.requestQuote(request ?? { sections: [] }, {
        enabled: request !== null,
        retry: false,
        staleTime: staleMs,
      }),
    ),
  );
  return answers.map((answer) => {
    const retry = () => void answer.refetch();
    if (answer.data) return { ...answer.data, retry: answer.data.isFlatOnly ? retry : null };
    const { currency, region } = products.data ?? {
      currency: "ZAR" as const,
      region: "za" as const,
    };
    const hasFailed = answer.isError && !answer.isFetching && products.data !== undefined;
    const options = hasFailed ? flatOptions(region, products.data.deliveryPerParcel) : null;
    return {
      options,
      currency,
      isFlatOnly: hasFailed,
      note: null,
      retry: hasFailed ? retry : null,
    };
  });
}

function flatOptions(region: Region, price: number): DeliveryOption[] {
  const service = region === "uk" ? royalMailService : doorService;
  const flat = { code: service, name: deliveryName(service), day: null, price };
  if (region !== "za") return [{ ...flat, description: "Flat rate" }];
  const door = { ...flat, description: `Per parcel of up to ${unitsPerParcel} units.` };
  const collect = { code: selfCollectionService, name: deliveryName(selfCollectionService) };
  return [door, { ...collect, description: collectionHours, day: null, price: 0 }];
}

const words = {
  self: "I will collect it myself",
  courier: "A courier will collect it for me",
} as const;

/** The server's word on the collector's number, by the rules of the region; without an answer it has it when the order is placed. */
function useCollectorCheck(typed: string) {
  const { mutate, variables, data, isPending } = api.phones.check.useMutation();
  const number = typed.trim();
  const checked = variables?.number === number ? data : undefined;
  const wrong = checked?.valid === false ? checked.message : null;
  const warning = checked?.valid ? checked.warning : undefined;
  // A check on leaving the field disables nothing: the press of the button that took the focus would be lost.
  const [isBeforeNext, setBeforeNext] = useState(false);
  const check = (goOn?: (checked: string) => void) => {
    if (number === "") return goOn?.(number);
    setBeforeNext(goOn !== undefined);
    mutate(
      { number },
      { onSuccess: ({ valid }) => valid && goOn?.(number), onError: () => goOn?.(number) },
    );
  };
  return { wrong, warning, check, isGoingOn: isBeforeNext && isPending };
}

/** Who collects the order at the office; a courier is checked there by name. */
function CollectionChoice(props: {
  collection: CollectionDraft;
  needsCollector: boolean;
  wrongNumber: string | null;
  numberWarning: string | undefined;
  onNumberLeft: () => void;
  onChange: (collection: CollectionDraft) => void;
}) {
  const { collection, onChange } = props;
  const { cellNumber } = useRegionWords();
  return (
    <div className="stack">
      <fieldset className="stack">
        <legend className="strong">Who collects it?</legend>
        {(["self", "courier"] as const).map((by) => (
          <ChoiceCard
            key={by}
            name="collection"
            checked={collection.by === by}
            onChosen={() => onChange({ ...collection, by })}
            title={words[by]}
          />
        ))}
      </fieldset>
      {collection.by === "courier" && (
        <TextInput
          // On a phone it appears behind the bar with the total.
          ref={scrollIntoView}
          label="Name of the courier"
          description="We’ll only hand your order to this courier."
          required
          maxLength={100}
          value={collection.courierName}
          onChange={(event) => onChange({ ...collection, courierName: event.currentTarget.value })}
        />
      )}
      {props.needsCollector && (
        <>
          <TextInput
            label="Your name"
            description="We’ll ask for it when you collect the order."
            required
            autoComplete="name"
            maxLength={100}
            value={collection.name}
            onChange={(event) => onChange({ ...collection, name: event.currentTarget.value })}
          />
          <TextInput
            label={cellNumber}
            description={props.numberWarning ?? "We’ll send an SMS when it is ready."}
            required
            error={props.wrongNumber}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={30}
            value={collection.cellNumber}
            onChange={(event) => onChange({ ...collection, cellNumber: event.currentTarget.value })}
            onBlur={props.onNumberLeft}
          />
        </>
      )}
    </div>
  );
}

function scrollIntoView(field: HTMLInputElement | null): void {
  field?.scrollIntoView({ block: "nearest" });
}
