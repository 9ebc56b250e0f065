import { exclVat, proportionOf } from "@portal/shared/platform/money.ts";
import type { SalesLevel } from "@portal/shared/office/reports/sales-terms.ts";

/** What reports add up, in minor units. Goods, value and units are what is left after refunds. */
export type SalesFigures = {
  orders: number;
  units: number;
  /** What commission is reckoned on. */
  value: number;
  /** Goods as charged, incl. VAT. */
  charged: number;
  /** As charged; a refund of it shows in `refunded` alone. */
  delivery: number;
  /** Money given back, of goods or of anything else. */
  refunded: number;
};

/** Whose sale it is; the house's is seller 0 at level 0. */
export type Holder = Readonly<{ sellerId: number; level: SalesLevel }>;

export type SoldOrder = Readonly<{
  vatBps: number;
  lines: readonly Readonly<{
    productId: number;
    quantity: number;
    unitPrice: number;
    commissionPrice: number;
  }>[];
}>;

/** What befell an order since it was paid. */
export type SaleFact =
  | Readonly<{ type: "OrderPaid" | "OrderReassigned"; holder: Holder }>
  | Readonly<{ type: "PaymentRefunded"; amount: number; productAmount: number; units: number }>;

/** What a fact adds to somebody's sales of a product; product 0 is the order as a whole. */
export type SalesChange = Holder & Readonly<{ productId: number }> & Readonly<SalesFigures>;

/** The order as a whole, beside its products. */
export const wholeOrder = 0;

/**
 * What the last of an order's facts changes, knowing those before it. Whoever sells it has all that
 * is left of it; a reassignment takes that from one and gives it to the other. What a refund takes is
 * spread over the products so that they always add up to the order, to the cent.
 */
export function changeByLast(order: SoldOrder, facts: readonly SaleFact[]): SalesChange[] {
  const products = productsOf(order);
  const before = stateAfter(facts.slice(0, -1));
  const after = stateAfter(facts);
  const changes = new Map<string, SalesChange>();
  const add = (holder: Holder, productId: number, figures: SalesFigures, sign: 1 | -1) => {
    const key = `${holder.sellerId} ${holder.level} ${productId}`;
    const known = changes.get(key) ?? { ...holder, productId, ...nothing };
    changes.set(key, { ...known, ...sumOf(known, figures, sign) });
  };

  for (const [state, sign] of [[after, 1] as const, [before, -1] as const]) {
    if (!state.holder) continue;
    for (const [productId, figures] of standingOf(products, state))
      add(state.holder, productId, figures, sign);
  }
  return [...changes.values()].filter(hasFigures);
}

type State = {
  holder: Holder | null;
  refunds: { amount: number; goods: number; units: number };
};
type Product = { units: number; value: number; charged: number; delivery: number };

const nothing: SalesFigures = {
  orders: 0,
  units: 0,
  value: 0,
  charged: 0,
  delivery: 0,
  refunded: 0,
};

function stateAfter(facts: readonly SaleFact[]): State {
  const state: State = { holder: null, refunds: { amount: 0, goods: 0, units: 0 } };
  for (const fact of facts) {
    if (fact.type === "PaymentRefunded") {
      state.refunds.amount += fact.amount;
      state.refunds.goods += fact.productAmount;
      state.refunds.units += fact.units;
    } else state.holder = fact.holder;
  }
  return state;
}

function productsOf({ lines, vatBps }: SoldOrder): Map<number, Product> {
  const products = new Map<number, Product>();
  for (const { productId, quantity, unitPrice, commissionPrice } of lines) {
    const product = products.get(productId) ?? { units: 0, value: 0, charged: 0, delivery: 0 };
    products.set(productId, product);
    if (commissionPrice === 0) product.delivery += unitPrice * quantity;
    else {
      product.units += quantity;
      product.value += exclVat(commissionPrice * quantity, vatBps);
      product.charged += unitPrice * quantity;
    }
  }
  return products;
}

/** What is left of each product and of the whole. Each rounded sum is split, never each part rounded. */
function standingOf(products: ReadonlyMap<number, Product>, { refunds }: State) {
  const all = [...products.values()];
  const whole = {
    units: totalOf(all, "units"),
    charged: totalOf(all, "charged"),
  };
  const soFar = { units: 0, value: 0, charged: 0 };
  const taken = (field: keyof typeof soFar, product: Product): number => {
    const part = field === "units" ? refunds.units : refunds.goods;
    const of = field === "units" ? whole.units : whole.charged;
    const before = of === 0 ? 0 : proportionOf(soFar[field], part, of);
    soFar[field] += product[field];
    return (of === 0 ? 0 : proportionOf(soFar[field], part, of)) - before;
  };

  const standing = new Map<number, SalesFigures>();
  const total = { ...nothing, orders: 1, refunded: refunds.amount };
  for (const [productId, product] of products) {
    const goodsTaken = taken("charged", product);
    const figures = {
      orders: 1,
      units: product.units - taken("units", product),
      value: product.value - taken("value", product),
      charged: product.charged - goodsTaken,
      delivery: product.delivery,
      refunded: goodsTaken,
    };
    standing.set(productId, figures);
    for (const field of ["units", "value", "charged", "delivery"] as const)
      total[field] += figures[field];
  }
  addRest(products, standing, refunds.amount - refunds.goods);
  return standing.set(wholeOrder, total);
}

/** What was given back beyond the goods was for the delivery, or else for whatever the order is of. */
function addRest(
  products: ReadonlyMap<number, Product>,
  standing: ReadonlyMap<number, SalesFigures>,
  rest: number,
): void {
  const ids = [...products.keys()];
  const delivery = ids.find((id) => (products.get(id)?.delivery ?? 0) > 0) ?? ids[0];
  const figures = delivery === undefined ? undefined : standing.get(delivery);
  if (figures) figures.refunded += rest;
}

function totalOf(products: readonly Product[], field: keyof Product): number {
  return products.reduce((sum, product) => sum + product[field], 0);
}

function sumOf(one: SalesFigures, other: SalesFigures, sign: 1 | -1): SalesFigures {
  return {
    orders: one.orders + sign * other.orders,
    units: one.units + sign * other.units,
    value: one.value + sign * other.value,
    charged: one.charged + sign * other.charged,
    delivery: one.delivery + sign * other.delivery,
    refunded: one.refunded + sign * other.refunded,
  };
}

function hasFigures(change: SalesChange): boolean {
  const { orders, units, value, charged, delivery, refunded } = change;
  return [orders, units, value, charged, delivery, refunded].some((figure) => figure !== 0);
}
