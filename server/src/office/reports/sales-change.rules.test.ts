import fc from "fast-check";
import { exclVat } from "@portal/shared/platform/money.ts";
import { describe, expect, test } from "vitest";
import {
  changeByLast,
  figureNames,
  type Holder,
  type SaleFact,
  type SalesChange,
  type SoldOrder,
  wholeOrder,
} from "./sales-change.rules.ts";

const anna: Holder = { sellerId: 11, level: 1 };
const house: Holder = { sellerId: 0, level: 0 };

/** Three bottles at R325.00, one product at R100.01, and delivery. */
const order: SoldOrder = {
  vatBps: 1500,
  documentBps: 1500,
  lines: [
    { productId: 94, quantity: 3, unitPrice: 325_00, commissionPrice: 325_00 },
    { productId: 95, quantity: 1, unitPrice: 100_01, commissionPrice: 100_01 },
    { productId: 142, quantity: 1, unitPrice: 100_00, commissionPrice: 0 },
  ],
};
const paid: SaleFact = { type: "OrderPaid", holder: anna };
const refund = (
  amount: number,
  productAmount: number,
  units: number,
  kept = 1175_01 - amount,
): SaleFact => ({ type: "PaymentRefunded", amount, productAmount, units, kept });

const ofProduct = (changes: readonly SalesChange[], productId: number) =>
  changes.filter((change) => change.productId === productId);

describe("what a payment adds", () => {
  // shows T314
  test("has no VAT where its invoice has none, and the same commissionable value", () => {
    const [whole] = ofProduct(changeByLast({ ...order, documentBps: null }, [paid]), wholeOrder);
    expect(whole).toMatchObject({ net: 1175_01, value: 847_83 + 86_97, charged: 1075_01 });
  });

  test("is counted for the whole order and each of its products", () => {
    const changes = changeByLast(order, [paid]);
    expect(changes).toHaveLength(4);
    expect(ofProduct(changes, wholeOrder)).toEqual([
      {
        ...anna,
        productId: 0,
        orders: 1,
        units: 4,
        value: 847_83 + 86_97,
        charged: 1075_01,
        delivery: 100_00,
        refunded: 0,
        // As on the invoice of R1175.01.
        net: 1021_75,
      },
    ]);
    expect(ofProduct(changes, 142)).toEqual([
      {
        ...anna,
        productId: 142,
        orders: 1,
        units: 0,
        value: 0,
        charged: 0,
        delivery: 100_00,
        refunded: 0,
        net: 86_96,
      },
    ]);
  });
});

describe("what a refund takes", () => {
  test("is distributed over the products, and the rest counts for delivery", () => {
    const changes = changeByLast(order, [paid, refund(425_00, 325_00, 1)]);
    const [whole] = ofProduct(changes, wholeOrder);
    expect(whole).toMatchObject({ orders: 0, units: -1, charged: -325_00, refunded: 425_00 });
    // As its credit note of R425.00.
    expect(whole).toMatchObject({ delivery: -100_00, net: -369_57 });
    expect(ofProduct(changes, 142)).toMatchObject([
      { charged: 0, delivery: -100_00, refunded: 100_00 },
    ]);
    const parts = changes.filter(({ productId }) => productId !== wholeOrder);
    expect(totalOf(parts)).toEqual(figuresOf(whole));
  });

  test("is only money when too much was paid", () => {
    const [whole] = ofProduct(changeByLast(order, [paid, refund(5, 0, 0, 1175_01)]), wholeOrder);
    expect(whole).toMatchObject({ units: 0, value: 0, charged: 0, refunded: 5 });
    expect(whole).toMatchObject({ orders: 0, delivery: 0, net: 0 });
  });

  test("leaves no VAT of an order that is refunded with its delivery", () => {
    const sold: SoldOrder = {
      ...order,
      lines: [
        { productId: 94, quantity: 1, unitPrice: 1150_00, commissionPrice: 1150_00 },
        { productId: 142, quantity: 1, unitPrice: 115_00, commissionPrice: 0 },
      ],
    };
    const facts = [paid, refund(1265_00, 1150_00, 1, 0)];
    const changes = facts.flatMap((_, at) => changeByLast(sold, facts.slice(0, at + 1)));
    expect(totalOf(ofProduct(changes, wholeOrder))).toMatchObject({
      charged: 0,
      delivery: 0,
      net: 0,
      refunded: 1265_00,
    });
  });
});

test("a reassignment moves what is left of the order", () => {
  const facts: SaleFact[] = [paid, refund(325_00, 325_00, 1)];
  const changes = changeByLast(order, [...facts, { type: "OrderReassigned", holder: house }]);
  const [from, to] = [anna, house].map(({ sellerId }) =>
    ofProduct(changes, wholeOrder).find((change) => change.sellerId === sellerId),
  );
  expect(to).toMatchObject({ level: 0, orders: 1, units: 3, charged: 750_01, refunded: 325_00 });
  expect(from).toMatchObject({ level: 1, orders: -1, units: -3, charged: -750_01 });
});

test("a reassignment to the same seller changes nothing", () => {
  expect(changeByLast(order, [paid, { type: "OrderReassigned", holder: anna }])).toEqual([]);
});

const holders = fc.constantFrom<Holder>(anna, house, { sellerId: 12, level: 4 });
const someOrder = fc.record({
  vatBps: fc.constantFrom(0, 1500, 2000),
  documentBps: fc.constantFrom(null, 0, 1500, 2000),
  lines: fc.array(
    fc.record({
      productId: fc.constantFrom(94, 95, 96, 142),
      quantity: fc.integer({ min: 1, max: 9 }),
      unitPrice: fc.integer({ min: 1, max: 99_999 }),
      commissionPrice: fc.integer({ min: 0, max: 99_999 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

/** The facts of an order: paid, reassigned, refunded in parts, and finally as a whole. */
const someLife = fc.record({
  order: someOrder,
  first: holders,
  steps: fc.array(fc.oneof(holders, fc.tuple(fc.nat(100), fc.nat(100))), { maxLength: 6 }),
});

test("all changes of an order add up, product by product, to what is left of it; to nothing when all is refunded", () => {
  fc.assert(
    fc.property(someLife, ({ order: sold, first, steps }) => {
      const facts: SaleFact[] = [{ type: "OrderPaid", holder: first }];
      const goods = sumBy(sold, (line) => (line.commissionPrice > 0 ? line.unitPrice : 0));
      const units = sumBy(sold, (line) => (line.commissionPrice > 0 ? 1 : 0));
      const left = { goods, units };
      const total = sumBy(sold, ({ unitPrice }) => unitPrice);
      const bps = sold.documentBps ?? 0;
      let kept = total;
      let net = exclVat(total, bps);
      const giveBack = (amount: number, productAmount: number, unitsBack: number) => {
        kept -= amount;
        net -= exclVat(amount, bps);
        facts.push(refund(amount, productAmount, unitsBack, kept));
      };
      for (const step of steps) {
        if (!Array.isArray(step)) facts.push({ type: "OrderReassigned", holder: step });
        else {
          const part = Math.floor((left.goods * step[0]) / 100);
          const unitsBack = Math.floor((left.units * step[1]) / 100);
          left.goods -= part;
          left.units -= unitsBack;
          giveBack(part, part, unitsBack);
        }
      }
      giveBack(left.goods, left.goods, left.units);

      const changes = facts.flatMap((_, index) => changeByLast(sold, facts.slice(0, index + 1)));
      const whole = totalOf(ofProduct(changes, wholeOrder));
      expect(whole).toMatchObject({ orders: 1, units: 0, value: 0, charged: 0, refunded: goods });
      const parts = changes.filter(({ productId }) => productId !== wholeOrder);
      expect({ ...totalOf(parts), orders: 1 }).toEqual(whole);
      expect(whole.net).toBe(net);
      giveBack(kept, 0, 0);
      const last = totalOf(ofProduct(changeByLast(sold, facts), wholeOrder));
      expect([whole.delivery + last.delivery, whole.net + last.net]).toEqual([0, net]);
    }),
  );
});

function sumBy(sold: SoldOrder, figure: (line: SoldOrder["lines"][number]) => number): number {
  return sold.lines.reduce((sum, line) => sum + figure(line) * line.quantity, 0);
}

function figuresOf(change: SalesChange | undefined) {
  const { units, value, charged, delivery, refunded, net } = change ?? noFigures;
  return { orders: 0, units, value, charged, delivery, refunded, net };
}

const noFigures = { orders: 0, units: 0, value: 0, charged: 0, delivery: 0, refunded: 0, net: 0 };

function totalOf(changes: readonly SalesChange[]) {
  const total = { ...noFigures };
  for (const change of changes) for (const field of figureNames) total[field] += change[field];
  return total;
}
