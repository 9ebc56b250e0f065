import {
  IconArrowBackUp,
  IconCircleX,
  IconCreditCard,
  IconFileInvoice,
  IconMapPin,
  IconPackage,
  IconReceipt,
  IconTruck,
  IconUserShare,
} from "@tabler/icons-react";
import type { ApiOutputs } from "../../../api/api.ts";
import { type Happening, Happenings } from "../../../ui/happenings.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";

type Detail = ApiOutputs["orders"]["detail"];
type Step = Detail["steps"][number];

const ways = { card: "by card", eft: "by bank transfer", credit: "with store credit" } as const;
const backWays = {
  card: "to the card",
  eft: "by bank transfer",
  credit: "as store credit",
} as const;
const kinds: Readonly<Record<Step["type"], { words: string; icon: typeof IconTruck }>> = {
  OrderPlaced: { words: "Placed", icon: IconFileInvoice },
  PaymentReceived: { words: "Received", icon: IconCreditCard },
  OrderPaid: { words: "Paid", icon: IconReceipt },
  PaymentRefunded: { words: "Refunded", icon: IconArrowBackUp },
  PaymentUndone: { words: "Payment undone", icon: IconArrowBackUp },
  OrderCancelled: { words: "Cancelled", icon: IconCircleX },
  OrderReassigned: { words: "Reassigned to another seller", icon: IconUserShare },
  DeliveryQuoted: { words: "Delivery quoted", icon: IconPackage },
  CollectionBooked: { words: "Collection booked", icon: IconPackage },
  ShipmentCreated: { words: "Sent", icon: IconTruck },
  ReadyToCollect: { words: "Ready to collect", icon: IconPackage },
  RecipientCorrected: { words: "Delivery address changed by the office", icon: IconMapPin },
};

/** In the words of who buys: a quote is the courier's price for the office. */
const kindsForBuyers: typeof kinds = {
  ...kinds,
  DeliveryQuoted: { ...kinds.DeliveryQuoted, words: "Delivery planned" },
};

/** The events of an order that the viewer may see, oldest first. */
export function OrderSteps(props: { order: Pick<Detail, "steps" | "currency"> }) {
  return <Happenings happenings={stepsOf(props.order, kindsForBuyers)} />;
}

/** The order's own events as timeline entries, oldest first. */
export function stepsOf(
  { steps, currency }: Pick<Detail, "steps" | "currency">,
  named = kinds,
): Happening[] {
  return steps.map((step, at) => ({
    key: `${at}-${step.type}`,
    at: step.at,
    icon: kinds[step.type].icon,
    title: (
      <>
        {step.amount !== null && <MoneyText minor={step.amount} currency={currency} />}{" "}
        {inWords(step, named)}
      </>
    ),
    more: (
      <>
        {step.actorName && `, ${step.actorName}`}
        {step.note && `: ${step.note}`}
      </>
    ),
  }));
}

function inWords({ type, method }: Step, named: typeof kinds): string {
  if (method === null) return named[type].words;
  if (type === "PaymentRefunded") return `refunded ${backWays[method]}`;
  return type === "PaymentUndone" ? `paid ${ways[method]} undone` : `received ${ways[method]}`;
}
