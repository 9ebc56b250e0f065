import { collectionInWords } from "@portal/shared/sales/delivery/delivery.ts";
import { kept, outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";
import { shop } from "../../../config.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { DayText } from "../../../ui/days.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OrderDocuments, OrderSteps, ShipmentStatus } from "../../../ui/order-status.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { CardMethod, CreditMethod, EftMethod, takeReturn } from "./payment-methods.tsx";
import classes from "./pay-screen.module.css";

export type UnpaidOrder = ApiOutputs["orders"]["byUuid"];

/** What is to be paid, and the ways to pay it. Paid already, it is the receipt. */
export function PayScreen() {
  const uuid = useParams()["uuid"] ?? "";
  const order = api.orders.byUuid.useQuery({ uuid });

  if (order.data) return <Pay order={order.data} />;
  if (isUnknown(order.error)) return <UnknownOrder />;
  return (
    <div className={classes.page}>
      <PageHeading title="Pay your order" />
      {order.error ? (
        <Failure what="your order" error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <Loading what="your order" lines={4} height={64} />
      )}
    </div>
  );
}

/** A uuid that is none, or that no order has, is a link that lost its end. */
function isUnknown(error: unknown): boolean {
  return reasonOf(error) === "order.unknown" || hasBadUuid(error);
}

function hasBadUuid(error: unknown): boolean {
  if (!(error instanceof Error) || !("data" in error)) return false;
  const { data } = error;
  return typeof data === "object" && data !== null && "code" in data && data.code === "BAD_REQUEST";
}

function Pay(props: { order: UnpaidOrder }) {
  const { order } = props;
  const isPayable = order.state === "placed";
  return (
    <div className={classes.page}>
      <PageHeading
        title={isPayable ? `Pay order ${order.orderNumber}` : `Order ${order.orderNumber}`}
      />
      {isPayable ? <CardAttempt order={order} /> : <StateNotice order={order} />}
      <div className={classes.columns}>
        <OrderToPay order={order} />
        {isPayable && (
          <div className={classes.methods}>
            <p className={classes.due}>
              To pay
              <MoneyText minor={outstanding(order)} currency={order.currency} />
            </p>
            <CreditMethod order={order} />
            {order.card.available && <CardMethod order={order} />}
            <EftMethod order={order} />
          </div>
        )}
        {!isPayable && <OrderProgress uuid={order.uuid} />}
      </div>
    </div>
  );
}

function StateNotice(props: { order: UnpaidOrder }) {
  const { order } = props;
  if (order.state === "paid") {
    return (
      <Notice tone="good" title="Paid. Thank you.">
        <p>This page is your receipt. The link keeps working, so you can come back to it.</p>
      </Notice>
    );
  }
  if (order.state === "cancelled")
    return (
      <Notice tone="warning" title="This order was cancelled.">
        <p>There is nothing to pay.</p>
      </Notice>
    );
  if (order.state === "refunded" || order.state === "partly-refunded")
    return (
      <Notice tone="info" title={order.state === "refunded" ? "Refunded" : "Partly refunded"} />
    );
  return null;
}

/** The lines of the order and what they come to. */
function OrderToPay(props: { order: UnpaidOrder }) {
  const { order } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={order.currency} />;
  const isPartlyPaid = order.state === "placed" && kept(order) > 0;
  const facts: Fact[] = [
    ...order.sections.flatMap((section) =>
      section.lines.map((line) => ({
        name: `${line.quantity} × ${line.name}`,
        value: money(line.lineTotal),
      })),
    ),
    { name: "Delivery", value: order.delivery === 0 ? "Free" : money(order.delivery) },
    { name: "Total", value: money(order.total), isSum: true },
    ...(isPartlyPaid
      ? [
          { name: "Received so far", value: money(kept(order)) },
          { name: "Still to pay", value: money(outstanding(order)), isSum: true },
        ]
      : []),
  ];

  return (
    <section className={classes.order} aria-labelledby="what-you-pay">
      <h2 id="what-you-pay" className={classes.heading}>
        {order.state === "placed" ? "What you pay" : "What you ordered"}
      </h2>
      <Facts amounts facts={facts} />
      {order.collectedBy && (
        <p className={classes.dates}>{collectionInWords({ by: order.collectedBy })}</p>
      )}
      <p className={classes.dates}>
        Ordered on <DayText value={order.placedAt} />
        {order.paidAt && (
          <>
            , paid on <DayText value={order.paidAt} />
          </>
        )}
      </p>
    </section>
  );
}

/** What happened to the order since it was placed. The page is whole without it, so it fails in silence. */
function OrderProgress(props: { uuid: string }) {
  const { data: order } = api.orders.detail.useQuery({ uuid: props.uuid });
  if (!order) return null;
  return (
    <section className={classes.order} aria-labelledby="order-progress">
      <h2 id="order-progress" className={classes.heading}>
        What happened
      </h2>
      {order.shipments.map(({ state, seenAt }, at) => (
        <p key={at} className={classes.dates}>
          {order.shipments.length > 1 ? `Parcel ${at + 1}` : "Your parcel"}:{" "}
          <ShipmentStatus state={state} seenAt={seenAt} />
        </p>
      ))}
      <OrderSteps order={order} />
      <OrderDocuments order={order} />
    </section>
  );
}

function UnknownOrder() {
  const email = useShopSettings()?.contact.email ?? shop.email;
  return (
    <div className={classes.page}>
      <PageHeading title="Order not found" heading="We could not find that order" />
      <p>
        The link may have lost its end on the way. Please open it once more from your email, or
        write to <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <p>
        <Link href="/">Go to the shop</Link>
      </p>
    </div>
  );
}

/** What became of the last try to pay by card, where it did not pay the order. */
function CardAttempt(props: { order: UnpaidOrder }) {
  const { uuid, card } = props.order;
  const [isBack] = useState(() => takeReturn(uuid));
  const status = card.lastAttempt?.status;
  if (status === "failed")
    return (
      <Notice tone="warning" title="Your card payment did not go through">
        <p>Nothing was charged. You can try again, take another card, or pay by bank transfer.</p>
      </Notice>
    );
  if (status === "pending")
    return (
      <Notice tone="info" title="Your card payment is being checked">
        <p>
          The card provider tells us when it is through, and we write to you then. Please do not pay
          again in the meantime.
        </p>
      </Notice>
    );
  if (!isBack) return null;
  // Whoever paid and came back by another way is here before the provider has told us.
  return (
    <Notice tone="info" title="This order is not paid yet">
      <p>
        If you stopped before the end, nothing was charged, and you can pay whenever you like. If
        you did pay, please do not pay again: we write to you as soon as the card provider tells us.
      </p>
    </Notice>
  );
}
