import { Button, Textarea } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { deliveryName } from "@portal/shared/sales/delivery/delivery.ts";
import { parcelTerms } from "@portal/shared/sales/orders/order-terms.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors, isUnreachable } from "../../../api/error-message.ts";
import { guestId } from "../../../session/guest-id.ts";
import "../../../theme/mantine-forms.ts";
import { Loading, Notice } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { GuestOffer } from "../../people/accounts/guest-offer.tsx";
import { useDeliveryChoices } from "./delivery-step.tsx";
import { BuyerSection, useBuyer } from "./buyer-section.tsx";
import {
  changeAt,
  changeDraft,
  type DraftSection,
  type OrderDraft,
  serviceIn,
} from "./order-draft.ts";
import { collectionProblem, isAnyCollected, isCollected } from "./order-request.ts";
import { OrderTotal, StepColumns, Sums } from "./order-total.tsx";
import { SummarySection, type SavedAddress } from "./summary-section.tsx";
import classes from "./order-form.module.css";
import { type PlaceOrder, usePlaceOrder } from "./use-place-order.ts";
import { LostSeller } from "./via-welcome.tsx";
import type { Quoted, QuoteState } from "./order-quote.ts";

/** Step 3: the summary, with links to change each part, and the button that places the order. */
export function SummaryStep(props: { draft: OrderDraft; quote: QuoteState }) {
  const { draft, quote } = props;
  const addresses = api.addresses.list.useQuery({ uniqueId: guestId() });
  const placing = usePlaceOrder(quote);
  const recipients = draft.sections.map(({ addressId }) =>
    addresses.data?.find(({ id }) => id === addressId),
  );
  const buyer = useBuyer(recipients, placing.error);

  return (
    <StepColumns
      step={3}
      aside={
        <OrderTotal draft={draft} quote={quote} isLast>
          <PlaceButton
            quote={quote}
            placing={placing}
            hindrance={collectionProblem(draft)}
            onPlace={() => buyer.submit(placing.place)}
          />
        </OrderTotal>
      }
    >
      <div>
        <PageHeading title="Check your order" />
        <p className="quiet">You’ll get an order number when you place the order.</p>
      </div>
      <LostSeller />
      <NotPlaced error={placing.error} />
      {buyer.isAsked && <BuyerSection buyer={buyer} />}
      <SectionList
        draft={draft}
        quoted={quote.quote}
        addresses={addresses.data}
        isGift={!buyer.isAsked || !buyer.isRecipient}
      />
      <div className="phone-only">
        <Sums draft={draft} quote={quote} />
      </div>
      {draft.sections.length === 1 && !isAnyCollected(draft) && (
        <Notes
          value={draft.deliveryNotes}
          onChange={(deliveryNotes) => changeDraft((before) => ({ ...before, deliveryNotes }))}
        />
      )}
      <GuestOffer />
      <button
        type="button"
        className="link"
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
  /** The recipient may be someone other than the buyer. */
  isGift: boolean;
}) {
  const { draft, quoted, addresses } = props;
  const choices = useDeliveryChoices(draft);
  if (!quoted || !addresses) return <Loading what="your order" lines={3} height={72} />;
  return quoted.sections.map((section, at) => {
    const wanted = draft.sections[at];
    if (!wanted) return null;
    const service = serviceIn(draft, wanted);
    const isOwn = draft.sections.length > 1;
    return (
      <SummarySection
        // A section has no identity but its position.
        key={`section-${at + 1}`}
        section={section}
        currency={quoted.currency}
        address={addresses.find(({ id }) => id === wanted.addressId)}
        collector={draft.collection.name}
        delivery={deliveryWords(draft, wanted)}
        day={choices[at]?.options?.find(({ code }) => code === service)?.day ?? null}
        isCollected={isCollected(draft, wanted)}
        notes={
          isCollected(draft, wanted) || (!isOwn && !props.isGift) ? null : (
            <>
              {isOwn && (
                <Notes
                  value={wanted.deliveryNotes ?? ""}
                  onChange={(deliveryNotes) =>
                    changeDraft((before) =>
                      changeAt(before, at, (each) => ({ ...each, deliveryNotes })),
                    )
                  }
                />
              )}
              {props.isGift && <GiftMessage at={at} value={wanted.giftMessage ?? ""} />}
            </>
          )
        }
        onChange={() => changeDraft((before) => ({ ...before, step: 1, active: at }))}
      />
    );
  });
}

/** Optional; the recipient reads it in the delivery notice. */
function GiftMessage(props: { at: number; value: string }) {
  const { at, value } = props;
  const [isOpen, setOpen] = useState(value !== "");
  if (!isOpen)
    return (
      <button type="button" className="link" onClick={() => setOpen(true)}>
        Add a gift message
      </button>
    );
  return (
    <Textarea
      label="Gift message (optional)"
      description="The recipient reads it in the delivery email and in the parcel."
      // It replaces the pressed button.
      autoFocus={value === ""}
      autosize={false}
      rows={2}
      maxLength={parcelTerms.giftMessage.max}
      value={value}
      onChange={(event) => {
        const message = event.currentTarget.value;
        changeDraft((draft) =>
          changeAt(draft, at, (section) => ({ ...section, giftMessage: message })),
        );
      }}
    />
  );
}

function deliveryWords(draft: OrderDraft, section: DraftSection): string {
  const { by, courierName } = draft.collection;
  const words = deliveryName(serviceIn(draft, section));
  return isCollected(draft, section) && by === "courier" ? `${words} by ${courierName}` : words;
}

const notesMax = parcelTerms.deliveryNotes.max;

function Notes(props: { value: string; onChange: (notes: string) => void }) {
  const left = notesMax - props.value.length;
  return (
    <div>
      <Textarea
        label="Delivery notes (optional)"
        description="For the courier, for example a gate code or floor."
        autosize={false}
        rows={2}
        maxLength={notesMax}
        value={props.value}
        onChange={(event) => {
          props.onChange(event.currentTarget.value.slice(0, notesMax));
        }}
      />
      <p className="left">
        <span aria-live="polite">{left} characters left</span>
      </p>
    </div>
  );
}

/** Its label states the obligation to pay and the amount. */
function PlaceButton(props: {
  quote: QuoteState;
  placing: Pick<PlaceOrder, "isHeld" | "isPending">;
  /** What is missing, in words. */
  hindrance: string | null;
  onPlace: () => void;
}) {
  const { quote, placing, hindrance } = props;
  const isPriced = quote.quote !== null && !quote.isStale && !quote.error;
  const words =
    quote.quote === null
      ? "Place order and pay"
      : `Place order and pay ${formatMoney(quote.quote.total, quote.quote.currency)}`;

  return (
    <div className={`${classes.place} stack`}>
      <Button
        fullWidth
        h="auto"
        mih={50}
        py="xs"
        disabled={!isPriced || hindrance !== null || (placing.isHeld && !placing.isPending)}
        loading={placing.isPending}
        onClick={props.onPlace}
      >
        {words}
      </Button>
      {hindrance !== null && (
        <p className="quiet small" role="status">
          {hindrance}
        </p>
      )}
      {hindrance === null && !isPriced && !quote.error && (
        <p className="quiet small" role="status">
          Calculating the total…
        </p>
      )}
    </div>
  );
}

/** Why the order was not placed. An unanswered order is waiting instead, which is shown above every step. */
function NotPlaced(props: { error: unknown }) {
  if (props.error === null || isUnreachable(props.error)) return null;
  const [ofCollector] = Object.entries(fieldErrors(props.error)).flatMap(([field, words]) =>
    field.startsWith("collection.") ? [words] : [],
  );
  if (ofCollector !== undefined)
    return (
      <Notice tone="bad" title="Your order was not placed">
        <p>Who collects it: {ofCollector}</p>
        <Button
          variant="default"
          mt="xs"
          onClick={() => changeDraft((before) => ({ ...before, step: 2 }))}
        >
          Change who collects
        </Button>
      </Notice>
    );
  return (
    <Notice tone="bad" title="Your order was not placed">
      <p>{errorMessage(props.error)}</p>
      <p>Your details are saved. Try again: you will not be charged or sent the order twice.</p>
    </Notice>
  );
}
