/**
 * The price of an order, calculated by the same code for the summary in the browser and for the order on the server
 * (docs/domain.md, "Price of a line").
 */
import { quantityMax, selfCollectionService, unitsPerParcel } from "../../platform/constants.ts";
import { DomainError } from "../../platform/domain-error.ts";
import { lessBps } from "../../platform/money.ts";

export type PricedProduct = Readonly<{
  id: number;
  name: string;
  price: number;
  outOfStock: boolean;
  /** Labelled Discontinued. */
  hide: boolean;
}>;

export type Buyer = Readonly<{
  kind: "guest" | "customer" | "distributor" | "stockist";
  /** The discount of a stockist or customer; 0 for other buyers. */
  marginBps: number;
}>;

export type DeliveryTerms = Readonly<{
  productId: number;
  /** The price of one parcel, if there is no flat price per recipient. */
  parcelPrice: number;
  flatPrice: number | null;
}>;

/** The shop's present terms for a buyer. */
export type PriceTerms = Readonly<{
  products: readonly PricedProduct[];
  buyer: Buyer;
  /** 0 if Black Friday is off. */
  blackFridayBps: number;
  delivery: DeliveryTerms;
}>;

export type Basket = Readonly<{
  /** One section per recipient. */
  sections: readonly Readonly<{
    lines: readonly Readonly<{ productId: number; quantity: number }>[];
    /** Overrides the service of the basket. */
    deliveryService?: string | null | undefined;
  }>[];
  deliveryService?: string | null | undefined;
}>;

export type PricedLine = Readonly<{
  productId: number;
  quantity: number;
  /** The product's price. */
  listPrice: number;
  /** The charged price. */
  unitPrice: number;
  /** The basis of commission. */
  commissionPrice: number;
}>;

export type PricedSection = Readonly<{
  /** Products with a quantity, then the DELIVERY line; empty without products. */
  lines: readonly PricedLine[];
  units: number;
  goods: number;
  delivery: number;
}>;

export type PricedOrder = Readonly<{
  /** One for each section of the basket, in its order. */
  sections: readonly PricedSection[];
  units: number;
  goods: number;
  delivery: number;
  total: number;
}>;

/** @throws DomainError that names the product that cannot be ordered */
export function priceOrder({ sections, deliveryService }: Basket, terms: PriceTerms): PricedOrder {
  const priced = sections.map((section) =>
    priceSection(section.lines, section.deliveryService ?? deliveryService ?? null, terms),
  );
  const goods = sumOf(priced, (section) => section.goods);
  const delivery = sumOf(priced, (section) => section.delivery);
  const units = sumOf(priced, (section) => section.units);
  return { sections: priced, units, goods, delivery, total: goods + delivery };
}

/** The price that this buyer pays for one. */
export function unitPriceOf(
  listPrice: number,
  terms: Pick<PriceTerms, "buyer" | "blackFridayBps">,
): number {
  return lessBps(listPrice, discountOf(terms)?.bps ?? 0);
}

/** A margin and Black Friday do not stack: the larger one applies. */
export type Discount = Readonly<{ kind: "black-friday" | "margin"; bps: number }>;

export function discountOf({
  buyer,
  blackFridayBps,
}: Pick<PriceTerms, "buyer" | "blackFridayBps">): Discount | null {
  const margin = buyer.kind === "guest" || buyer.kind === "distributor" ? 0 : buyer.marginBps;
  const sale = buyer.kind === "guest" || buyer.kind === "customer" ? blackFridayBps : 0;
  if (margin === 0 && sale === 0) return null;
  return sale > margin ? { kind: "black-friday", bps: sale } : { kind: "margin", bps: margin };
}

/** The total discount on the lines. */
export function savedOn(
  lines: readonly Pick<PricedLine, "quantity" | "listPrice" | "unitPrice">[],
): number {
  return sumOf(lines, ({ quantity, listPrice, unitPrice }) => quantity * (listPrice - unitPrice));
}

export function parcelsFor(units: number): number {
  return Math.ceil(units / unitsPerParcel);
}

function priceSection(
  lines: Basket["sections"][number]["lines"],
  deliveryService: string | null,
  terms: PriceTerms,
): PricedSection {
  // Older clients send the DELIVERY product; it is ignored, because the server determines the number of parcels.
  const goodsLines = lines
    .filter((line) => requireQuantity(line) > 0 && line.productId !== terms.delivery.productId)
    .map((line) => priceLine(line, terms));
  const units = sumOf(goodsLines, ({ quantity }) => quantity);
  const goods = sumOf(goodsLines, ({ quantity, unitPrice }) => quantity * unitPrice);
  const delivery = deliveryLine(units, deliveryService, terms.delivery);
  if (!delivery) return { lines: goodsLines, units, goods, delivery: 0 };
  const charged = delivery.quantity * delivery.unitPrice;
  return { lines: [...goodsLines, delivery], units, goods, delivery: charged };
}

function priceLine(
  { productId, quantity }: Readonly<{ productId: number; quantity: number }>,
  terms: PriceTerms,
): PricedLine {
  const product = terms.products.find(({ id }) => id === productId);
  if (!product) throw new DomainError("order.unknown-product", String(productId));
  if (product.hide || product.outOfStock)
    throw new DomainError("order.product-unavailable", product.name);
  const listPrice = product.price;
  const unitPrice = unitPriceOf(listPrice, terms);
  // A stockist's margin does not reduce the distributor's commission.
  const commissionPrice = terms.buyer.kind === "stockist" ? listPrice : unitPrice;
  return { productId, quantity, listPrice, unitPrice, commissionPrice };
}

/** Delivery is never discounted and earns no commission. */
function deliveryLine(
  units: number,
  deliveryService: string | null,
  { productId, parcelPrice, flatPrice }: DeliveryTerms,
): PricedLine | null {
  if (units === 0 || deliveryService === selfCollectionService) return null;
  const quantity = flatPrice === null ? parcelsFor(units) : 1;
  const price = flatPrice ?? parcelPrice;
  return { productId, quantity, listPrice: price, unitPrice: price, commissionPrice: 0 };
}

function requireQuantity({ quantity }: Readonly<{ quantity: number }>): number {
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > quantityMax)
    throw new DomainError("order.wrong-quantity", String(quantity));
  return quantity;
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}
