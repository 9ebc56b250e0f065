import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { useParams } from "wouter";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { CardAttempt } from "./card-attempt.tsx";
import { CardMethod } from "./card-method.tsx";
import { CreditMethod } from "./credit-method.tsx";
import { EftMethod } from "./eft-method.tsx";
import { OrderProgress } from "./order-progress.tsx";
import { OrderToPay } from "./order-to-pay.tsx";
import classes from "./pay-screen.module.css";
import { UnknownOrder } from "./unknown-order.tsx";

export type PayableOrder = ApiOutputs["orders"]["byUuid"];

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

function Pay(props: { order: PayableOrder }) {
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

function StateNotice(props: { order: PayableOrder }) {
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
