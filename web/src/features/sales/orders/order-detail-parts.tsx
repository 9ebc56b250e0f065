import { taxHeadings } from "@portal/shared/platform/region.ts";
import { Button, Card, Group, Text, Title } from "@mantine/core";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import {
  collectionInWords,
  deliveryDayText,
  deliveryName,
} from "@portal/shared/sales/delivery/delivery.ts";
import { creditUsed, kept, outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { saidOfParcel } from "@portal/shared/sales/orders/order-terms.ts";
import { Suspense, useState } from "react";
import { DayText } from "../../../ui/days.tsx";
import { Facts, type OptionalFact, StatusText } from "../../../ui/facts.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { MapOfAddress } from "../../../ui/map-of-address.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderStatus } from "../../../ui/order-status.tsx";
import { ShipmentStatus } from "./parcel-status.tsx";
import { PersonName } from "../../../ui/person-name.tsx";
import type { ApiOutputs } from "../../../api/api.ts";

/** The form of the address book, which only the office opens, and seldom. */
const OrderRecipientDialog = lazyPart(
  async () => (await import("./order-recipient-dialog.tsx")).OrderRecipientDialog,
);

export type OrderDetail = ApiOutputs["orders"]["detail"];

const fulfilmentWords = {
  quoted: "Delivery quoted",
  "collection-booked": "Collection booked",
  shipped: "Sent",
  "ready-to-collect": "Ready to collect",
  delivered: "Delivered",
} as const;

/** The facts of an order that its buyer may see. */
export function OrderFacts(props: { order: OrderDetail }) {
  const { order } = props;
  return (
    <Facts
      facts={[
        { name: "Status", value: <OrderStates order={order} /> },
        {
          name: "Delivery method",
          value: order.collection
            ? collectionInWords(order.collection)
            : deliveryName(order.deliveryService),
        },
        order.fulfilment && { name: "Delivery", value: fulfilmentWords[order.fulfilment] },
        ...order.shipments.map(({ trackingReference, state, seenAt }, at) => ({
          name: order.shipments.length > 1 ? `Parcel ${at + 1}` : "Parcel",
          value: (
            <>
              {trackingReference && `${trackingReference}: `}
              <ShipmentStatus state={state} seenAt={seenAt} />
            </>
          ),
        })),
        { name: "Placed", value: <DayText value={order.placedAt} withTime /> },
        order.paidAt && { name: "Paid", value: <DayText value={order.paidAt} withTime /> },
        { name: "Units", value: String(order.units) },
        ...moneyFacts(order),
        order.deliveryNotes && { name: "Delivery notes", value: order.deliveryNotes },
      ]}
    />
  );
}

/** The state of an order, with a mark on test orders. */
export function OrderStates(props: { order: Pick<OrderDetail, "state" | "live"> }) {
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <OrderStatus state={props.order.state} />
      {!props.order.live && <StatusText tone="waiting">Test order</StatusText>}
    </Group>
  );
}

/** Total, payments and refunds. */
export function moneyFacts(order: OrderDetail): OptionalFact[] {
  const money = (minor: number) => <MoneyText minor={minor} currency={order.currency} />;
  const due = outstanding(order);
  const credit = creditUsed(order.steps);
  return [
    { name: "Total", value: money(order.total) },
    order.money && {
      name: `${taxHeadings[order.region].tax} included`,
      value: money(order.money.vat),
    },
    credit > 0 && { name: "Store credit used", value: <>−{money(credit)}</> },
    (credit === 0 || order.received > credit) && {
      name: "Received",
      value: money(order.received - credit),
    },
    order.refunded > 0 && { name: "Refunded", value: money(order.refunded) },
    order.view === "office" && order.excess > 0 && { name: "Overpaid", value: money(order.excess) },
    due > 0 && kept(order) > 0 && { name: "Amount due", value: money(due) },
    order.money &&
      order.paidAt !== null && { name: "Commission", value: money(order.money.commission) },
  ];
}

/** Buyer, seller, and the other facts for the office. */
export function officeFacts(order: OrderDetail): OptionalFact[] {
  return [
    {
      name: "Buyer",
      value: (
        <>
          <PersonName id={order.buyerId}>{order.buyerName ?? "Guest"}</PersonName>
          {[order.isGuests && order.buyerName ? " (guest)" : "", order.buyerEmail, order.buyerCell]
            .filter((part) => part !== null)
            .join(", ")}
        </>
      ),
    },
    {
      name: "Seller",
      value: (
        <PersonName id={order.sellerId}>
          {order.sellerName ?? "No seller (no commission)"}
        </PersonName>
      ),
    },
    order.fulfilment && { name: "Delivery", value: fulfilmentWords[order.fulfilment] },
    order.paidAt && { name: "Paid", value: <DayText value={order.paidAt} withTime /> },
    order.deliveryNotes && { name: "Delivery notes", value: order.deliveryNotes },
    !order.live && { name: "Test order", value: "Yes, earns no commission" },
  ];
}

/** A card for each recipient with the goods and the delivery. */
export function OrderGoods({ order }: { order: OrderDetail }) {
  const [edited, setEdited] = useState<number | null>(null);
  const money = (minor: number) => <MoneyText minor={minor} currency={order.currency} />;
  const cards = order.sections.map((section, at) => {
    const { recipient } = section;
    const isCollected = section.deliveryService === selfCollectionService;
    const unnamed = order.sections.length > 1 ? `Parcel ${at + 1}` : "Goods";
    const collector = (isCollected && order.collection?.name) || unnamed;
    const title = recipient?.name ?? collector;
    const details = [
      isCollected &&
        order.collection?.cellNumber && {
          name: "Cell number",
          value: order.collection.cellNumber,
        },
      section.promisedDay &&
        !isCollected && { name: "Arrives by", value: deliveryDayText(section.promisedDay) },
      ...saidOfParcel(section).map(({ title: name, text: value }) => ({ name, value })),
    ];
    return (
      <Card key={at} component="section" aria-label={title}>
        <Title order={3} mb="xs">
          {title}
        </Title>
        {recipient && (
          <OrderRecipient
            recipient={recipient}
            correction={section.correction}
            onEdit={() => setEdited(at + 1)}
          />
        )}
        {details.some(Boolean) && <Facts facts={details} />}
        <Facts
          amounts
          facts={[
            ...section.lines.map((line) => ({
              name: `${line.quantity} × ${line.name}`,
              value: money(line.lineTotal),
            })),
            {
              name: deliveryName(section.deliveryService),
              value: section.delivery === 0 ? "Free" : money(section.delivery),
            },
          ]}
        />
      </Card>
    );
  });
  return (
    <>
      {cards}
      {/* Outside the cards, which clip their content. */}
      {edited !== null && (
        <Suspense fallback={null}>
          <OrderRecipientDialog
            uuid={order.uuid}
            section={edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  );
}

type Section = OrderDetail["sections"][number];

/** The recipient of a section. Only the office may correct it (docs/decisions.md, 2); otherwise the reason is shown. */
function OrderRecipient(props: {
  recipient: NonNullable<Section["recipient"]>;
  correction: Section["correction"];
  onEdit: () => void;
}) {
  const { recipient, correction } = props;
  return (
    <>
      <Text component="address" size="sm" fs="normal" mb="xs">
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
      </Text>
      {correction && (
        <Group mb="xs">
          {correction.refusal === null ? (
            <Button
              size="xs"
              variant="default"
              aria-label={`Edit the address of ${recipient.name}`}
              onClick={props.onEdit}
            >
              Edit
            </Button>
          ) : (
            <Text size="sm" c="dimmed">
              {correction.refusal}
            </Text>
          )}
        </Group>
      )}
    </>
  );
}
