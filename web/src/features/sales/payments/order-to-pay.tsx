import { collectionInWords } from "@portal/shared/sales/delivery/delivery.ts";
import { kept, outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { DayText } from "../../../ui/day-text.tsx";
import { type Fact, Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import type { PayableOrder } from "./pay-screen.tsx";
import classes from "./pay-screen.module.css";

/** The lines of the order and what they come to. */
export function OrderToPay(props: { order: PayableOrder }) {
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
