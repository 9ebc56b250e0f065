import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ListItems } from "@portal/shared/platform/editing.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { Picture } from "@portal/shared/platform/pictures.ts";
import { likePattern } from "../../platform/db/list-filters.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { picturesOf } from "../../platform/files/upload.queries.ts";
import { type Product, productVersion } from "./product.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

export type ListedProduct = Product & {
  listingName: string;
  picture: Picture | null;
  /** To be sent back when it is saved. */
  version: string;
};
/** What prices are in, and the VAT that is in them in basis points. */
export type ProductItems = Page<ListedProduct> & { currency: Currency; vatBps: number };

/** Every product, also the discontinued, by name or the latest change. */
export async function listProductItems(
  db: ReadDatabase,
  region: Region,
  { page, pageSize, search, sort, direction }: ListItems,
): Promise<ProductItems> {
  const { currency, vatBps } = await loadRegion(db, region);
  let matching = db.selectFrom("product");
  if (search) {
    const pattern = likePattern(search);
    matching = matching.where((product) =>
      product.or([product("name", "ilike", pattern), product("product_code", "ilike", pattern)]),
    );
  }
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(columns)
    .orderBy(sort === "name" ? "name" : "updated_at", direction)
    .orderBy("id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows: await withPictures(db, rows), total, currency, vatBps };
}

/** @throws DomainError product.unknown */
export async function getProduct(db: ReadDatabase, id: number): Promise<ListedProduct> {
  const rows = await db.selectFrom("product").select(columns).where("id", "=", id).execute();
  const [found] = await withPictures(db, rows);
  if (!found) throw new DomainError("product.unknown");
  return found;
}

const columns = [
  ...(["id", "name", "description", "price", "dimensions", "hide"] as const),
  "original_price as originalPrice",
  "image_id as imageId",
  "product_code as productCode",
  "product_group as productGroup",
  "weight_in_grams as weightInGrams",
  "out_of_stock as outOfStock",
  "out_of_stock_button as outOfStockButton",
  "out_of_stock_message as outOfStockMessage",
  "created_at as dateCreated",
  "updated_at as dateUpdated",
] as const;

async function withPictures(db: ReadDatabase, rows: readonly Product[]): Promise<ListedProduct[]> {
  const pictures = await picturesOf(
    db,
    rows.flatMap(({ imageId }) => imageId ?? []),
  );
  return rows.map((row) => ({
    ...row,
    listingName: row.name,
    version: productVersion(row),
    picture: pictures.get(row.imageId ?? 0) ?? null,
  }));
}

/** Whom an email of a return goes to, and which product it is about; null once the entry is gone. */
export async function findStockAlert(
  db: ReadDatabase,
  id: string,
): Promise<{ email: string; productName: string } | null> {
  const row = await db
    .selectFrom("stock_alert")
    .innerJoin("product", "product.id", "stock_alert.product_id")
    .select(["stock_alert.email", "product.name as productName"])
    .where("stock_alert.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}
