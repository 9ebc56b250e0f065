import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ListItems } from "@portal/shared/platform/editing.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { likePattern, pageOf } from "../../platform/db/list-filters.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { picturesOf } from "../../platform/files/upload.queries.ts";
import { type Product, productColumns, productVersion } from "./product.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/** All products, including hidden ones, with the currency of their prices and the VAT included in them. */
export async function listProductItems(
  db: ReadDatabase,
  region: Region,
  { search, sort, direction, ...page }: ListItems,
) {
  const { currency, vatBps } = await loadRegion(db, region);
  let matching = db.selectFrom("product");
  if (search) {
    const pattern = likePattern(search);
    matching = matching.where((product) =>
      product.or([product("name", "ilike", pattern), product("product_code", "ilike", pattern)]),
    );
  }
  const { rows, total } = await matching
    .select(productColumns)
    .orderBy(sort === "name" ? "name" : "updated_at", direction)
    .orderBy("id")
    .$call((list) => pageOf(list, page));
  return { rows: await withPictures(db, rows), total, currency, vatBps };
}

/** @throws DomainError product.unknown */
export async function getProduct(db: ReadDatabase, id: number) {
  const rows = await db.selectFrom("product").select(productColumns).where("id", "=", id).execute();
  const [found] = await withPictures(db, rows);
  if (!found) throw new DomainError("product.unknown");
  return found;
}

async function withPictures(db: ReadDatabase, rows: readonly Product[]) {
  const pictures = await picturesOf(
    db,
    rows.flatMap(({ imageId }) => imageId ?? []),
  );
  return rows.map((row) => ({
    ...row,
    listingName: row.name,
    /** Sent back when the product is saved. */
    version: productVersion(row),
    picture: pictures.get(row.imageId ?? 0) ?? null,
  }));
}

/** The recipient and product of a "back in stock" email; null once the alert was purged. */
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
