import { Button } from "@mantine/core";
import { collectionInWords, deliveryName } from "@portal/shared/sales/delivery/delivery.ts";
import { kept, outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { type ComponentType, useState } from "react";
import { DayText } from "../../../ui/days.tsx";
import { Facts, StatusText } from "../../../ui/facts.tsx";
import { MapOfAddress } from "../../../ui/map-of-address.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderStatus, ShipmentStatus } from "../../../ui/order-status.tsx";
import classes from "./office-orders.module.css";
import type { OrderDetail } from "./order-sheet.tsx";

const fulfilmentWords = {
  quoted: "Delivery quoted",
  "collection-booked": "Collection booked",
  shipped: "Handed to the courier",
  delivered: "Delivered",
} as const;

/** The order in figures, as far as the viewer may know it. */
export function OrderFacts(props: { order: OrderDetail }) {
  const { order } = props;
  const isOffice = order.view === "office";
  const money = (minor: number) => <MoneyText minor={minor} currency={order.currency} />;
  const due = outstanding(order);
  return (
    <Facts
      facts={[
        {
          name: "Status",
          value: (
            <span className={classes.states}>
              <OrderStatus state={order.state} />
              {!order.live && <StatusText tone="waiting">Test order</StatusText>}
            </span>
          ),
        },
        // The office has all about it further down.
        ...(isOffice
          ? []
          : [
              {
                name: "Goes by",
                value: order.collection
                  ? collectionInWords(order.collection)
                  : deliveryName(order.deliveryService),
              },
            ]),
        ...(order.fulfilment
          ? [{ name: "Delivery", value: fulfilmentWords[order.fulfilment] }]
          : []),
        ...(isOffice
          ? []
          : order.shipments.map(({ trackingReference, state, seenAt }, at) => ({
              name: order.shipments.length > 1 ? `Parcel ${at + 1}` : "Parcel",
              value: (
                <>
                  {trackingReference && `${trackingReference}: `}
                  <ShipmentStatus state={state} seenAt={seenAt} />
                </>
              ),
            }))),
        { name: "Placed", value: <DayText value={order.placedAt} withTime /> },
        ...(order.paidAt
          ? [{ name: "Paid", value: <DayText value={order.paidAt} withTime /> }]
          : []),
        ...(isOffice
          ? [
              { name: "Buyer", value: order.buyerName ?? "Guest" },
              ...(order.buyerEmail ? [{ name: "Email", value: order.buyerEmail }] : []),
              { name: "Seller", value: order.sellerName ?? "House sale, no commission" },
            ]
          : []),
        { name: "Units", value: String(order.units) },
        { name: "Total", value: money(order.total) },
        { name: "Received", value: money(order.received) },
        ...(order.refunded > 0 ? [{ name: "Refunded", value: money(order.refunded) }] : []),
        ...(isOffice && order.excess > 0
          ? [{ name: "Paid too much, to give back", value: money(order.excess) }]
          : []),
        ...(due > 0 && kept(order) > 0 ? [{ name: "Still to pay", value: money(due) }] : []),
        ...(order.deliveryNotes ? [{ name: "Delivery notes", value: order.deliveryNotes }] : []),
        ...(order.live ? [] : [{ name: "Test order", value: "Earns no commission" }]),
      ]}
    />
  );
}

/** Who gets what, and where. */
export function OrderGoods(props: {
  order: OrderDetail;
  RecipientEditor?: RecipientEditor | undefined;
}) {
  const { order } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={order.currency} />;
  return order.sections.map((section, at) => {
    const { recipient } = section;
    const title = recipient?.name ?? (order.sections.length > 1 ? `Parcel ${at + 1}` : "Goods");
    return (
      <section key={at} className={classes.part} aria-label={title}>
        <h3 className={classes.heading}>{title}</h3>
        {recipient && (
          <OrderRecipient
            recipient={recipient}
            correction={section.correction}
            uuid={order.uuid}
            section={at + 1}
            Editor={props.RecipientEditor}
          />
        )}
        <Facts
          amounts
          facts={[
            ...section.lines.map((line) => ({
              name: `${line.quantity} × ${line.name}`,
              value: money(line.lineTotal),
            })),
            {
              name: "Delivery",
              value: section.delivery === 0 ? "Free" : money(section.delivery),
            },
          ]}
        />
      </section>
    );
  });
}

type Section = OrderDetail["sections"][number];

/** The dialog of the address book, for one part of an order; sections count from 1. */
export type RecipientEditor = ComponentType<{
  uuid: string;
  section: number;
  onClose: () => void;
}>;

/** Where a part of an order goes. The office alone may correct it (docs/decisions.md, 2), or is told why it cannot. */
function OrderRecipient(props: {
  recipient: NonNullable<Section["recipient"]>;
  correction: Section["correction"];
  uuid: string;
  section: number;
  Editor: RecipientEditor | undefined;
}) {
  const { recipient, correction, Editor } = props;
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <address className={classes.address}>
        {recipient.address.join(", ")}
        <br />
        <span className="tabular">{recipient.cell}</span> · {recipient.email}
        {recipient.vatNo && (
          <>
            <br />
            VAT no. {recipient.vatNo}
          </>
        )}
        <br />
        <MapOfAddress
          address={recipient.address}
          name={recipient.name}
          latitude={recipient.latitude}
          longitude={recipient.longitude}
        />
      </address>
      {Editor && correction && (
        <div className={classes.actions}>
          {correction.refusal === null ? (
            <Button
              variant="default"
              aria-label={`Edit the address of ${recipient.name}`}
              onClick={() => setEditing(true)}
            >
              Edit
            </Button>
          ) : (
            <p className={classes.note}>{correction.refusal}</p>
          )}
        </div>
      )}
      {Editor && isEditing && (
        <Editor uuid={props.uuid} section={props.section} onClose={() => setEditing(false)} />
      )}
    </>
  );
}
