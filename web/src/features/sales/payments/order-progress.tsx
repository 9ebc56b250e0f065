import { api } from "../../../api/api.ts";
import { OrderDocuments } from "../../../ui/order-papers.tsx";
import { OrderSteps } from "../../../ui/order-steps.tsx";
import { ShipmentStatus } from "../../../ui/shipment-status.tsx";
import classes from "./pay-screen.module.css";

/** What happened to the order since it was placed. The page is whole without it, so it fails in silence. */
export function OrderProgress(props: { uuid: string }) {
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
