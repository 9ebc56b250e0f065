import { exclVat, proportionOf } from "@portal/shared/platform/money.ts";
import { dueAfterRefund } from "../../sales/orders/order.rules.ts";
import type { SalesLevel } from "@portal/shared/office/reports/sales-terms.ts";

/** The figures of the reports, in minor units. Units, value and charged are net of refunds. */
export const figureNames = [
  "orders",
  "units",
  // The commissionable value.
  "value",
  // Goods as charged, incl. VAT.
  "charged",
  // Less what credit notes took back beyond goods.
  "delivery",
  // All refunds, of goods, delivery or overpayments.
  "refunded",
  // Invoices less credit notes, excl. VAT: charged and delivery without the VAT on these documents.
  "net",
] as const;
export type SalesFigures = Record<(typeof figureNames)[number], number>;

/** The seller at a level; a house sale has seller 0 at level 0. */
export type Holder = Readonly<{ sellerId: number; level: SalesLevel }>;

export type SoldOrder = Readonly<{
  /** Of the commissionable value, which the registration for VAT does not change. */
  vatBps: number;
  /** Of its present invoice; null where the seller was not registered on its day. */
  documentBps: number | null;
  lines: readonly Readonly<{
    productId: number;
    quantity: number;
    unitPrice: number;
    commissionPrice: number;
  }>[];
}>;

/** An event of a paid order. */
export type SaleFact =
  | Readonly<{ type: "OrderPaid" | "OrderReassigned"; holder: Holder }>
  | Readonly<{
      type: "PaymentRefunded";
      amount: number;
      productAmount: number;
      units: number;
      /** Of the order's money after it. */
      kept: number;
    }>
  /** After which the order is unpaid. */
  | Readonly<{ type: "PaymentUndone" }>;

/** The change of a seller's figures for a product, or for the whole order. */
export type SalesChange = Holder & Readonly<{ productId: number }> & Readonly<SalesFigures>;

/** The product id that stands for the order as a whole. */
export const wholeOrder = 0;

/**
 * The changes by the last of an order's facts. A reassignment moves what is left of the order from one seller to the other.
 * An undone payment takes back what is left. A refund is distributed over the products so that they always add up to the order, to the cent.
 */
export function changeByLast(order: SoldOrder, facts: readonly SaleFact[]): SalesChange[] {
  const products = productsOf(order);
  const terms = { products, vatBps: order.documentBps ?? 0 };
  const before = stateAfter(terms, facts.slice(0, -1));
  const after = stateAfter(terms, facts);
  const changes = new Map<string, SalesChange>();
  const add = (holder: Holder, productId: number, figures: SalesFigures, sign: 1 | -1) => {
    const key = `${holder.sellerId} ${holder.level} ${productId}`;
    const known = changes.get(key) ?? { ...holder, productId, ...nothing };
    changes.set(key, { ...known, ...addFigures(known, figures, sign) });
  };

  for (const [state, sign] of [[after, 1] as const, [before, -1] as const]) {
    if (!state.holder) continue;
    for (const [productId, figures] of remainingOf(terms, state))
      add(state.holder, productId, figures, sign);
  }
  return [...changes.values()].filter((change) => figureNames.some((name) => change[name] !== 0));
}

type State = {
  holder: Holder | null;
  refunds: { amount: number; goods: number; units: number };
  /** Of the order, without an overpayment: what its credit notes have, and the same excl. VAT, rounded once for each. */
  credited: { gross: number; net: number };
};
/** `vatBps` is that of its documents. */
type Terms = Readonly<{ products: ReadonlyMap<number, Product>; vatBps: number }>;
type Product = { units: number; value: number; charged: number; delivery: number };

const nothing: SalesFigures = {
  orders: 0,
  units: 0,
  value: 0,
  charged: 0,
  delivery: 0,
  refunded: 0,
  net: 0,
};

function stateAfter({ products, vatBps }: Terms, facts: readonly SaleFact[]): State {
  const state: State = {
    holder: null,
    refunds: { amount: 0, goods: 0, units: 0 },
    credited: { gross: 0, net: 0 },
  };
  let due = chargedFor([...products.values()]);
  for (const fact of facts) {
    if (fact.type === "PaymentRefunded") {
      state.refunds.amount += fact.amount;
      state.refunds.goods += fact.productAmount;
      state.refunds.units += fact.units;
      const left = dueAfterRefund(due, fact.productAmount, fact.kept);
      state.credited.gross += due - left;
      state.credited.net += exclVat(due - left, vatBps);
      due = left;
    } else state.holder = fact.type === "PaymentUndone" ? null : fact.holder;
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

/** What is left of each product and of the whole. Cumulative sums are rounded, not parts, so that the parts add up. */
function remainingOf({ products, vatBps }: Terms, { refunds, credited }: State) {
  const all = [...products.values()];
  const whole = { units: totalOf(all, "units"), charged: totalOf(all, "charged") };
  const soFar = { units: 0, value: 0, charged: 0 };
  const taken = (field: keyof typeof soFar, product: Product): number => {
    const part = field === "units" ? refunds.units : refunds.goods;
    const of = field === "units" ? whole.units : whole.charged;
    const before = of === 0 ? 0 : proportionOf(soFar[field], part, of);
    soFar[field] += product[field];
    return (of === 0 ? 0 : proportionOf(soFar[field], part, of)) - before;
  };

  // In the order of the books: all goods before delivery, so that the whole is rounded once, as its invoice.
  let gross = 0;
  const netOf = (amount: number): number => {
    const before = exclVat(gross, vatBps);
    gross += amount;
    return exclVat(gross, vatBps) - before;
  };

  const remaining = new Map<number, SalesFigures>();
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
      net: netOf(product.charged - goodsTaken),
    };
    remaining.set(productId, figures);
    for (const field of ["units", "value", "charged", "delivery"] as const)
      total[field] += figures[field];
  }
  // A refund beyond the goods counts for delivery, or for the first product of an order without delivery.
  const ids = [...products.keys()];
  const delivery = ids.find((id) => (products.get(id)?.delivery ?? 0) > 0) ?? ids[0];
  const figures = delivery === undefined ? undefined : remaining.get(delivery);
  const ofDelivery = credited.gross - refunds.goods;
  if (figures) {
    figures.refunded += refunds.amount - refunds.goods;
    figures.delivery -= ofDelivery;
  }
  total.delivery -= ofDelivery;
  for (const each of remaining.values()) each.net += netOf(each.delivery);
  total.net = exclVat(chargedFor(all), vatBps) - credited.net;
  // What its documents round otherwise than one document of the rest.
  if (figures) figures.net += total.net - exclVat(gross, vatBps);
  return remaining.set(wholeOrder, total);
}

function chargedFor(products: readonly Product[]): number {
  return totalOf(products, "charged") + totalOf(products, "delivery");
}

function totalOf(products: readonly Product[], field: keyof Product): number {
  return products.reduce((sum, product) => sum + product[field], 0);
}

/** The figures alone. */
export function figuresOf(change: SalesFigures): SalesFigures {
  return addFigures(nothing, change);
}

export function addFigures(one: SalesFigures, other: SalesFigures, sign: 1 | -1 = 1): SalesFigures {
  const sum = { ...nothing };
  for (const name of figureNames) sum[name] = one[name] + sign * other[name];
  return sum;
}
