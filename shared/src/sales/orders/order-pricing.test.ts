import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Buyer,
  parcelsFor,
  type PricedProduct,
  type PriceTerms,
  priceOrder,
  unitPriceOf,
} from "./order-pricing.ts";

const bottle: PricedProduct = {
  id: 94,
  name: "50ml",
  price: 32_500,
  outOfStock: false,
  hide: false,
};
const box: PricedProduct = { ...bottle, id: 1_699_856, name: "Box of four", price: 120_033 };
const deliveryProduct: PricedProduct = { ...bottle, id: 142, name: "Delivery", price: 10_000 };

const guest: Buyer = { kind: "guest", marginBps: 0 };
const za: PriceTerms = {
  products: [bottle, box, deliveryProduct],
  buyer: guest,
  blackFridayBps: 0,
  delivery: { productId: 142, parcelPrice: 10_000, flatPrice: null },
};
const bottles = (quantity: number) => ({ lines: [{ productId: 94, quantity }] });

const lineFor = (buyer: Buyer) =>
  priceOrder({ sections: [bottles(1)] }, { ...za, buyer }).sections[0]?.lines[0];

const pricing =
  (products: readonly PricedProduct[], quantity = 1) =>
  () =>
    priceOrder({ sections: [bottles(quantity)] }, { ...za, products });

const anyBuyer: fc.Arbitrary<Buyer> = fc.record({
  kind: fc.constantFrom("guest", "customer", "distributor", "stockist"),
  marginBps: fc.integer({ min: 0, max: 9900 }),
});
const anyTerms: fc.Arbitrary<PriceTerms> = fc.record({
  products: fc.constant(za.products),
  buyer: anyBuyer,
  blackFridayBps: fc.integer({ min: 0, max: 9900 }),
  delivery: fc.record({
    productId: fc.constant(142),
    parcelPrice: fc.integer({ min: 0, max: 50_000 }),
    flatPrice: fc.option(fc.integer({ min: 0, max: 50_000 })),
  }),
});
const anyBasket = fc.record({
  sections: fc.array(
    fc.record({
      lines: fc.array(
        fc.record({
          productId: fc.constantFrom(94, 142, 1_699_856),
          quantity: fc.integer({ min: 0, max: 1000 }),
        }),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 4 },
  ),
  deliveryService: fc.constantFrom(null, "ECO", "COL"),
});

describe("the price of an order", () => {
  // shows S3.1, S9.1
  test("is four bottles and a parcel", () => {
    const order = priceOrder({ sections: [bottles(4)] }, za);

    expect(order).toMatchObject({ units: 4, goods: 130_000, delivery: 10_000, total: 140_000 });
    expect(order.sections[0]?.lines).toEqual([
      { productId: 94, quantity: 4, listPrice: 32_500, unitPrice: 32_500, commissionPrice: 32_500 },
      { productId: 142, quantity: 1, listPrice: 10_000, unitPrice: 10_000, commissionPrice: 0 },
    ]);
  });

  test.each([
    [1, 1],
    [60, 1],
    [61, 2],
    [120, 2],
    [121, 3],
    [1000, 17],
  ])("sends %i units in %i parcels", (units, parcels) => {
    expect(parcelsFor(units)).toBe(parcels);
    expect(priceOrder({ sections: [bottles(units)] }, za).delivery).toBe(parcels * 10_000);
  });

  // shows S3.1
  test("charges delivery for every recipient with goods", () => {
    const order = priceOrder({ sections: [bottles(30), bottles(30), bottles(0)] }, za);

    expect(order.sections.map(({ delivery }) => delivery)).toEqual([10_000, 10_000, 0]);
    expect(order.sections[2]?.lines).toEqual([]);
  });

  test("has no delivery if the buyer collects", () => {
    const order = priceOrder({ sections: [bottles(61)], deliveryService: "COL" }, za);
    expect(order).toMatchObject({ delivery: 0, total: 61 * 32_500 });
  });

  // shows R14
  test("is the sum of the prices of its sections, each by its own service", () => {
    const services = fc.constantFrom(undefined, "ECO", "COL");
    fc.assert(
      fc.property(anyBasket, anyTerms, fc.array(services), (basket, terms, ways) => {
        const sections = basket.sections.map(({ lines }, at) => {
          const own = ways[at];
          return own === undefined ? { lines } : { lines, deliveryService: own };
        });
        const alone = sections.map(({ lines, deliveryService = basket.deliveryService }) =>
          priceOrder({ sections: [{ lines }], deliveryService }, terms),
        );
        const order = priceOrder({ ...basket, sections }, terms);
        expect(order.total).toBe(alone.reduce((sum, { total }) => sum + total, 0));
        expect(order.delivery).toBe(alone.reduce((sum, { delivery }) => sum + delivery, 0));
      }),
    );
  });

  // shows S9.2
  test("has one flat delivery for a recipient in the UK", () => {
    const uk = { ...za, delivery: { ...za.delivery, flatPrice: 499 } };
    expect(priceOrder({ sections: [bottles(500), bottles(1)] }, uk).delivery).toBe(998);
  });

  test("ignores DELIVERY lines of the client", () => {
    const lines = [
      { productId: 94, quantity: 1 },
      { productId: 142, quantity: 7 },
    ];
    expect(priceOrder({ sections: [{ lines }] }, za)).toMatchObject({ units: 1, delivery: 10_000 });
  });

  // shows R14, S9.14, T17
  test("is the sum of its lines under any terms, and delivery is never discounted", () => {
    fc.assert(
      fc.property(anyBasket, anyTerms, (basket, terms) => {
        const order = priceOrder(basket, terms);
        const lines = order.sections.flatMap((section) => section.lines);

        const total = lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0);
        expect(order.total).toBe(total);
        expect(order.goods + order.delivery).toBe(total);
        for (const line of lines) {
          expect(line.unitPrice).toBeLessThanOrEqual(line.listPrice);
          expect(line.quantity).toBeGreaterThan(0);
          if (line.productId !== 142) continue;
          expect(line.unitPrice).toBe(terms.delivery.flatPrice ?? terms.delivery.parcelPrice);
          expect(line.commissionPrice).toBe(0);
        }
      }),
    );
  });
});

/** All pricing rules combined (docs/domain.md, "Price of a line"). */
describe("an order of so many bottles at R325.00", () => {
  const uk = { ...za.delivery, flatPrice: 499 };
  test.each([
    // who, margin, Black Friday, service, units per recipient → goods, delivery
    ["guest", 0, 0, null, [1], 32_500, 10_000],
    ["guest", 0, 2000, null, [1], 26_000, 10_000],
    ["guest", 0, 2000, "ECO", [60], 60 * 26_000, 10_000],
    ["guest", 0, 0, "COL", [61], 61 * 32_500, 0],
    ["guest", 0, 0, "ECO", [61], 61 * 32_500, 20_000],
    ["guest", 0, 0, "ECO", [60, 1], 61 * 32_500, 20_000],
    ["guest", 0, 0, "ECO", [30, 30], 60 * 32_500, 20_000],
    ["customer", 1000, 0, "ECO", [2], 58_500, 10_000],
    ["customer", 1000, 2000, "ECO", [2], 52_000, 10_000],
    ["customer", 2500, 2000, "ECO", [2], 48_750, 10_000],
    ["customer", 2500, 2000, "COL", [2], 48_750, 0],
    ["stockist", 2500, 5000, "ECO", [4], 97_500, 10_000],
    ["stockist", 0, 5000, "ECO", [4], 130_000, 10_000],
    ["distributor", 2500, 5000, "ECO", [4], 130_000, 10_000],
  ] as const)(
    "%s, margin %i, Black Friday %i, %s, %j: goods %i, delivery %i",
    (kind, marginBps, blackFridayBps, deliveryService, units, goods, delivery) => {
      const terms = { ...za, buyer: { kind, marginBps }, blackFridayBps };
      const basket = { sections: units.map(bottles), deliveryService };
      expect(priceOrder(basket, terms)).toMatchObject({ goods, delivery, total: goods + delivery });
      // In the UK, delivery is one flat price per recipient, regardless of the quantity.
      const flat = deliveryService === "COL" ? 0 : units.length * 499;
      expect(priceOrder(basket, { ...terms, delivery: uk }).delivery).toBe(flat);
    },
  );
});

describe("the price of a unit", () => {
  test.each([
    ["guest", 0, 0, 32_500],
    ["guest", 5000, 1000, 29_250],
    ["customer", 1000, 0, 29_250],
    ["customer", 1000, 1500, 27_625],
    ["customer", 2000, 1500, 26_000],
    ["stockist", 3000, 0, 22_750],
    ["stockist", 3000, 5000, 22_750],
    ["distributor", 3000, 5000, 32_500],
  ] as const)(
    "for a %s with %i bps margin and %i bps Black Friday is right",
    (kind, marginBps, blackFridayBps, price) => {
      expect(unitPriceOf(32_500, { buyer: { kind, marginBps }, blackFridayBps })).toBe(price);
    },
  );

  // shows R14, T17
  test("is rounded once, to the cent", () => {
    const buyer: Buyer = { kind: "stockist", marginBps: 3333 };
    expect(unitPriceOf(999, { buyer, blackFridayBps: 0 })).toBe(666);
  });

  test("is the commission price, except for a stockist, whose commission price is the list price", () => {
    expect(lineFor({ kind: "customer", marginBps: 1000 })).toMatchObject({
      unitPrice: 29_250,
      commissionPrice: 29_250,
    });
    expect(lineFor({ kind: "stockist", marginBps: 1000 })).toMatchObject({
      unitPrice: 29_250,
      commissionPrice: 32_500,
    });
  });
});

describe("an order that cannot be priced", () => {
  test.each([
    ["is out of stock", { ...bottle, outOfStock: true }],
    ["is discontinued", { ...bottle, hide: true }],
  ])("names the product that %s", (_what, product) => {
    expect(pricing([product])).toThrow("A product in this order is not available. (50ml)");
  });
  test("may contain such a product with quantity zero", () => {
    expect(pricing([{ ...bottle, hide: true }], 0)).not.toThrow();
  });
  test("names an unknown product", () => {
    expect(pricing([])).toThrow("We do not sell that product. (94)");
  });
  test.each([-1, 1001, 1.5, Number.NaN])("refuses a quantity of %d", (quantity) => {
    const sentence = "Please enter a whole number from 0 to 1000.";
    expect(pricing(za.products, quantity)).toThrow(sentence);
  });
});
