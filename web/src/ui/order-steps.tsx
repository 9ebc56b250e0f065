import type { ApiOutputs } from "../api/api.ts";
import { DayText } from "./day-text.tsx";
import { MoneyText } from "./money-text.tsx";
import classes from "./order-steps.module.css";

type Detail = ApiOutputs["orders"]["detail"];
type Step = Detail["steps"][number];

const ways = { card: "by card", eft: "by bank transfer", credit: "with store credit" } as const;
const backWays = { card: "to the card", eft: "by bank transfer", credit: "as credit" } as const;
const words: Readonly<Record<Step["type"], string>> = {
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
  if (method === null) return words[type];
  return type === "PaymentRefunded" ? `given back ${backWays[method]}` : `received ${ways[method]}`;
}
