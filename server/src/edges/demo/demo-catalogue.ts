import { deliveryProductCode, deliveryProductId } from "@portal/shared/platform/constants.ts";

export type DemoProduct = Readonly<{
  id: number;
  name: string;
  description: string;
  /** In cents, VAT included. */
  price: number;
  /** Shown struck through beside the price. */
  originalPrice: number | null;
  productCode: string;
  productGroup: "50" | "50c" | "100" | "100c" | null;
  weightInGrams: number;
  dimensions: string;
  outOfStock: boolean;
}>;

export const bottle = {
  id: 94,
  name: "Original 50ml",
  description: "Our classic glass bottle with a dropper.",
  price: 32_500,
  originalPrice: null,
  productCode: "ORIG50",
  productGroup: "50",
  weightInGrams: 140,
  dimensions: "4 x 4 x 11 cm",
  outOfStock: false,
} as const satisfies DemoProduct;

export const delivery = {
  id: deliveryProductId,
  name: "Delivery",
  description: "One parcel to your door.",
  price: 10_000,
  originalPrice: null,
  productCode: deliveryProductCode,
  productGroup: null,
  weightInGrams: 0,
  dimensions: "",
  outOfStock: false,
} as const satisfies DemoProduct;

export const travelBottle = {
  id: 1_699_856,
  name: "Original 10ml travel size",
  description: "Four small bottles go where one large one does not.",
  price: 9_500,
  originalPrice: null,
  productCode: "ORIG10",
  productGroup: "50",
  weightInGrams: 40,
  dimensions: "2 x 2 x 7 cm",
  outOfStock: false,
} as const satisfies DemoProduct;

export const refill = {
  id: 201,
  name: "Refill 100ml",
  description: "Twice the 50ml bottle, in a plain bottle without a dropper.",
  price: 56_000,
  originalPrice: 65_000,
  productCode: "REFILL100",
  productGroup: "100",
  weightInGrams: 230,
  dimensions: "5 x 5 x 14 cm",
  outOfStock: false,
} as const satisfies DemoProduct;

export const giftBox = {
  id: 202,
  name: "Gift box of three",
  description: "Three 50ml bottles in a box with a ribbon.",
  price: 89_500,
  originalPrice: 97_500,
  productCode: "GIFT3",
  productGroup: "50c",
  weightInGrams: 520,
  dimensions: "14 x 6 x 13 cm",
  outOfStock: false,
} as const satisfies DemoProduct;

export const pouch = {
  id: 203,
  name: "Linen pouch",
  description: "Keeps one bottle safe in a bag.",
  price: 12_000,
  originalPrice: null,
  productCode: "POUCH",
  productGroup: "50c",
  weightInGrams: 30,
  dimensions: "8 x 1 x 14 cm",
  outOfStock: true,
} as const satisfies DemoProduct;

export const demoProducts: readonly DemoProduct[] = [
  bottle,
  delivery,
  travelBottle,
  refill,
  giftBox,
  pouch,
];
