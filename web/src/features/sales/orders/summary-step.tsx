import "../../../theme/mantine-forms.ts";
import { Textarea } from "@mantine/core";
import { deliveryNotesMax } from "@portal/shared/platform/constants.ts";
import { deliveryName } from "@portal/shared/sales/delivery/delivery.ts";
import { type ComponentType, Suspense } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { Loading } from "../../../ui/loading.tsx";
import { changeDraft } from "./draft-store.ts";
import { collectionProblem, isCollected, type OrderDraft } from "./order-draft.ts";
import { NotPlaced } from "./not-placed.tsx";
import form from "./order-form.module.css";
import { OrderTotal, Sums } from "./order-total.tsx";
import { PlaceButton } from "./place-button.tsx";
import { StepColumns } from "./step-columns.tsx";
import { StepHeading } from "./step-heading.tsx";
import { SummarySection } from "./summary-section.tsx";
import classes from "./summary-step.module.css";
import { usePlaceOrder } from "./use-place-order.ts";
import type { Quoted, QuoteState } from "./use-quote.ts";

export type SavedAddress = ApiOutputs["addresses"]["list"][number];

/** Step 3: a last look at everything, each part with the way to change it, and the button that obliges. */
export function SummaryStep(props: {
  draft: OrderDraft;
  quote: QuoteState;
  GuestOffer: ComponentType;
}) {
  const { draft, quote, GuestOffer } = props;
  const addresses = api.addresses.list.useQuery({ uniqueId: guestId() });
  const placing = usePlaceOrder(quote);

  return (
    <StepColumns
      aside={
        <OrderTotal
          quote={quote}
          nextLabel=""
          onNext={placing.place}
          action={
            <PlaceButton quote={quote} placing={placing} hindrance={collectionProblem(draft)} />
          }
        />
      }
    >
      <StepHeading step={3} title="Check your order" />
      <p className={classes.number}>It gets its number when you place it.</p>
      <NotPlaced
        error={placing.error}
        sections={quote.quote?.sections ?? []}
        addresses={draft.sections.map(({ addressId }) =>
          addresses.data?.find(({ id }) => id === addressId),
        )}
      />
      <SectionList draft={draft} quoted={quote.quote} addresses={addresses.data} />
      <DeliveryLine draft={draft} />
      <div className={classes.sums}>
        <Sums quote={quote} />
      </div>
      <Notes value={draft.deliveryNotes} />
      <Suspense fallback={null}>
        <GuestOffer />
      </Suspense>
      <button
        type="button"
        className={form.quiet}
        onClick={() => changeDraft((before) => ({ ...before, step: 2 }))}
      >
        Back to delivery
      </button>
    </StepColumns>
  );
}

function SectionList(props: {
  draft: OrderDraft;
  quoted: Quoted | null;
  addresses: readonly SavedAddress[] | undefined;
}) {
  const { draft, quoted, addresses } = props;
  if (!quoted || !addresses) return <Loading what="your order" lines={3} height={72} />;
  return quoted.sections.map((section, at) => (
    <SummarySection
      // A section has no name of its own; its place in the order is what it is.
      key={`section-${at + 1}`}
      section={section}
      currency={quoted.currency}
      address={addresses.find(({ id }) => id === draft.sections[at]?.addressId)}
      isCollected={isCollected(draft)}
      onChange={() => changeDraft((before) => ({ ...before, step: 1, active: at }))}
    />
  ));
}

function DeliveryLine(props: { draft: OrderDraft }) {
  const { deliveryService, collection } = props.draft;
  return (
    <section className={classes.row} aria-labelledby="delivery-chosen">
      <div>
        <h2 id="delivery-chosen" className={classes.heading}>
          Delivery
        </h2>
        <p className={classes.text}>
          {deliveryName(deliveryService)}
          {isCollected(props.draft) &&
            collection.by === "courier" &&
            ` by ${collection.courierName}`}
        </p>
      </div>
      <button
        type="button"
        className={form.quiet}
        aria-label="Change delivery"
        onClick={() => changeDraft((before) => ({ ...before, step: 2 }))}
      >
        Change
      </button>
    </section>
  );
}

function Notes(props: { value: string }) {
  const left = deliveryNotesMax - props.value.length;
  return (
    <div>
      <Textarea
        label="Delivery notes (optional)"
        description="For the courier: a gate, a floor, a dog."
        autosize={false}
        rows={2}
        maxLength={deliveryNotesMax}
        value={props.value}
        onChange={(event) => {
          const deliveryNotes = event.currentTarget.value.slice(0, deliveryNotesMax);
          changeDraft((draft) => ({ ...draft, deliveryNotes }));
        }}
      />
      <p className={classes.left}>
        <span aria-live="polite">{left} left</span>
      </p>
    </div>
  );
}
