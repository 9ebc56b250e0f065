import { unitsPerParcel } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import {
  type Discount,
  discountOf,
  priceOrder,
  savedOn,
  unitPriceOf,
} from "@portal/shared/sales/orders/order-pricing.ts";
import type { Quote } from "@portal/shared/sales/orders/save-order.ts";
import type { Picture } from "@portal/shared/platform/pictures.ts";
import type { Caller } from "../../caller.ts";
import { picturesOfProducts } from "../../platform/files/upload.queries.ts";
import { loadBuyer, loadShopTerms } from "./price-terms.queries.ts";
import { priceTermsFor, type ProductRow } from "./price-terms.rules.ts";

export type ShopProduct = {
  id: number;
  name: string;
  description: string;
  /** The product's price, whoever asks. */
  listPrice: number;
  /** What this person pays for one. */
  price: number;
  /** Struck through beside the price, where there is one. */
  originalPrice: number | null;
  productCode: string;
  outOfStock: boolean;
  outOfStockButton: string;
  outOfStockMessage: string;
  picture: Picture | null;
};

export type ProductList = {
  /** Whose addresses and ways of delivery an order has. */
  region: Region;
  currency: Currency;
  deliveryPerParcel: number;
  unitsPerParcel: number;
  /** A stockist's own discount in basis points; 0 for everybody else. */
  marginBps: number;
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
  /** The goods of each recipient, what their delivery costs, and both together. */
  sections: { lines: QuotedLine[]; delivery: number; total: number; saved: number }[];
  /** Why it costs less than the labels say, and by how much altogether; null where it does not. */
  discount: (Discount & { saved: number }) | null;
  goods: number;
  delivery: number;
  total: number;
};

export async function listProducts(caller: Caller): Promise<ProductList> {
  const shop = await loadShopTerms(caller.db, caller.shop.region);
  const { pricing: buyer } = await loadBuyer(caller.db, caller.user?.id ?? null);
  const pictures = await picturesOfProducts(caller.readDb);

  return {
    region: caller.shop.region,
    currency: shop.currency,
    deliveryPerParcel: shop.delivery?.flatPrice ?? shop.delivery?.parcelPrice ?? 0,
    unitsPerParcel,
    marginBps: buyer.kind === "stockist" ? buyer.marginBps : 0,
    products: shop.products
      .filter(({ hide }) => !hide)
      .map((product) => ({
        ...shownTo(product, unitPriceOf(product.price, { ...shop, buyer })),
        picture: pictures.get(product.id) ?? null,
      })),
  };
}

/** Prices a basket exactly as placing it will; what it cannot sell it refuses by name. */
export async function quoteBasket(caller: Caller, basket: Quote): Promise<QuotedBasket> {
  const ids = basket.sections.flatMap(({ lines }) => lines.map(({ productId }) => productId));
  const shop = await loadShopTerms(caller.db, caller.shop.region, ids);
  const { pricing } = await loadBuyer(caller.db, caller.user?.id ?? null);
  const terms = priceTermsFor(pricing, shop);
  const { sections, goods, delivery, total } = priceOrder(basket, terms);
  const discount = discountOf(terms);
  const saved = savedOn(sections.flatMap((section) => section.lines));

  const nameOf = new Map(shop.products.map(({ id, name }) => [id, name]));
  return {
    currency: shop.currency,
    discount: discount && saved > 0 ? { ...discount, saved } : null,
    sections: sections.map((section) => ({
      saved: savedOn(section.lines),
      delivery: section.delivery,
      total: section.goods + section.delivery,
      lines: section.lines
        .filter(({ productId }) => nameOf.has(productId))
        .map(({ productId, quantity, listPrice, unitPrice }) => ({
          productId,
          name: nameOf.get(productId) ?? "",
          quantity,
          listPrice,
          unitPrice,
          lineTotal: unitPrice * quantity,
        })),
    })),
    goods,
    delivery,
    total,
  };
}

function shownTo(product: ProductRow, price: number): Omit<ShopProduct, "picture"> {
  const { id, name, description, productCode } = product;
  const { outOfStock, outOfStockButton, outOfStockMessage } = product;
  const originalPrice = product.originalPrice ?? (price < product.price ? product.price : null);
  return {
    id,
    name,
    description,
    listPrice: product.price,
    price,
    originalPrice,
    productCode,
    outOfStock,
    outOfStockButton,
    outOfStockMessage,
  };
}
