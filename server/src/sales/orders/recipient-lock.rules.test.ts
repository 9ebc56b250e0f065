import { describe, expect, test } from "vitest";
import { type KnownParcel, whyRecipientStays } from "./order.rules.ts";

const paid = { state: "paid", hasWaybill: true } as const;
const parcel = (
  state: KnownParcel["state"],
  trackingStatus: string | null = null,
  section = 1,
): KnownParcel => ({ section, state, trackingStatus });

describe("correcting the address of a recipient", () => {
  test.each([
    ["no shipment was requested", { ...paid, hasWaybill: false }, [], null],
    ["the order is not paid yet", { state: "placed", hasWaybill: false }, [], null],
    ["the order is partly refunded", { state: "partly-refunded", hasWaybill: false }, [], null],
    ["its shipment was cancelled", paid, [parcel("cancelled", "cancelled")], null],
    ["the courier refused its parcel", paid, [parcel("refused")], null],
    ["another recipient's parcel is booked", paid, [parcel("booked", null, 2)], null],
    ["its parcel is booked", paid, [parcel("booked", "submitted")], "order.recipient-booked"],
    ["its parcel waits for collection", paid, [parcel("booked")], "order.recipient-booked"],
    ["its parcel has left", paid, [parcel("booked", "in-transit")], "order.recipient-underway"],
    ["its parcel was delivered", paid, [parcel("booked", "delivered")], "order.recipient-underway"],
    ["its booking is unclear", paid, [parcel("unclear")], "order.recipient-unclear"],
    ["its booking is in progress", paid, [parcel("asked")], "order.recipient-unclear"],
    ["the order was shipped before its import", paid, [], "order.recipient-underway"],
    ["the order was cancelled", { ...paid, state: "cancelled" }, [], "order.recipient-over"],
    ["the order is fully refunded", { ...paid, state: "refunded" }, [], "order.recipient-over"],
  ] as const)("is allowed or refused if %s", (_case, order, parcels, expected) => {
    expect(whyRecipientStays(order, parcels, 1)).toBe(expected);
  });
});
