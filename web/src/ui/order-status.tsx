import "@mantine/core/styles/Group.layer.css";
import { Group } from "@mantine/core";
import type { TrackingState } from "@portal/shared/sales/delivery/delivery.ts";
import { orderStateWords } from "@portal/shared/sales/orders/order-terms.ts";
import type { ReactNode } from "react";
import type { ApiOutputs } from "../api/api.ts";
import { DayText } from "./days.tsx";
import { StatusText, type Tone } from "./facts.tsx";
import { GuestDocument } from "./guest-document.tsx";

type Detail = ApiOutputs["orders"]["detail"];
type OrderState = ApiOutputs["orders"]["byUuid"]["state"];

const stateTones: Record<OrderState, Tone> = {
  placed: "waiting",
  paid: "good",
  cancelled: "neutral",
  "partly-refunded": "under-way",
  refunded: "neutral",
};

export function OrderStatus(props: { state: OrderState }) {
  return <StatusText tone={stateTones[props.state]}>{orderStateWords[props.state]}</StatusText>;
}

/** The courier's state of a parcel. */
export function trackingWords(state: TrackingState): string {
  return words[state].text;
}

/** `short` where the text is too long for a column. */
const words: Readonly<Record<TrackingState, { text: string; short?: string; tone: Tone }>> = {
  booked: { text: "Waiting for the courier", short: "Booked", tone: "under-way" },
  "on-its-way": { text: "On its way", tone: "under-way" },
  "out-for-delivery": { text: "Out for delivery", tone: "under-way" },
  problem: { text: "The courier could not deliver it", short: "Problem", tone: "bad" },
  delivered: { text: "Delivered", tone: "good" },
  cancelled: { text: "Cancelled", tone: "neutral" },
};

type Listed = ApiOutputs["orders"]["list"]["rows"][number];

/** The delivery state of an order, or what has to be done for it; nothing before it is paid. */
export function parcelStatus({
  toBeQuoted,
  toShip,
  collected,
  parcel,
}: Pick<Listed, "toBeQuoted" | "toShip" | "collected" | "parcel">): ReactNode {
  if (toBeQuoted) return <StatusText tone="waiting">Quote expired</StatusText>;
  if (toShip) return <StatusText tone="waiting">To ship</StatusText>;
  if (parcel !== null) {
    const { text, short = text, tone } = words[parcel];
    return <StatusText tone={tone}>{short}</StatusText>;
  }
  return collected ? <StatusText tone="neutral">Collection</StatusText> : null;
}

/** The state of a parcel, with the time of the courier's last scan. */
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

/** Links to the documents of an order that the viewer may open. */
export function OrderDocuments(props: {
  order: Pick<Detail, "uuid" | "invoices" | "creditNotes" | "view">;
  /** Of a guest who sees their own order: without it the documents name nobody. */
  guestId?: string | undefined;
}) {
  const { guestId } = props;
  const { uuid, invoices, creditNotes, view } = props.order;
  const documents = [
    ...invoices.map(({ nth, number }) => ({
      name: invoices.length > 1 ? `Invoice ${number} (PDF)` : "Invoice (PDF)",
      file: invoices.length > 1 ? `invoices/${nth}` : "invoice.pdf",
      fileName: `invoice-${number}.pdf`,
    })),
    ...creditNotes.map(({ nth, number }) => ({
      name: `Credit note ${number} (PDF)`,
      file: `credit-notes/${nth}`,
      fileName: `credit-note-${number}.pdf`,
    })),
    ...(view === "office"
      ? [{ name: "Packing slip (PDF)", file: "packing-slip.pdf", fileName: "packing-slip.pdf" }]
      : []),
  ];
  if (documents.length === 0) return null;
  return (
    <Group gap="lg">
      {documents.map(({ name, file, fileName }) => {
        const address = `/orders/${uuid}/${file}`;
        return guestId === undefined ? (
          <a key={file} href={address} target="_blank" rel="noreferrer">
            {name}
          </a>
        ) : (
          <GuestDocument key={file} address={address} guestId={guestId} fileName={fileName}>
            {name}
          </GuestDocument>
        );
      })}
    </Group>
  );
}
