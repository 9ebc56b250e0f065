import { describe, expect, test } from "vitest";
import { isCancellable, parcelsState, trackingState } from "./delivery.ts";

describe("the tracking state of a parcel", () => {
  test.each([
    [null, "booked"],
    ["submitted", "booked"],
    ["collection-assigned", "booked"],
    ["collected", "on-its-way"],
    ["at-hub", "on-its-way"],
    ["out-for-delivery", "out-for-delivery"],
    ["delivery-failed-attempt", "problem"],
    ["returned-to-sender", "problem"],
    ["delivered", "delivered"],
    ["cancelled", "cancelled"],
    ["a word of next year", "on-its-way"],
  ] as const)("%s is %s", (status, state) => {
    expect(trackingState(status)).toBe(state);
  });
});

test.each([
  [[], null],
  [["delivered", "delivered"], "delivered"],
  [["delivered", null], "booked"],
  [["out-for-delivery", "at-hub"], "on-its-way"],
  [["delivered", "undeliverable"], "problem"],
  [["cancelled", "delivered"], "delivered"],
  [["cancelled"], "cancelled"],
] as const)("parcels that are %j stand together as %s", (statuses, state) => {
  expect(parcelsState(statuses)).toBe(state);
});

test("a shipment can be cancelled until the courier has it", () => {
  const taken = ["collected", "at-hub", "out-for-delivery", "delivered", "cancelled"];
  expect(taken.filter(isCancellable)).toEqual([]);
  expect(
    [null, "submitted", "collection-assigned", "collection-failed-attempt"].every(isCancellable),
  ).toBe(true);
});
