import { Button } from "@mantine/core";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { OrderDocuments } from "../../../ui/order-papers.tsx";
import { OrderSteps } from "../../../ui/order-steps.tsx";
import { ExplainButton } from "./explanation/explain-button.tsx";
import { DeliverySection } from "./delivery/delivery-section.tsx";
import { CancelOrderDialog } from "./cancel-order-dialog.tsx";
import classes from "./office-orders.module.css";
import { OrderFacts, OrderGoods } from "./order-detail-parts.tsx";
import type { RecipientEditor } from "./order-recipient.tsx";
import { OrderMails } from "./order-mails.tsx";
import { ReassignDialog } from "./reassign-dialog.tsx";
import { RecordEftForm } from "./record-eft-form.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

export type OrderDetail = ApiOutputs["orders"]["detail"];

/** One order beside the list: all that is known of it, and what the office does with it. */
export function OrderSheet(props: {
  uuid: string;
  onClose: () => void;
  RecipientEditor?: RecipientEditor | undefined;
}) {
  const order = api.orders.detail.useQuery({ uuid: props.uuid });
  const title = order.data ? `Order ${order.data.orderNumber}` : "Order";
  return (
    <Dialog shape="sheet" title={title} onClose={props.onClose}>
      {order.data ? (
        <Order order={order.data} RecipientEditor={props.RecipientEditor} />
      ) : order.error ? (
        <Failure what="the order" error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <Loading what="the order" lines={6} />
      )}
    </Dialog>
  );
}

function Order(props: { order: OrderDetail; RecipientEditor: RecipientEditor | undefined }) {
  const { order } = props;
  return (
    <div className={classes.sheet}>
      {order.excess > 0 && (
        <Notice tone="warning" title="More came in than was asked for">
          <p>Somebody has to give the difference back.</p>
        </Notice>
      )}
      <OrderFacts order={order} />
      <OrderActions order={order} />
      {order.state === "placed" && <RecordEftForm order={order} />}
      <OrderDocuments order={order} />
      <OrderGoods order={order} RecipientEditor={props.RecipientEditor} />
      {order.live && (
        <DeliverySection
          uuid={order.uuid}
          isPaid={order.state === "paid" || order.state === "partly-refunded"}
          isOpen={order.state !== "cancelled" && order.state !== "refunded"}
        />
      )}
      <section className={classes.part} aria-labelledby="order-steps">
        <h3 id="order-steps" className={classes.heading}>
          What happened
        </h3>
        <OrderSteps order={order} />
      </section>
      <OrderMails mails={order.mails} />
      <a href={`/orders/pay/${order.uuid}`}>Open the buyer’s page of this order</a>
    </div>
  );
}

/** What can be done with it as it stands; what cannot is not offered. */
function OrderActions(props: { order: OrderDetail }) {
  const { order } = props;
  const [doing, setDoing] = useState<"refund" | "cancel" | "reassign" | null>(null);
  const stop = () => setDoing(null);
  const isPaid = order.paidAt !== null;
  const canCancel = order.state !== "cancelled" && (!isPaid || order.left.amount === 0);

  return (
    <div className={classes.actions}>
      {order.left.amount > 0 && (
        <Button variant="default" onClick={() => setDoing("refund")}>
          Refund
        </Button>
      )}
      {order.state !== "cancelled" && (
        <Button variant="default" onClick={() => setDoing("reassign")}>
          Give to another seller
        </Button>
      )}
      {canCancel && (
        <Button variant="default" onClick={() => setDoing("cancel")}>
          Cancel the order
        </Button>
      )}
      {isPaid && <ExplainButton uuid={order.uuid} orderNumber={order.orderNumber} />}
      {doing === "refund" && <RefundDialog order={order} onClose={stop} />}
      {doing === "cancel" && <CancelOrderDialog order={order} asksWhy onClose={stop} />}
      {doing === "reassign" && (
        <ReassignDialog orders={[order]} onClose={stop} onReassigned={stop} />
      )}
    </div>
  );
}
