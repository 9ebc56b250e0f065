import { describe, expect, test } from "vitest";
import { saveOrderSchema } from "../orders/save-order.ts";
import {
  deliveryDayText,
  deliveryName,
  goesByCourier,
  isDeliveryOf,
  isWithinCollectionHours,
  officeDay,
  officeInstant,
  officeTime,
} from "./delivery.ts";

describe("the hours of collection", () => {
  test.each([
    ["Thursday 08:59", "2026-11-26T06:59:00Z", false],
    ["Thursday 09:00", "2026-11-26T07:00:00Z", true],
    ["Thursday 15:00", "2026-11-26T13:00:00Z", true],
    ["Thursday 15:01", "2026-11-26T13:01:00Z", false],
    ["Friday 12:00", "2026-11-27T10:00:00Z", true],
    ["Saturday 12:00", "2026-11-28T10:00:00Z", false],
    ["Sunday 12:00", "2026-11-29T10:00:00Z", false],
    ["Monday 09:00", "2026-11-30T07:00:00Z", true],
  ])("%s", (_when, instant, isOpen) => {
    expect(isWithinCollectionHours(instant)).toBe(isOpen);
  });

  // shows S9.10
  test("are in the office's time zone, regardless of the device's", () => {
    expect(officeInstant("2026-11-26", "09:30")).toBe("2026-11-26T07:30:00.000Z");
    expect(officeInstant("2026-11-26", "soon")).toBeNull();
    expect(officeDay("2026-11-26T22:00:00Z")).toBe("2026-11-27");
    expect(officeTime("2026-11-26T07:05:00Z")).toBe("09:05");
  });
});

test("a delivery day is formatted in words", () => {
  expect(deliveryDayText("2026-11-26")).toBe("Thu 26 Nov");
  expect(deliveryDayText("2027-01-01")).toBe("Fri 1 Jan");
});

describe("a service", () => {
  test.each([
    ["za", "ECO", true],
    ["za", "LOF", true],
    ["za", "LSF", true],
    ["za", "DOOR", true],
    ["za", "COL", true],
    ["za", "OVN", false],
    ["za", "LSX", false],
    ["za", "RM", false],
    ["za", "NONE", false],
    ["uk", "RM", true],
    ["uk", "ECO", false],
    ["uk", "COL", false],
  ] as const)("in %s %s may be named: %s", (region, code, may) => {
    expect(isDeliveryOf(region, code)).toBe(may);
  });

  test("is by courier unless the order is collected or posted", () => {
    expect(goesByCourier("za", null)).toBe(true);
    expect(goesByCourier("za", "ECO")).toBe(true);
    expect(goesByCourier("za", "COL")).toBe(false);
    expect(goesByCourier("uk", null)).toBe(false);
  });

  test("has a name", () => {
    expect(["ECO", "COL", null, "XYZ"].map(deliveryName)).toEqual([
      "Economy",
      "Collection from our office",
      "Courier to the door",
      "XYZ",
    ]);
  });
});

describe("collecting", () => {
  const order = {
    commandId: "7f2c1d1e-0000-4000-8000-000000000001",
    sections: [{ addressId: 1, lines: [{ productId: 94, quantity: 1 }] }],
  };
  const problemsOf = (changes: object) =>
    saveOrderSchema
      .safeParse({ ...order, ...changes })
      .error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];

  test.each([
    [{ deliveryService: "ECO" }, []],
    [{}, []],
    [{ deliveryService: "COL", collection: { by: "self" } }, []],
    [{ deliveryService: "COL", collection: { by: "courier", courierName: "Swift" } }, []],
    [{ deliveryService: "COL" }, [["collection", "Choose who collects the order."]]],
    [
      { deliveryService: "COL", collection: { by: "courier", courierName: "  " } },
      [["collection.courierName", "Please enter the courier’s name."]],
    ],
    [
      { deliveryService: "COL", collection: { by: "pigeon" } },
      [["collection.by", "Choose who collects the order."]],
    ],
  ])("with %j has the problems %j", (changes, problems) => {
    expect(problemsOf(changes)).toEqual(problems);
  });
});
