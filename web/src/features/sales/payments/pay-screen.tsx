import { collectionHours } from "@portal/shared/platform/constants.ts";
import { Button, VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";
import { shop } from "../../../config.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { Failure, Loading, Notice } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { usePageReturn } from "../../../ui/use-page-return.ts";
import { OrderAgain } from "../orders/order-again.tsx";
import { OrderDocuments } from "../orders/order-documents.tsx";
import { OrderSteps } from "../orders/order-steps.tsx";
import { ShipmentStatus } from "../orders/parcel-status.tsx";
import { isCollectedPart, OrderToPay, type UnpaidOrder, useDetail } from "./order-to-pay.tsx";
import { CreditMethod, PaymentMethods, takeReturn, useCreditFor } from "./payment-methods.tsx";
import classes from "./payments.module.css";

/** An unpaid order with the ways to pay it, or the receipt of a paid one. */
export function PayScreen() {
  const uuid = useParams()["uuid"] ?? "";
  const order = api.orders.byUuid.useQuery({ uuid });
  const credit = useCreditFor(uuid);
  // By Back from the card provider's page: the button is at rest again, and it may have been paid meanwhile.
  const [visit, setVisit] = useState(0);
  usePageReturn(() => {
    setVisit((before) => before + 1);
    void order.refetch();
  });

  if (order.data && credit !== undefined)
    return <Pay key={visit} order={order.data} credit={credit} />;
  // An incomplete link has an unknown or a malformed uuid.
  if (reasonOf(order.error) === "order.unknown" || order.error?.data?.code === "BAD_REQUEST")
    return <UnknownOrder />;
  return (
    <div className={`${classes.page} page`}>
      <PageHeading title="Pay your order" />
      {order.error ? (
        <Failure what="your order" error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <Loading what="your order" lines={4} height={64} />
      )}
    </div>
  );
}

function Pay(props: { order: UnpaidOrder; credit: ReturnType<typeof useCreditFor> }) {
  const { order, credit } = props;
  const isPayable = order.state === "placed";
  return (
    <div className={`${classes.page} page`}>
      <PageHeading
        title={isPayable ? `Pay order ${order.orderNumber}` : `Order ${order.orderNumber}`}
      />
      {isPayable ? <CardAttempt order={order} /> : <StateNotice order={order} />}
      {isPayable && order.card.available && !order.card.live && (
        <Notice tone="warning" title="Test mode: no real payment is taken" />
      )}
      {isPayable ? (
        <div className={classes.columns}>
          <OrderToPay order={order} />
          <div className="stack">
            {credit && credit.usable > 0 && <CreditMethod order={order} credit={credit} />}
            <PaymentMethods order={order} />
          </div>
        </div>
      ) : (
        <Receipt order={order} />
      )}
    </div>
  );
}

function StateNotice(props: { order: UnpaidOrder }) {
  const { order } = props;
  if (order.state === "paid") {
    return (
      <Notice tone="good" title="Paid. Thank you.">
        <p>This page is your receipt. You can come back to it any time.</p>
      </Notice>
    );
  }
  if (order.state === "cancelled")
    return (
      <Notice tone="warning" title="This order was cancelled.">
        <p>You do not need to pay.</p>
      </Notice>
    );
  if (order.state === "refunded" || order.state === "partly-refunded")
    return (
      <Notice tone="info" title={order.state === "refunded" ? "Refunded" : "Partly refunded"} />
    );
  return null;
}

/** The paid order, its progress, and what happens next. */
function Receipt(props: { order: UnpaidOrder }) {
  const { order } = props;
  // Optional on this page, so a failure is not shown.
  const { data: detail } = useDetail(order.uuid);
  const isGoing = order.state === "paid" || order.state === "partly-refunded";
  return (
    <>
      {isGoing && (
        <Progress
          order={order}
          shipments={detail?.shipments ?? []}
          isReady={detail?.steps.some(({ type }) => type === "ReadyToCollect") ?? false}
        />
      )}
      <div className={classes.columns}>
        <OrderToPay order={order} />
        {isGoing && <WhatNext order={order} />}
        {detail && (
          <section className="stack" aria-labelledby="order-progress">
            <h2 id="order-progress">Order history</h2>
            {detail.shipments.map(({ state, seenAt }, at) => (
              <p key={at} className="quiet">
                {detail.shipments.length > 1 ? `Parcel ${at + 1}` : "Your parcel"}:{" "}
                <ShipmentStatus state={state} seenAt={seenAt} />
              </p>
            ))}
            <OrderSteps order={detail} />
          </section>
        )}
      </div>
      <div className="row">
        {detail && (
          <OrderDocuments
            order={detail}
            guestId={detail.view === "buyer" && detail.isGuests ? guestId() : undefined}
          />
        )}
        {detail && <OrderAgain order={detail} />}
        <Button component={Link} href="/" variant="default">
          Place another order
        </Button>
      </div>
      <Help />
    </>
  );
}

/** From placed to delivered, with a tick on completed steps. */
function Progress(props: {
  order: UnpaidOrder;
  shipments: ApiOutputs["orders"]["detail"]["shipments"];
  isReady: boolean;
}) {
  const { order, shipments, isReady } = props;
  const isCollected = order.sections.every(isCollectedPart);
  const isSent = shipments.length > 0;
  const isDelivered = isSent && shipments.every(({ state }) => state === "delivered");
  const steps = [
    { words: "Placed", isDone: true },
    { words: "Paid", isDone: true },
    ...(isCollected
      ? [
          { words: "Ready to collect", isDone: isReady },
          { words: "Collected from our office", isDone: false },
        ]
      : [
          { words: "Sent", isDone: isSent },
          { words: "Delivered", isDone: isDelivered },
        ]),
  ];
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className="steps" aria-label="Progress of the order">
      {steps.map(({ words, isDone }, at) => (
        <li
          key={words}
          data-done={isDone || undefined}
          aria-current={at === current ? "step" : undefined}
        >
          <span className="number">
            {isDone ? <IconCheck size={14} stroke={3} aria-hidden="true" /> : at + 1}
          </span>
          <span>{words}</span>
          {isDone && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      ))}
    </ol>
  );
}

function WhatNext(props: { order: UnpaidOrder }) {
  const { sections, currency } = props.order;
  const isCollected = sections.some(isCollectedPart);
  const isSent = !sections.every(isCollectedPart);
  return (
    <section className={`${classes.next} card`} aria-labelledby="what-next">
      <h2 id="what-next">What happens next</h2>
      <ol>
        <li>We pack your order.</li>
        {isCollected && (
          <>
            <li>We’ll send you an email and an SMS when you can collect it.</li>
            <li>Collect it from our office: {collectionHours}.</li>
          </>
        )}
        {isSent && (
          <>
            <li>We’ll email you the tracking number once the parcel is on its way.</li>
            {currency === "ZAR" && (
              <li>The courier will call the recipient on the day of delivery.</li>
            )}
          </>
        )}
      </ol>
    </section>
  );
}

function Help() {
  const contact = useShopSettings()?.contact;
  const email = contact?.email ?? shop.email;
  return (
    <p className="quiet">
      Something wrong? {contact?.whatsappUrl && <a href={contact.whatsappUrl}>WhatsApp</a>}
      {contact?.whatsappUrl && ", "}
      <a href={`mailto:${email}`}>{email}</a> or <Link href="/returns-policy">Returns</Link>
    </p>
  );
}

function UnknownOrder() {
  const email = useShopSettings()?.contact.email ?? shop.email;
  return (
    <div className={`${classes.page} page`}>
      <PageHeading title="Order not found" heading="We could not find that order" />
      <p>
        The link may be incomplete. Open it again from your email, or email us at{" "}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <p>
        <Link href="/">Go to the shop</Link>
      </p>
    </div>
  );
}

/** The result of the last card payment, while the order is unpaid. */
function CardAttempt(props: { order: UnpaidOrder }) {
  const { uuid, card } = props.order;
  const [isBack] = useState(() => takeReturn(uuid));
  const status = card.lastAttempt?.status;
  if (status === "failed")
    return (
      <Notice tone="warning" title="Your card payment did not go through">
        <p>You were not charged. Try again, use another card, or pay by bank transfer.</p>
      </Notice>
    );
  if (status === "pending")
    return (
      <Notice tone="info" title="Your card payment is being checked">
        <p>We’ll email you when the payment is confirmed. Do not pay again in the meantime.</p>
      </Notice>
    );
  if (!isBack) return null;
  // The buyer may have paid and returned before the provider's notification.
  return (
    <Notice tone="info" title="This order is not paid">
      <p>
        If you left before finishing, you were not charged and can pay any time. If you did pay, do
        not pay again: we’ll email you when the payment is confirmed.
      </p>
    </Notice>
  );
}
