import { orderReference } from "@portal/shared/platform/order-reference.ts";
import { OfficeLink } from "../../../ui/office-link.tsx";

/** The number of an order, which leads to it. */
export function OrderLink(props: { orderId: string; orderNumber: number }) {
  return (
    <OfficeLink href={`/admin/orders?order=${props.orderId}`} needs="orders.list">
      {orderReference(props.orderNumber)}
    </OfficeLink>
  );
}
