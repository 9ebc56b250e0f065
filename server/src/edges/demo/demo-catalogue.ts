import { lessBps } from "@portal/shared/platform/money.ts";
import { deliveryProductCode, deliveryProductId } from "@portal/shared/platform/constants.ts";
import type { Insertable } from "kysely";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import type { OrderLine } from "../../sales/orders/order.events.ts";

/** Prices are in cents, VAT included. */
type DemoProduct = Insertable<ShopTables["product"]>;

export const bottle = {
  id: 94,
  name: "Original 50ml",
  description: "Our classic glass bottle with a dropper.",
  price: 32_500,
  product_code: "ORIG50",
  product_group: "50",
  weight_in_grams: 140,
  dimensions: "4 x 4 x 11 cm",
} as const satisfies DemoProduct;

export const delivery = {
  id: deliveryProductId,
  name: "Delivery",
  description: "One parcel to your door.",
  price: 10_000,
  product_code: deliveryProductCode,
} as const satisfies DemoProduct;

export const travelBottle = {
  id: 1_699_856,
  name: "Original 10ml travel size",
  description: "Four small bottles go where one large one does not.",
  price: 9_500,
  product_code: "ORIG10",
  product_group: "50",
  weight_in_grams: 40,
  dimensions: "2 x 2 x 7 cm",
} as const satisfies DemoProduct;

export const refill = {
  id: 201,
  name: "Refill 100ml",
  description: "Twice the 50ml bottle, in a plain bottle without a dropper.",
  price: 56_000,
  original_price: 65_000,
  product_code: "REFILL100",
  product_group: "100",
  weight_in_grams: 230,
  dimensions: "5 x 5 x 14 cm",
} as const satisfies DemoProduct;

export const giftBox = {
  id: 202,
  name: "Gift box of three",
  description: "Three 50ml bottles in a box with a ribbon.",
  price: 89_500,
  original_price: 97_500,
  product_code: "GIFT3",
  product_group: "50c",
  weight_in_grams: 520,
  dimensions: "14 x 6 x 13 cm",
} as const satisfies DemoProduct;

export const pouch = {
  id: 203,
  name: "Linen pouch",
  description: "Keeps one bottle safe in a bag.",
  price: 12_000,
  product_code: "POUCH",
  product_group: "50c",
  weight_in_grams: 30,
  dimensions: "8 x 1 x 14 cm",
  out_of_stock: true,
  out_of_stock_button: "Back soon",
  out_of_stock_message: "We expect more within two weeks.",
} as const satisfies DemoProduct;

export const demoProducts: readonly DemoProduct[] = [
  bottle,
  delivery,
  travelBottle,
  refill,
  giftBox,
  pouch,
];

export const placedInSouthAfrica = {
  region: "za",
  currency: "ZAR",
  vatBps: 1500,
  live: true,
} as const;

/** A stockist's margin does not reduce the commission price (docs/domain.md, "Price of a line"). */
export function lineOf(
  { id, price }: Readonly<{ id: number; price: number }>,
  quantity: number,
  marginBps: number | null,
): OrderLine {
  const unitPrice = marginBps === null ? price : lessBps(price, marginBps);
  return { productId: id, quantity, listPrice: price, unitPrice, commissionPrice: price };
}
