import type { SaveProduct } from "@portal/shared/catalogue/products.ts";
import type { KnownProduct } from "./like-products.rules.ts";
import { GIVE_MAX, type PriceInTime, waits } from "@portal/shared/platform/acts.ts";
import { deliveryProductCode, deliveryProductId } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { versionOf } from "../../platform/idempotency/edit-version.ts";

/** A product as the office edits it. Amounts in minor units. */
export type Product = Omit<SaveProduct, "version"> & {
  dateCreated: string;
  dateUpdated: string;
};

type Edited = Omit<SaveProduct, "commandId">;

export const productColumns = [
  "id",
  "name",
  "description",
  "price",
  "dimensions",
  "hide",
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

/** Covers everything that can be edited. */
export function productVersion(product: Product): string {
  const { dateCreated: _since, dateUpdated: _at, ...edited } = product;
  return versionOf(edited);
}

/** @throws DomainError product.unknown */
export async function lockProduct(tx: Tx, id: number): Promise<Product> {
  const row = await tx
    .selectFrom("product")
    .select(productColumns)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new DomainError("product.unknown");
  return row;
}

export async function insertProduct(tx: Tx, given: Edited, at: string): Promise<number> {
  const { id } = await tx
    .insertInto("product")
    .values({ ...columnsOf(given, at), created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProduct(tx: Tx, given: Edited, at: string): Promise<void> {
  await tx.updateTable("product").set(columnsOf(given, at)).where("id", "=", given.id).execute();
}

/** Of everything that is sold at a discount: every product but delivery. Former prices are in the audit log. */
export async function loadHighestPrices(db: Database, now: string): Promise<PriceInTime[]> {
  return pricesInTime(db, sql`product_code <> ${deliveryProductCode}`, now);
}

/** Of one parcel, where delivery has no price per recipient. */
export async function findParcelPrices(tx: Tx, now: string): Promise<PriceInTime> {
  const [found] = await pricesInTime(tx, sql`product_code = ${deliveryProductCode}`, now);
  return found ?? { price: 0, highest: 0 };
}

export async function findHighestPrice(tx: Tx, id: number, now: string): Promise<number> {
  const [found] = await pricesInTime(tx, sql`product.id = ${id}`, now);
  return found?.highest ?? 0;
}

async function pricesInTime(db: Database, which: RawBuilder<unknown>, now: string) {
  const { rows } = await sql<PriceInTime>`
    select price, greatest(price, max((details #>> '{changed,price,0}')::integer)) as highest
    from product left join audit_entry on action = 'product.changed' and target = 'product ' || product.id
      and at > ${now}::timestamptz - make_interval(secs => ${waits.LOOKBACK})
    where ${which}
    group by product.id`.execute(db);
  return rows;
}

const knownRow = z.strictObject({
  id: z.int(),
  highest: z.int(),
  productGroup: z.nullable(z.string()),
  names: z.array(z.string()),
  isOffered: z.boolean(),
  isRenewed: z.boolean(),
});

/** Every product but delivery, with what it was called, cost and was offered as in the last 30 days, from the audit log. */
export async function loadKnownProducts(tx: Tx, now: string): Promise<KnownProduct[]> {
  return rowsOf(
    tx,
    knownRow,
    sql`
    with change as (
      select target, action, details -> 'changed' as changed from audit_entry
      where action in ('product.added', 'product.changed')
        and at > ${now}::timestamptz - make_interval(secs => ${waits.LOOKBACK})
    )
    select product.id, greatest(price, max((changed #>> '{price,0}')::integer)) as highest,
      product_group as "productGroup",
      array_remove(array_agg(distinct changed #>> '{name,0}') || array_agg(distinct changed #>> '{productCode,0}')
        || array[name, product_code], null) as names,
      not hide or coalesce(bool_or(changed #>> '{hide,0}' = 'false'), false) as "isOffered",
      coalesce(bool_or(action = 'product.added' or changed ?| array['name', 'productCode', 'productGroup']
        or changed #>> '{hide,0}' = 'true'), false) as "isRenewed"
    from product left join change on target = 'product ' || product.id
    where product_code <> ${deliveryProductCode}
    group by product.id`,
  );
}

/**
 * The largest margin in force of a customer, a stockist or new stockists that was raised in the last 30 days, in basis points;
 * at most what one admin may give, because two gave more.
 */
export async function findRaisedMargin(tx: Tx, now: string): Promise<number> {
  const { rows } = await sql<{ bps: number }>`
    with change as (
      select action, subject_id, details from audit_entry
      where action in ('user.created', 'user.converted', 'user.updated', 'settings.changed')
        and at > ${now}::timestamptz - make_interval(secs => ${waits.LOOKBACK})
    ), raised as (
      select account.margin_bps as bps from change
      join account on account.id = subject_id and account.role = 'customer'
      where details #> '{values,margin_bps}' is not null
        and account.margin_bps > coalesce((details #>> '{values,margin_bps,0}')::integer, 0)
      union all
      select member.margin_bps from change
      join projection.member member on member.user_id = subject_id and member.kind = 'stockist'
      where action <> 'user.updated'
        or member.margin_bps > (details #>> '{terms,before,marginBps}')::integer
      union all
      select stockist_margin_default_bps from change, shop_setting
      where stockist_margin_default_bps > (details #>> '{changed,stockistMarginDefault,0}')::integer * 100
    )
    select least(coalesce(max(bps), 0), ${GIVE_MAX * 100})::integer as bps from raised`.execute(tx);
  return rows[0]?.bps ?? 0;
}

/** Read from the ledger: orders that were never paid count too. */
export async function wasOrdered(db: Database, id: number): Promise<boolean> {
  const lines = JSON.stringify({ sections: [{ lines: [{ productId: id }] }] });
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from public.ledger_events
      where type = 'OrderPlaced' and data @> ${lines}::jsonb) as found`.execute(db);
  return rows[0]?.found ?? true;
}

export async function listOtherCodes(tx: Tx, ownId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom("product")
    .select("product_code as code")
    .where("id", "<>", ownId)
    .execute();
  return rows.map(({ code }) => code);
}

export async function isDeliveryTaken(tx: Tx, ownId: number): Promise<boolean> {
  const found = await tx
    .selectFrom("product")
    .select("id")
    .where("product_code", "=", deliveryProductCode)
    .where("id", "<>", ownId)
    .executeTakeFirst();
  return found !== undefined;
}

function columnsOf(given: Edited, at: string) {
  return {
    name: given.name,
    description: given.description,
    price: given.price,
    original_price: given.originalPrice,
    image_id: given.imageId,
    product_code: given.productCode,
    product_group: given.productGroup,
    weight_in_grams: given.weightInGrams,
    dimensions: given.dimensions,
    out_of_stock: given.outOfStock,
    out_of_stock_button: given.outOfStockButton,
    out_of_stock_message: given.outOfStockMessage,
    hide: given.hide,
    updated_at: at,
  };
}

/**
 * The products of a new shop (specification, sections 3 and 9): the 50ml product, out of stock until the office has reviewed
 * it, and delivery. Amounts in minor units of rand.
 */
export async function insertStartingProducts(db: Database): Promise<void> {
  const defaults = { description: "", out_of_stock_button: "", hide: false };
  await db
    .insertInto("product")
    .values([
      {
        ...defaults,
        id: 94,
        name: "50ml",
        price: 325_00,
        product_code: "50ML",
        product_group: "50",
        weight_in_grams: 140,
        dimensions: "4 x 4 x 11 cm",
        out_of_stock: true,
        out_of_stock_message: "On sale soon.",
      },
      {
        ...defaults,
        id: deliveryProductId,
        name: "Delivery",
        price: 100_00,
        product_code: deliveryProductCode,
        product_group: null,
        weight_in_grams: 0,
        dimensions: "",
        out_of_stock: false,
        out_of_stock_message: "",
      },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
