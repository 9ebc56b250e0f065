import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { OrderDocuments } from "../../../ui/order-papers.tsx";
import { OrderSteps } from "../../../ui/order-steps.tsx";
import { CancelOrderDialog } from "./cancel-order-dialog.tsx";
import classes from "./office-orders.module.css";
import { OrderFacts, OrderGoods } from "./order-detail-parts.tsx";
import type { OrderDetail } from "./order-sheet.tsx";

/** An order of one's own: what was ordered for whom, and where it is by now. */
export function MyOrderSheet(props: { uuid: string; onClose: () => void }) {
  const order = api.orders.detail.useQuery({ uuid: props.uuid });
  const title = order.data ? `Order ${order.data.orderNumber}` : "Order";
  return (
    <Dialog shape="sheet" title={title} onClose={props.onClose}>
      {order.data ? (
        <MyOrder order={order.data} />
      ) : order.error ? (
        <Failure what="the order" error={order.error} onRetry={() => void order.refetch()} />
      ) : (
        <Loading what="the order" lines={6} />
      )}
    </Dialog>
  );
}

function MyOrder(props: { order: OrderDetail }) {
  const { order } = props;
  const [isCancelling, setCancelling] = useState(false);
  return (
    <div className={classes.sheet}>
      <OrderFacts order={order} />
      {order.state === "placed" && (
        <div className={classes.actions}>
          <Button component={Link} href={`/orders/pay/${order.uuid}`}>
            Pay
          </Button>
          <Button variant="default" onClick={() => setCancelling(true)}>
            Cancel the order
          </Button>
        </div>
      )}
      <OrderDocuments order={order} />
      <OrderGoods order={order} />
      <section className={classes.part} aria-labelledby="order-steps">
        <h3 id="order-steps" className={classes.heading}>
          What happened
        </h3>
        <OrderSteps order={order} />
      </section>
      {isCancelling && <CancelOrderDialog order={order} onClose={() => setCancelling(false)} />}
    </div>
  );
}
