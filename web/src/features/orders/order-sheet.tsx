import { DayText } from "../../ui/day-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { MoneyText } from "../../ui/money-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { OrderStatus } from "../../ui/order-status.tsx";
import classes from "./office-orders.module.css";
import type { ListedOrder } from "./orders-screen.tsx";
import { RecordEftForm } from "./record-eft-form.tsx";

/** One order beside the list: who, how much, what came in. */
export function OrderSheet(props: { order: ListedOrder; onClose: () => void }) {
  const { order } = props;
  return (
    <Dialog shape="sheet" title={`Order ${order.orderNumber}`} onClose={props.onClose}>
      <div className={classes.sheet}>
        {order.overpaid && (
          <Notice tone="warning" title="More came in than was asked for">
            <p>Somebody has to give the difference back.</p>
          </Notice>
        )}
        <OrderFacts order={order} />
        {order.state === "placed" && <RecordEftForm order={order} />}
        <a href={`/orders/pay/${order.uuid}`}>Open the buyer’s page of this order</a>
      </div>
    </Dialog>
  );
}

function OrderFacts(props: { order: ListedOrder }) {
  const { order } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={order.currency} />;
  return (
    <Facts
      facts={[
        { name: "Status", value: <OrderStatus state={order.state} /> },
        { name: "Placed", value: <DayText value={order.placedAt} withTime /> },
        ...(order.paidAt
          ? [{ name: "Paid", value: <DayText value={order.paidAt} withTime /> }]
          : []),
        { name: "Buyer", value: order.buyerName ?? "Guest" },
        { name: "Seller", value: order.sellerName ?? "House sale, no commission" },
        { name: "Units", value: String(order.units) },
        { name: "Total", value: money(order.total) },
        { name: "Received", value: money(order.received) },
        ...(order.refunded > 0 ? [{ name: "Refunded", value: money(order.refunded) }] : []),
        ...(order.live ? [] : [{ name: "Test order", value: "Earns no commission" }]),
      ]}
    />
  );
}
