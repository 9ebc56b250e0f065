import type { Region } from "@portal/shared/platform/region.ts";
import { describe, expect, test } from "vitest";
import {
  areOwnRecipients,
  buyerOf,
  type BuyerRow,
  membersOfCodes,
  type ProductRow,
  type RecipientRow,
  shopTermsOf,
} from "./price-terms.rules.ts";

const aProduct = (id: number, productCode: string): ProductRow => ({
  id,
  name: productCode,
  description: "",
  price: id * 100,
  originalPrice: null,
  productCode,
  outOfStock: false,
  outOfStockButton: "",
  outOfStockMessage: "",
  hide: false,
});

describe("the terms of the shop", () => {
  const row = {
    currency: "ZAR",
    vatBps: 1500,
    deliveryFlat: null,
    blackFridayEnabled: false,
    blackFridayBps: 2000,
    stockIssues: "",
    firstDelivery: "",
    ordersPerHour: 100,
  } as const;
  const bottle = aProduct(1, "BOTTLE");
  const parcel = aProduct(2, "DELIVERY");

  test("include the Black Friday discount while it is enabled", () => {
    expect(shopTermsOf(row, []).blackFridayBps).toBe(0);
    expect(shopTermsOf({ ...row, blackFridayEnabled: true }, []).blackFridayBps).toBe(2000);
  });

  test("separate the delivery product from the products for sale", () => {
    const { delivery, products } = shopTermsOf({ ...row, deliveryFlat: 499 }, [bottle, parcel]);
    expect(delivery).toEqual({ productId: 2, parcelPrice: 200, flatPrice: 499 });
    expect(products).toEqual([bottle]);
    expect(shopTermsOf(row, [bottle]).delivery).toBeNull();
  });
});

describe("a buyer", () => {
  const customer: BuyerRow = {
    role: "customer",
    customerMarginBps: null,
    stockistVatBps: 700,
    isStockistVatLower: true,
    test: false,
    kind: null,
    active: null,
    marginBps: null,
    parentId: null,
    parentActive: null,
    parentTest: null,
  };
  const stockist: BuyerRow = {
    ...customer,
    role: "stockist",
    kind: "stockist",
    active: true,
    marginBps: 2500,
  };

  test("without a known account is a guest", () => {
    const guest = { userId: null, pricing: { kind: "guest", marginBps: 0 }, parent: null };
    expect(buyerOf(null, null)).toMatchObject(guest);
    expect(buyerOf(null, 7)).toMatchObject(guest);
  });

  test("who is a customer gets their own margin", () => {
    expect(buyerOf(customer, 7).pricing).toEqual({ kind: "customer", marginBps: 0 });
    const reduced = buyerOf({ ...customer, customerMarginBps: 1000 }, 7);
    expect(reduced).toMatchObject({ userId: 7, pricing: { kind: "customer", marginBps: 1000 } });
    expect(reduced.isActiveMember).toBe(false);
  });

  test("who is a stockist gets their margin while active, and their own VAT rate", () => {
    const active = { isActiveMember: true, pricing: { kind: "stockist", marginBps: 2500 } };
    expect(buyerOf(stockist, 7)).toMatchObject({ ...active, ownVat: { bps: 700, isLower: true } });
    const inactive = { isActiveMember: false, pricing: { kind: "stockist", marginBps: 0 } };
    expect(buyerOf({ ...stockist, active: false }, 7)).toMatchObject(inactive);
    expect(buyerOf(customer, 7).ownVat.bps).toBeNull();
  });

  test.for(["distributor", "admin"] as const)("who is a %s pays the list price", (role) => {
    const row = { ...customer, role, customerMarginBps: 1000, marginBps: 2000 };
    expect(buyerOf(row, 7).pricing).toEqual({ kind: "distributor", marginBps: 0 });
  });

  test("has a selling parent only as a customer of an active member", () => {
    const child = { ...customer, parentId: 3, parentActive: true, parentTest: true };
    expect(buyerOf(child, 7).parent).toEqual({ userId: 3, test: true });
    expect(buyerOf({ ...child, parentActive: false }, 7).parent).toBeNull();
    expect(buyerOf({ ...stockist, parentId: 3, parentActive: true }, 7).parent).toBeNull();
    expect(buyerOf({ ...child, parentTest: null }, 7).parent).toEqual({ userId: 3, test: false });
  });
});

test("active members are found by code in any letter case, in the order of the codes", () => {
  const rows = [
    { userId: 1, code: "ben", active: true, test: null },
    { userId: 2, code: "sam", active: true, test: true },
    { userId: 3, code: "ada", active: false, test: false },
  ];
  expect(membersOfCodes(["SAM", "ada", "Ben", "who"], rows)).toEqual([
    { userId: 2, test: true },
    { userId: 1, test: false },
  ]);
});

describe("the recipients of an order", () => {
  const guestId = "g";
  const own: RecipientRow = {
    id: 1,
    ownerId: 7,
    guestId: null,
    isDeleted: false,
    country: "ZA",
    suburb: "Gardens",
    town: "Cape Town",
    province: "",
    postalCode: "8001",
  };
  const owner = { userId: 7, guestId };
  const isFit = (change: Partial<RecipientRow>, region: Region = "za") =>
    areOwnRecipients([1], [{ ...own, ...change }], { owner, region });

  test("must all belong to the buyer, by account or guest id", () => {
    expect(isFit({})).toBe(true);
    expect(isFit({ ownerId: null, guestId })).toBe(true);
    expect(isFit({ ownerId: 8 })).toBe(false);
    expect(isFit({ ownerId: null, guestId: "other" })).toBe(false);
    const nobody = { owner: { userId: null, guestId: null }, region: "za" } as const;
    expect(areOwnRecipients([1], [{ ...own, ownerId: null }], nobody)).toBe(false);
    expect(areOwnRecipients([1, 2], [own], { owner, region: "za" })).toBe(false);
    expect(areOwnRecipients([], [], { owner, region: "za" })).toBe(true);
  });

  test("must have a complete address in the region of the order", () => {
    expect(isFit({ isDeleted: true })).toBe(false);
    for (const blank of ["suburb", "town", "postalCode"])
      expect(isFit({ [blank]: " " })).toBe(false);
    expect(isFit({}, "uk")).toBe(false);
    expect(isFit({ country: "GB" })).toBe(false);
    expect(isFit({ country: "GB", suburb: "" }, "uk")).toBe(true);
    const american = { country: "US", suburb: "", province: "TX" } as const;
    expect(isFit(american, "usa")).toBe(true);
    expect(isFit({ ...american, province: "" }, "usa")).toBe(false);
    expect(isFit({ ...american, country: "GB" }, "usa")).toBe(false);
    expect(isFit(american, "uk")).toBe(false);
  });
});
