import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type {
  Buyer,
  DeliveryTerms,
  PriceTerms,
} from "@portal/shared/sales/orders/order-pricing.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

export type ProductRow = Readonly<{
  id: number;
  name: string;
  description: string;
  price: number;
  originalPrice: number | null;
  productCode: string;
  outOfStock: boolean;
  outOfStockButton: string;
  outOfStockMessage: string;
  hide: boolean;
}>;

/** What the shop asks today, whoever asks. */
export type ShopTerms = Readonly<{
  currency: Currency;
  vatBps: number;
  blackFridayBps: number;
  /** Why no new orders are taken at present; empty where they are. */
  stockIssues: string;
  /** Null while the shop has no DELIVERY product, and so cannot sell. */
  delivery: DeliveryTerms | null;
  products: readonly ProductRow[];
}>;

/** The answer of `shop_terms` (migrations/0009-orders.sql); null for a region without a row of configuration. */
export type StoredShopTerms = Readonly<{
  currency: Currency;
  vatBps: number;
  blackFridayBps: number;
  stockIssues: string;
  deliveryFlat: number | null;
  products: readonly ProductRow[];
}> | null;

/** Products of these ids, or all of them; the DELIVERY product is found by its code. */
export async function loadShopTerms(
  db: Database,
  region: Region,
  productIds: readonly number[] | null = null,
): Promise<ShopTerms> {
  const { rows } = await sql<{ terms: StoredShopTerms }>`
    select shop_terms(${region}, ${productIds}::integer[]) as terms`.execute(db);
  return shopTermsFrom(rows[0]?.terms ?? null, region);
}

export function shopTermsFrom(stored: StoredShopTerms, region: Region): ShopTerms {
  if (!stored) throw new Error(`the region ${region} has no row of configuration`);
  const { currency, vatBps, blackFridayBps, stockIssues, deliveryFlat, products } = stored;
  const parcel = products.find(({ productCode }) => productCode === deliveryProductCode);
  return {
    currency,
    vatBps,
    blackFridayBps,
    stockIssues,
    delivery: parcel
      ? { productId: parcel.id, parcelPrice: parcel.price, flatPrice: deliveryFlat }
      : null,
    products: products.filter((product) => product !== parcel),
  };
}

/** @throws DomainError when there is nothing to send a parcel with. */
export function priceTermsFor(buyer: Buyer, shop: ShopTerms): PriceTerms {
  const { delivery, products, blackFridayBps } = shop;
  if (!delivery) throw new DomainError("order.product-unavailable", deliveryProductCode);
  return { buyer, products, blackFridayBps, delivery };
}
