import type { Currency } from "@portal/shared/money.ts";
import type { Quote } from "@portal/shared/orders/save-order.ts";
import type { Caller } from "../../caller.ts";

export type ShopProduct = {
  id: number;
  name: string;
  description: string;
  /** What this person pays for one. */
  price: number;
  /** Struck through beside the price, where there is one. */
  originalPrice: number | null;
  productCode: string;
  outOfStock: boolean;
  outOfStockButton: string;
  outOfStockMessage: string;
};

export type ProductList = {
  currency: Currency;
  deliveryPerParcel: number;
  unitsPerParcel: number;
  products: ShopProduct[];
};

export type QuotedLine = {
  productId: number;
  name: string;
  quantity: number;
  listPrice: number;
  unitPrice: number;
  lineTotal: number;
};

export type QuotedBasket = {
  currency: Currency;
  sections: { lines: QuotedLine[]; delivery: number }[];
  goods: number;
  delivery: number;
  total: number;
};

export async function listProducts(_caller: Caller): Promise<ProductList> {
  throw new Error("not here yet");
}

export async function quoteBasket(_caller: Caller, _basket: Quote): Promise<QuotedBasket> {
  throw new Error("not here yet");
}
