import { deliveryProductCode } from "@portal/shared/constants.ts";
import { DomainError } from "@portal/shared/domain-error.ts";
import type { Currency } from "@portal/shared/money.ts";
import type { Buyer, DeliveryTerms, PriceTerms } from "@portal/shared/orders/order-pricing.ts";
import type { Region } from "@portal/shared/region.ts";
import type { Database } from "../../db/database.ts";

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
  /** Null while the shop has no DELIVERY product, and so cannot sell. */
  delivery: DeliveryTerms | null;
  products: readonly ProductRow[];
}>;

/** Products of these ids, or all of them; the DELIVERY product is found by its code. */
export async function loadShopTerms(
  db: Database,
  region: Region,
  productIds?: readonly number[],
): Promise<ShopTerms> {
  const rows = await db
    .selectFrom("region")
    .innerJoin("shop_setting", (join) => join.onTrue())
    .leftJoin("product", (join) =>
      join.on((on) =>
        productIds === undefined
          ? on.lit(true)
          : on.or([
              on("product.product_code", "=", deliveryProductCode),
              on("product.id", "in", productIds.length > 0 ? productIds : [0]),
            ]),
      ),
    )
    .select([
      "region.currency",
      "region.vat_bps",
      "region.delivery_flat",
      "shop_setting.bf_enabled",
      "shop_setting.bf_discount_bps",
      "product.id",
      "product.name",
      "product.description",
      "product.price",
      "product.original_price",
      "product.product_code",
      "product.out_of_stock",
      "product.out_of_stock_button",
      "product.out_of_stock_message",
      "product.hide",
    ])
    .where("region.code", "=", region)
    .orderBy("product.id")
    .execute();
  const [first] = rows;
  if (!first) throw new Error(`the region ${region} has no row of configuration`);

  const products = rows.flatMap(productFrom);
  const parcel = products.find(({ productCode }) => productCode === deliveryProductCode);
  return {
    currency: first.currency,
    vatBps: first.vat_bps,
    blackFridayBps: first.bf_enabled ? first.bf_discount_bps : 0,
    delivery: parcel
      ? { productId: parcel.id, parcelPrice: parcel.price, flatPrice: first.delivery_flat }
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

type JoinedProduct = {
  id: number | null;
  name: string | null;
  description: string | null;
  price: number | null;
  original_price: number | null;
  product_code: string | null;
  out_of_stock: boolean | null;
  out_of_stock_button: string | null;
  out_of_stock_message: string | null;
  hide: boolean | null;
};

/** A shop without products still has one row of configuration. */
function productFrom(row: JoinedProduct): ProductRow[] {
  if (row.id === null || row.price === null) return [];
  return [
    {
      id: row.id,
      name: row.name ?? "",
      description: row.description ?? "",
      price: row.price,
      originalPrice: row.original_price,
      productCode: row.product_code ?? "",
      outOfStock: row.out_of_stock ?? false,
      outOfStockButton: row.out_of_stock_button ?? "",
      outOfStockMessage: row.out_of_stock_message ?? "",
      hide: row.hide ?? false,
    },
  ];
}
