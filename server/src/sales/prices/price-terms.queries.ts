import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { type RawBuilder, sql } from "kysely";
import type { AddressOwner } from "../../people/addresses/address.store.ts";
import type { Database } from "../../platform/db/database.ts";
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

/** The products of these ids, or all of them, and always the DELIVERY product. */
export async function loadShopTerms(
  db: Database,
  region: Region,
  productIds: readonly number[] | null = null,
): Promise<ShopTerms> {
  const { rows } = await sql<ShopAnswer>`
    select (${shopOf(region)}) as shop, (${productsOf(productIds)}) as products`.execute(db);
  return shopTermsFrom(rows[0], region);
}

export async function loadBuyer(db: Database, userId: number | null): Promise<BuyerFacts> {
  if (userId === null) return buyerOf(null, userId);
  const { rows } = await sql<Pick<OrderAnswer, "buyer">>`
    select (${accountOf(userId)}) as buyer`.execute(db);
  return buyerOf(rows[0]?.buyer ?? null, userId);
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
  const { rows } = await sql<OrderAnswer>`
    select (${shopOf(region)}) as shop, (${productsOf(productIds)}) as products,
      (${owner.userId === null ? sql`null` : accountOf(owner.userId)}) as buyer,
      (${recipientsOf(addressIds)}) as recipients, (${codesOf(codes)}) as codes`.execute(db);
  const [answer] = rows;
  return {
    shop: shopTermsFrom(answer, region),
    buyer: buyerOf(answer?.buyer ?? null, owner.userId),
    ownsAddresses: areOwnRecipients(addressIds, answer?.recipients ?? [], { owner, region }),
    membersOfCodes: membersOfCodes(codes, answer?.codes ?? []),
  };
}

/** `json_agg` of no rows is null. */
type ShopAnswer = Readonly<{ shop: ShopRow | null; products: readonly ProductRow[] | null }>;
type OrderAnswer = ShopAnswer &
  Readonly<{
    buyer: BuyerRow | null;
    recipients: readonly RecipientRow[] | null;
    codes: readonly CodeRow[] | null;
  }>;

function shopTermsFrom(answer: ShopAnswer | undefined, region: Region): ShopTerms {
  if (!answer?.shop) throw new Error(`the region ${region} has no row of configuration`);
  return shopTermsOf(answer.shop, answer.products ?? []);
}

function shopOf(region: Region) {
  return sql`
    select json_build_object('currency', region.currency, 'vatBps', region.vat_bps,
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
      'stockistVatBps', account.stockist_vat_bps, 'test', account.test, 'kind', member.kind,
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
