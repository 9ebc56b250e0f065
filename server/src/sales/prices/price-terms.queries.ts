import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import { currencies } from "@portal/shared/platform/money.ts";
import { countries, type Region } from "@portal/shared/platform/region.ts";
import { roles } from "@portal/shared/platform/roles.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { AddressOwner } from "../../people/addresses/address.store.ts";
import type { Database } from "../../platform/db/database.ts";
import { presentVatBps } from "../../platform/db/region.queries.ts";
import { rowOf } from "../../platform/db/rows.ts";
import {
  areOwnRecipients,
  type BuyerFacts,
  buyerOf,
  type BuyerRow,
  type CodeRow,
  type Member,
  membersOfCodes,
  type ProductRow,
  type RecipientRow,
  type ShopRow,
  type ShopTerms,
  shopTermsOf,
} from "./price-terms.rules.ts";

const shopRow = z.strictObject({
  currency: z.enum(currencies),
  vatBps: z.int(),
  deliveryFlat: z.int().nullable(),
  blackFridayEnabled: z.boolean(),
  blackFridayBps: z.int(),
  stockIssues: z.string(),
  firstDelivery: z.string(),
  ordersPerHour: z.int(),
}) satisfies z.ZodType<ShopRow>;

const productRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  price: z.int(),
  originalPrice: z.int().nullable(),
  productCode: z.string(),
  outOfStock: z.boolean(),
  outOfStockButton: z.string(),
  outOfStockMessage: z.string(),
  hide: z.boolean(),
}) satisfies z.ZodType<ProductRow>;

const buyerRow = z.strictObject({
  role: z.enum(roles),
  customerMarginBps: z.int().nullable(),
  stockistVatBps: z.int().nullable(),
  isStockistVatLower: z.boolean(),
  test: z.boolean(),
  kind: z.enum(["distributor", "stockist"]).nullable(),
  active: z.boolean().nullable(),
  marginBps: z.int().nullable(),
  parentId: z.int().nullable(),
  parentActive: z.boolean().nullable(),
  parentTest: z.boolean().nullable(),
}) satisfies z.ZodType<BuyerRow>;

const recipientRow = z.strictObject({
  id: z.int(),
  ownerId: z.int().nullable(),
  guestId: z.string().nullable(),
  isDeleted: z.boolean(),
  country: z.enum(countries),
  suburb: z.string(),
  town: z.string(),
  province: z.string(),
  postalCode: z.string(),
}) satisfies z.ZodType<RecipientRow>;

const codeRow = z.strictObject({
  userId: z.int(),
  code: z.string(),
  active: z.boolean(),
  test: z.boolean().nullable(),
}) satisfies z.ZodType<CodeRow>;

/** `json_agg` of no rows is null. */
const shopAnswer = z.strictObject({
  shop: shopRow.nullable(),
  products: z.array(productRow).nullable(),
});
const buyerAnswer = z.strictObject({ buyer: buyerRow.nullable() });
const orderAnswer = z.strictObject({
  ...shopAnswer.shape,
  ...buyerAnswer.shape,
  recipients: z.array(recipientRow).nullable(),
  codes: z.array(codeRow).nullable(),
});

/** The products of these ids, or all of them, and always the DELIVERY product. */
export async function loadShopTerms(
  db: Database,
  region: Region,
  productIds: readonly number[] | null = null,
): Promise<ShopTerms> {
  const answer = await rowOf(
    db,
    shopAnswer,
    sql`
    select (${shopOf(region)}) as shop, (${productsOf(productIds)}) as products`,
  );
  return shopTermsFrom(answer, region);
}

export async function loadBuyer(db: Database, userId: number | null): Promise<BuyerFacts> {
  if (userId === null) return buyerOf(null, userId);
  const { buyer } = await rowOf(
    db,
    buyerAnswer,
    sql`
    select (${accountOf(userId)}) as buyer`,
  );
  return buyerOf(buyer, userId);
}

export type OrderFacts = Readonly<{
  shop: ShopTerms;
  buyer: BuyerFacts;
  ownsAddresses: boolean;
  /** The active members of the codes, in the order of the codes. */
  membersOfCodes: readonly Member[];
}>;

/**
 * All rows that placing an order needs, in one round trip; `price-terms.rules.ts` derives the facts from them. Its plan
 * must be as good for all values as for those of one order, or PostgreSQL would plan it anew for each order, which takes
 * longer than running it.
 */
export async function loadOrderFacts(
  db: Database,
  {
    region,
    owner,
    productIds,
    addressIds,
    codes,
  }: Readonly<{
    region: Region;
    owner: AddressOwner;
    productIds: readonly number[];
    addressIds: readonly number[];
    codes: readonly string[];
  }>,
): Promise<OrderFacts> {
  const answer = await rowOf(
    db,
    orderAnswer,
    sql`
    select (${shopOf(region)}) as shop, (${productsOf(productIds)}) as products,
      (${owner.userId === null ? sql`null` : accountOf(owner.userId)}) as buyer,
      (${recipientsOf(addressIds)}) as recipients, (${codesOf(codes)}) as codes`,
  );
  return {
    shop: shopTermsFrom(answer, region),
    buyer: buyerOf(answer.buyer, owner.userId),
    ownsAddresses: areOwnRecipients(addressIds, answer.recipients ?? [], { owner, region }),
    membersOfCodes: membersOfCodes(codes, answer.codes ?? []),
  };
}

function shopTermsFrom(answer: z.infer<typeof shopAnswer>, region: Region): ShopTerms {
  if (!answer.shop) throw new Error(`the region ${region} has no row of configuration`);
  return shopTermsOf(answer.shop, answer.products ?? []);
}

function shopOf(region: Region) {
  return sql`
    select json_build_object('currency', region.currency, 'vatBps', ${presentVatBps},
      'deliveryFlat', region.delivery_flat, 'blackFridayEnabled', setting.bf_enabled,
      'blackFridayBps', setting.bf_discount_bps, 'stockIssues', setting.stock_issues,
      'firstDelivery', setting.first_delivery, 'ordersPerHour', setting.orders_per_hour)
    from region, shop_setting setting where region.code = ${region}`;
}

function productsOf(ids: readonly number[] | null) {
  return sql`
    select json_agg(json_build_object('id', product.id, 'name', product.name,
      'description', product.description, 'price', product.price,
      'originalPrice', product.original_price, 'productCode', product.product_code,
      'outOfStock', product.out_of_stock, 'outOfStockButton', product.out_of_stock_button,
      'outOfStockMessage', product.out_of_stock_message, 'hide', product.hide)
      order by product.id)
    from product where ${
      ids === null
        ? sql`true`
        : sql`product.product_code = ${deliveryProductCode} or product.id = any(${ids}::integer[])`
    }`;
}

function accountOf(userId: number) {
  return sql`
    select json_build_object('role', account.role, 'customerMarginBps', account.margin_bps,
      'stockistVatBps', account.stockist_vat_bps,
      'isStockistVatLower', account.stockist_vat_lower, 'test', account.test, 'kind', member.kind,
      'active', member.active, 'marginBps', member.margin_bps, 'parentId', parent.user_id,
      'parentActive', parent.active, 'parentTest', parent_account.test)
    from account
    left join projection.member on member.user_id = account.id
    left join projection.member parent on parent.user_id = account.parent_id
    left join account parent_account on parent_account.id = parent.user_id
    where account.id = ${userId}::integer`;
}

function recipientsOf(ids: readonly number[]) {
  return sql`
    select json_agg(json_build_object('id', address.id, 'ownerId', address.owner_id,
      'guestId', address.guest_id, 'isDeleted', address.deleted_at is not null,
      'country', address.country, 'suburb', address.suburb, 'town', address.town,
      'province', address.province, 'postalCode', address.postal_code))
    from address where ${isOneOf(sql`address.id`, ids)}`;
}

function codesOf(codes: readonly string[]) {
  return sql`
    select json_agg(json_build_object('userId', member.user_id, 'code', lower(member.code),
      'active', member.active, 'test', account.test))
    from projection.member left join account on account.id = member.user_id
    where ${isOneOf(
      sql`lower(member.code)`,
      codes.map((code) => code.toLowerCase()),
    )}`;
}

/** The few values as parameters of their own: in a plan for all values PostgreSQL takes an array for a long one. */
function isOneOf(column: RawBuilder<unknown>, values: readonly (number | string)[]) {
  return values.length === 0 ? sql`false` : sql`${column} in (${sql.join(values)})`;
}

export async function findMember(db: Database, userId: number) {
  return db
    .selectFrom("projection.member as member")
    .leftJoin("account", "account.id", "member.user_id")
    .select(["member.user_id as userId", "member.active"])
    .select(sql<boolean>`coalesce(account.test, false)`.as("test"))
    .where("member.user_id", "=", userId)
    .executeTakeFirst();
}
