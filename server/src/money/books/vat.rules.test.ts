import { describe, expect, test } from "vitest";
import type { BookDocument, PostedEntry } from "./book-entry.rules.ts";
import { vatGroupsOf, vatReturnOf } from "./vat.rules.ts";

const entry = (document: BookDocument | null): PostedEntry => ({
  position: 1,
  event: "OrderPaid",
  occurredAt: "2026-01-05T08:00:00.000Z",
  ownDay: "2026-01-05",
  postingDate: "2026-01-05",
  currency: "ZAR",
  orderId: null,
  orderNumber: 7001,
  userId: null,
  document,
  lines: [],
});
const invoice = {
  kind: "invoice",
  number: "7001",
  vatBps: 1500,
  gross: 42_500,
  goods: 32_500,
  netGoods: 28_261,
  netDelivery: 8696,
} as const;
const note = {
  ...invoice,
  kind: "credit-note",
  number: "CN7001-1",
  gross: 32_500,
  netDelivery: 0,
} as const;
const za = { currency: "ZAR", vatBps: 1500 } as const;

describe("VAT of a period", () => {
  test("adds up documents by rate and kind, with delivery apart", () => {
    const groups = vatGroupsOf([
      entry({ ...note, vatBps: 0, netGoods: 32_500 }),
      entry(note),
      entry(null),
      entry(invoice),
      entry({ ...invoice, number: "7002" }),
    ]);
    expect(groups).toMatchObject([
      {
        kind: "invoice",
        vatBps: 1500,
        gross: 85_000,
        net: 73_914,
        vat: 11_086,
        deliveryGross: 20_000,
        deliveryNet: 17_392,
        documents: [{ number: "7001" }, { number: "7002" }],
      },
      { kind: "credit-note", vatBps: 1500, gross: 32_500, net: 28_261, vat: 4239 },
      { kind: "credit-note", vatBps: 0, gross: 32_500, net: 32_500, vat: 0 },
    ]);
  });

  test("gives the figures of the return, of the region's rate alone", () => {
    const groups = vatGroupsOf([entry(invoice), entry(note), entry({ ...invoice, vatBps: 0 })]);
    expect(vatReturnOf(groups, za)).toEqual({
      gross: 10_000,
      vat: 1304,
      netWhole: 87,
      vatOfGross: 1304,
    });
    expect(vatReturnOf(groups, { ...za, vatBps: 0 })).toMatchObject({ vatOfGross: null });
    expect(vatReturnOf([], za)).toEqual({ gross: 0, vat: 0, netWhole: 0, vatOfGross: 0 });
  });
});
