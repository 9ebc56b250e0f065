import { usableCreditOf } from "@portal/shared/money/wallet-figures.ts";
import { unitsPerParcel } from "@portal/shared/platform/constants.ts";
import {
  discountOf,
  priceOrder,
  savedOn,
  unitPriceOf,
} from "@portal/shared/sales/orders/order-pricing.ts";
import type { Quote } from "@portal/shared/sales/orders/save-order.ts";
import type { Caller } from "../../caller.ts";
import { picturesOfProducts } from "../../platform/files/upload.queries.ts";
import { loadBuyer, loadShopTerms } from "./price-terms.queries.ts";
import { priceTermsFor, type ProductRow } from "./price-terms.rules.ts";

/** What the caller may order, at the caller's prices; without a user, what the public sees. Amounts in minor units. */
export async function listProducts(caller: Pick<Caller, "db" | "readDb" | "shop" | "user">) {
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

/**
 * Prices a basket exactly as placing the order does, and rejects products that are not available. `storeCredit` is what the
 * buyer has of it for the payment of the order.
 */
export async function quoteBasket(caller: Caller, basket: Quote) {
  const ids = basket.sections.flatMap(({ lines }) => lines.map(({ productId }) => productId));
  const shop = await loadShopTerms(caller.db, caller.shop.region, ids);
  const { pricing } = await loadBuyer(caller.db, caller.user?.id ?? null);
  const terms = priceTermsFor(pricing, shop);
  const { sections, goods, delivery, total } = priceOrder(basket, terms);
  const discount = discountOf(terms);
  const saved = savedOn(sections.flatMap((section) => section.lines));
  const storeCredit = Math.min(await findStoreCredit(caller), total);

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
    storeCredit,
  };
}

async function findStoreCredit({ readDb, user }: Pick<Caller, "readDb" | "user">): Promise<number> {
  if (!user) return 0;
  const wallet = await readDb
    .selectFrom("projection.wallet")
    .select(["accrued", "paid", "credit", "credit_account as creditAccount"])
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  return wallet ? usableCreditOf(wallet) : 0;
}

/** `price` is the buyer's own; `originalPrice` is struck through beside it. What the public may see is named one by one. */
function shownTo(product: ProductRow, price: number) {
  const { id, name, description, productCode } = product;
  const { outOfStock, outOfStockButton, outOfStockMessage } = product;
  return {
    id,
    name,
    description,
    listPrice: product.price,
    price,
    originalPrice: product.originalPrice ?? (price < product.price ? product.price : null),
    productCode,
    outOfStock,
    outOfStockButton,
    outOfStockMessage,
  };
}
