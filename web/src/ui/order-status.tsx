import type { TrackingState } from "@portal/shared/sales/delivery/delivery.ts";
import type { ApiOutputs } from "../api/api.ts";
import { DayText } from "./days.tsx";
import { StatusText, type Tone } from "./facts.tsx";
import { MoneyText } from "./money-text.tsx";
import classes from "./order-steps.module.css";

type OrderState = ApiOutputs["orders"]["byUuid"]["state"];

const states: Record<OrderState, { words: string; tone: Tone }> = {
  placed: { words: "To pay", tone: "waiting" },
  paid: { words: "Paid", tone: "good" },
  cancelled: { words: "Cancelled", tone: "neutral" },
  "partly-refunded": { words: "Partly refunded", tone: "neutral" },
  refunded: { words: "Refunded", tone: "neutral" },
};

export function OrderStatus(props: { state: OrderState }) {
  const { words, tone } = states[props.state];
  return <StatusText tone={tone}>{words}</StatusText>;
}

/** The same words where there is only room for text, as in a choice of filters. */
export function orderStateWords(state: OrderState): string {
  return states[state].words;
}

type Detail = ApiOutputs["orders"]["detail"];
type Step = Detail["steps"][number];

const ways = { card: "by card", eft: "by bank transfer", credit: "with store credit" } as const;
const backWays = { card: "to the card", eft: "by bank transfer", credit: "as credit" } as const;
const stepWords: Readonly<Record<Step["type"], string>> = {
  OrderPlaced: "Placed",
  PaymentReceived: "Received",
  OrderPaid: "Paid",
  PaymentRefunded: "Given back",
  OrderCancelled: "Cancelled",
  OrderReassigned: "Given to another seller",
  DeliveryQuoted: "Delivery quoted",
  CollectionBooked: "Collection booked",
  ShipmentCreated: "Handed to the courier",
  RecipientCorrected: "Delivery address changed by the office",
};

/** What happened to an order, oldest first, as far as the viewer may know it. */
export function OrderSteps(props: { order: Pick<Detail, "steps" | "currency"> }) {
  const { steps, currency } = props.order;
  return (
    <ol className={classes.steps}>
      {steps.map((step, at) => (
        <li key={`${at}-${step.type}`} className={classes.step}>
          <p className={classes.what}>
            {step.amount !== null && <MoneyText minor={step.amount} currency={currency} />}{" "}
            {inWords(step)}
          </p>
          <p className={classes.when}>
            <DayText value={step.at} withTime />
            {step.actorName && `, ${step.actorName}`}
            {step.note && `: ${step.note}`}
          </p>
        </li>
      ))}
    </ol>
  );
}

function inWords({ type, method }: Step): string {
  if (method === null) return stepWords[type];
  return type === "PaymentRefunded" ? `given back ${backWays[method]}` : `received ${ways[method]}`;
}

const words: Readonly<Record<TrackingState, { text: string; tone: Tone }>> = {
  booked: { text: "Waiting for the courier", tone: "waiting" },
  "on-its-way": { text: "On its way", tone: "waiting" },
  "out-for-delivery": { text: "Out for delivery", tone: "waiting" },
  problem: { text: "The courier could not deliver it", tone: "bad" },
  delivered: { text: "Delivered", tone: "good" },
  cancelled: { text: "Taken back", tone: "neutral" },
};

/** Where a parcel is, and when the courier saw it last. */
export function ShipmentStatus(props: { state: TrackingState; seenAt: string | null }) {
  const { text, tone } = words[props.state];
  return (
    <>
      <StatusText tone={tone}>{text}</StatusText>
      {props.seenAt && (
        <>
          , <DayText value={props.seenAt} withTime />
        </>
      )}
    </>
  );
}

/** The papers of an order that the viewer may open, each in a tab of its own. */
export function OrderDocuments(props: {
  order: Pick<Detail, "uuid" | "hasInvoice" | "creditNotes" | "view">;
}) {
  const { uuid, hasInvoice, creditNotes, view } = props.order;
  const papers = [
    ...(hasInvoice ? [{ name: "Invoice (PDF)", file: "invoice.pdf" }] : []),
    ...creditNotes.map(({ nth, number }) => ({
      name: `Credit note ${number} (PDF)`,
      file: `credit-notes/${nth}`,
    })),
    ...(view === "office" ? [{ name: "Packing slip (PDF)", file: "packing-slip.pdf" }] : []),
  ];
  if (papers.length === 0) return null;
  return (
    <p className={classes.papers}>
      {papers.map(({ name, file }) => (
        <a key={file} href={`/orders/${uuid}/${file}`} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </p>
  );
}
