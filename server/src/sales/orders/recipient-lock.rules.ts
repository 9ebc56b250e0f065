import { isCancellable } from "@portal/shared/sales/delivery/tracking.ts";
import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import type { OrderState } from "../../platform/read-model/projection-rows.ts";

/** What the courier was asked for; of the parcels that were booked last. */
export type KnownParcel = Readonly<{
  section: number;
  state: "asked" | "unclear" | "refused" | "booked" | "cancelled";
  trackingStatus: string | null;
}>;

/**
 * Why the address of one recipient has to stay as it is; null where it can be corrected. `section` counts from 1, and
 * `hasWaybill` is what the ledger says of an order whose parcels are not known here.
 */
export function whyRecipientStays(
  { state, hasWaybill }: Readonly<{ state: OrderState; hasWaybill: boolean }>,
  parcels: readonly KnownParcel[],
  section: number,
): DomainErrorCode | null {
  if (state === "cancelled" || state === "refunded") return "order.recipient-over";
  if (parcels.length === 0) return hasWaybill ? "order.recipient-underway" : null;
  const parcel = parcels.find((each) => each.section === section);
  switch (parcel?.state) {
    case "asked":
    case "unclear":
      return "order.recipient-unclear";
    case "booked":
      return isCancellable(parcel.trackingStatus)
        ? "order.recipient-booked"
        : "order.recipient-underway";
    case "refused":
    case "cancelled":
    case undefined:
      return null;
  }
}
