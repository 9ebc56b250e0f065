import { describe, expect, test } from "vitest";
import { type KnownParcel, whyRecipientStays } from "./order.rules.ts";

const paid = { state: "paid", hasWaybill: true } as const;
const parcel = (
  state: KnownParcel["state"],
  trackingStatus: string | null = null,
  section = 1,
): KnownParcel => ({ section, state, trackingStatus });

describe("the address of a recipient", () => {
  test.each([
    ["no parcel was asked for", { ...paid, hasWaybill: false }, [], null],
    ["it is not paid yet", { state: "placed", hasWaybill: false }, [], null],
    ["some of it was given back", { state: "partly-refunded", hasWaybill: false }, [], null],
    ["its parcel was taken back", paid, [parcel("cancelled", "cancelled")], null],
    ["the courier said no", paid, [parcel("refused")], null],
    ["another recipient's parcel is booked", paid, [parcel("booked", null, 2)], null],
    ["its parcel is booked", paid, [parcel("booked", "submitted")], "order.recipient-booked"],
    ["it waits for the courier", paid, [parcel("booked")], "order.recipient-booked"],
    ["the courier has it", paid, [parcel("booked", "in-transit")], "order.recipient-underway"],
    ["it was delivered", paid, [parcel("booked", "delivered")], "order.recipient-underway"],
    ["nobody knows whether it is booked", paid, [parcel("unclear")], "order.recipient-unclear"],
    ["it is being booked", paid, [parcel("asked")], "order.recipient-unclear"],
    ["it was shipped before it came here", paid, [], "order.recipient-underway"],
    ["the order was cancelled", { ...paid, state: "cancelled" }, [], "order.recipient-over"],
    ["all was given back", { ...paid, state: "refunded" }, [], "order.recipient-over"],
  ] as const)("where %s", (_case, order, parcels, expected) => {
    expect(whyRecipientStays(order, parcels, 1)).toBe(expected);
  });
});
