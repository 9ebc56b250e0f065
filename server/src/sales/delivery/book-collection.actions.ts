import { isWithinCollectionHours } from "@portal/shared/sales/delivery/collection-hours.ts";
import type { QuoteToCollection } from "@portal/shared/sales/delivery/arrange-delivery.ts";
import { goesByCourier } from "@portal/shared/sales/delivery/delivery-services.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { changeOrder } from "../orders/change-order.actions.ts";
import { getDeliveryOrder, requireLive } from "./delivery-order.queries.ts";

/**
 * When the courier shall come to the office. The courier is told with the shipment, because it knows no collection
 * apart from one.
 *
 * @throws DomainError courier.outside-hours, courier.not-for-this-order, courier.not-quoted, courier.already-shipped
 */
export async function quoteToCollection(
  caller: Caller,
  { commandId, uuid, collectionAt }: QuoteToCollection,
): Promise<{ uuid: string; collectionAt: string }> {
  const at = new Date(collectionAt).toISOString();
  if (!isWithinCollectionHours(at) || at <= caller.now())
    throw new DomainError("courier.outside-hours", { field: "collectionAt" });
  const order = await getDeliveryOrder(readOnly(caller.db), uuid);
  requireLive(order);
  if (!goesByCourier(order.region, order.service))
    throw new DomainError("courier.not-for-this-order");
  if (order.isShipped) throw new DomainError("courier.already-shipped");
  if (order.quote === null) throw new DomainError("courier.not-quoted");

  const request = { action: "courier.quoteToCollection", uuid, collectionAt: at };
  await changeOrder(caller, commandFrom(caller, commandId, request), {
    order: {
      type: "BookCollection",
      orderId: uuid,
      service: order.quote.service,
      collectionReference: `${order.reference}-${commandId.slice(0, 8)}`,
      collectionAt: at,
    },
    audit: { action: "order.collection-booked", details: { collectionAt: at } },
  });
  return { uuid, collectionAt: at };
}
