import type { Collection } from "../orders/save-order.ts";

/** Who comes to the office for an order; a courier's name stands only where the reader may know it. */
export function collectionInWords({ by, courierName }: Collection): string {
  if (by === "self") return "Collected at our office by the buyer";
  return courierName
    ? `Collected at our office by a courier: ${courierName}`
    : "Collected at our office by a courier";
}
