import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import {
  collectionInWords,
  deliveryDayText,
  deliveryName,
} from "@portal/shared/sales/delivery/delivery.ts";
import { creditUsed, kept, outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { saidOfParcel } from "@portal/shared/sales/orders/order-terms.ts";
import type { ReactNode } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { DayText } from "../../../ui/days.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { OfficeAddress } from "../orders/office-address.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";

export type UnpaidOrder = ApiOutputs["orders"]["byUuid"];

/** The lines of the order and the total. */
export function OrderToPay(props: { order: UnpaidOrder }) {
  const { order } = props;
  const money = (minor: number) => <MoneyText minor={minor} currency={order.currency} />;
  const isPhone = useIsPhone();
  const { data: detail } = useDetail(order.uuid);
  const isPartlyPaid = order.state === "placed" && kept(order) > 0;
  const credit = detail ? Math.min(creditUsed(detail.steps), kept(order)) : 0;
  const facts = [
    ...order.sections.flatMap((section) =>
      section.lines.map((line) => ({
        name: `${line.quantity} × ${line.name}`,
        value: money(line.lineTotal),
      })),
    ),
    { name: "Delivery", value: order.delivery === 0 ? "Free" : money(order.delivery) },
    { name: "Total", value: money(order.total), isSum: true },
    credit > 0 && { name: "Store credit used", value: <>−{money(credit)}</> },
    isPartlyPaid &&
      kept(order) > credit && { name: "Paid so far", value: money(kept(order) - credit) },
    isPartlyPaid && { name: "Amount due", value: money(outstanding(order)), isSum: true },
  ];

  const summary = (
    <>
      <Facts amounts facts={facts} />
      <Parcels order={order} />
      <p className="quiet">
        Ordered on <DayText value={order.placedAt} />
        {order.paidAt && (
          <>
            , paid on <DayText value={order.paidAt} />
          </>
        )}
      </p>
    </>
  );
  // Above the payment methods, a phone has room for the amount only.
  if (isPhone && order.state === "placed")
    return (
      <details className="card">
        <summary>
          <span>
            Amount due: <b>{money(outstanding(order))}</b>
          </span>
        </summary>
        {summary}
      </details>
    );
  return (
    <section className="stack" aria-labelledby="what-you-pay">
      <h2 id="what-you-pay">Order summary</h2>
      {summary}
    </section>
  );
}

/** The delivery and arrival of each parcel; the recipient, the address and the notes are shown to the buyer only. */
function Parcels(props: { order: UnpaidOrder }) {
  const { order } = props;
  const { data: detail } = useDetail(order.uuid);
  const isCollected = order.sections.some(isCollectedPart);
  return (
    <>
      <ul className="stack tight" aria-label="Parcels">
        {order.sections.map((section, at) => {
          const { deliveryService, promisedDay } = section;
          const said = detail?.sections[at];
          const known = said?.recipient?.name;
          const name = known ?? (order.sections.length > 1 ? `Parcel ${at + 1}` : null);
          const way =
            isCollectedPart(section) && order.collectedBy
              ? collectionInWords({ by: order.collectedBy })
              : deliveryName(deliveryService);
          const day =
            promisedDay && order.state !== "cancelled"
              ? `, arrives by ${deliveryDayText(promisedDay)}`
              : "";
          return (
            <li key={at} className="quiet">
              {name && <b>{name}: </b>}
              {way}
              {!isCollectedPart(section) && day}
              {said?.recipient && !isCollectedPart(section) && (
                <>
                  <Line>{said.recipient.address.join(", ")}</Line>
                  <Line>{said.recipient.cell}</Line>
                </>
              )}
              {said &&
                saidOfParcel(said).map(({ title, text }) => (
                  <Line key={title}>
                    {title}: {text}
                  </Line>
                ))}
            </li>
          );
        })}
      </ul>
      {detail?.deliveryNotes && <p className="quiet">Delivery notes: {detail.deliveryNotes}</p>}
      {isCollected && <OfficeAddress />}
    </>
  );
}

function Line(props: { children: ReactNode }) {
  return (
    <>
      <br />
      <span>{props.children}</span>
    </>
  );
}

export function isCollectedPart({ deliveryService }: UnpaidOrder["sections"][number]): boolean {
  return deliveryService === selfCollectionService;
}

/** The guest id identifies a guest as the buyer of the order. */
export function useDetail(uuid: string) {
  return api.orders.detail.useQuery({ uuid, uniqueId: guestId() });
}
