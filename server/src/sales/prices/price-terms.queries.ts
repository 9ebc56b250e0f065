import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { Role } from "@portal/shared/platform/roles.ts";
import type {
  Buyer,
  DeliveryTerms,
  PriceTerms,
} from "@portal/shared/sales/orders/order-pricing.ts";
import { sql } from "kysely";
import type { AddressOwner } from "../../people/addresses/address.store.ts";
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

function shopTermsFrom(stored: StoredShopTerms, region: Region): ShopTerms {
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

/** Who buys, as prices and the seller rule see it. */
export type BuyerFacts = Readonly<{
  userId: number | null;
  pricing: Buyer;
  /** An active member of the network sells to itself. */
  isActiveMember: boolean;
  /** The active member whose registered customer this is. */
  parent: Member | null;
  test: boolean;
}>;

type Member = Readonly<{ userId: number; test: boolean }>;

/** The answer of `buyer_facts` (migrations/0009-orders.sql); null for a guest. */
type StoredBuyer = Readonly<{
  role: Role;
  customerMarginBps: number | null;
  test: boolean;
  kind: "distributor" | "stockist" | null;
  active: boolean | null;
  marginBps: number | null;
  parentId: number | null;
  parentTest: boolean | null;
}> | null;

const guest: BuyerFacts = {
  userId: null,
  pricing: { kind: "guest", marginBps: 0 },
  isActiveMember: false,
  parent: null,
  test: false,
};

export async function loadBuyer(db: Database, userId: number | null): Promise<BuyerFacts> {
  if (userId === null) return guest;
  const { rows } = await sql<{ buyer: StoredBuyer }>`
    select buyer_facts(${userId}::integer) as buyer`.execute(db);
  return buyerFrom(rows[0]?.buyer ?? null, userId);
}

function buyerFrom(stored: StoredBuyer, userId: number | null): BuyerFacts {
  if (!stored) return guest;
  const isActiveMember = stored.active === true;
  const isCustomerOfMember = stored.kind === null && stored.parentId !== null;
  return {
    userId,
    pricing: pricingOf({ ...stored, isActiveMember }),
    isActiveMember,
    parent: isCustomerOfMember
      ? { userId: stored.parentId, test: stored.parentTest ?? false }
      : null,
    test: stored.test,
  };
}

export async function findMember(
  db: Database,
  userId: number,
): Promise<{ userId: number; active: boolean; test: boolean } | null> {
  const row = await db
    .selectFrom("projection.member as member")
    .leftJoin("account", "account.id", "member.user_id")
    .select(["member.user_id as userId", "member.active"])
    .select(sql<boolean>`coalesce(account.test, false)`.as("test"))
    .where("member.user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** The VAT rate on a stockist's own orders, in bps; null: the region's (docs/decisions.md, 24). */
export async function findOwnVat(db: Database, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom("account")
    .select("stockist_vat_bps as vatBps")
    .where("id", "=", userId)
    .where("role", "=", "stockist")
    .executeTakeFirst();
  return row?.vatBps ?? null;
}

function pricingOf(row: {
  role: Role;
  customerMarginBps: number | null;
  marginBps: number | null;
  isActiveMember: boolean;
}): Buyer {
  switch (row.role) {
    case "stockist":
      return { kind: "stockist", marginBps: row.isActiveMember ? (row.marginBps ?? 0) : 0 };
    case "customer":
      return { kind: "customer", marginBps: row.customerMarginBps ?? 0 };
    // The office pays what a distributor pays: the price on the label, on Black Friday too.
    case "distributor":
    case "admin":
      return { kind: "distributor", marginBps: 0 };
  }
}

export type OrderFacts = Readonly<{
  shop: ShopTerms;
  buyer: BuyerFacts;
  ownsAddresses: boolean;
  /** The active members behind the codes, in the order of those. */
  membersOfCodes: readonly Member[];
}>;

/** The answer of `order_facts` (migrations/0009-orders.sql). */
type StoredFacts = Readonly<{
  shop: StoredShopTerms;
  buyer: StoredBuyer;
  ownsAddresses: boolean;
  members: readonly Readonly<{ userId: number; code: string; test: boolean }>[];
}>;

/** Everything that placing an order asks of the tables, in one round trip. */
export async function loadOrderFacts(
  db: Database,
  asked: Readonly<{
    region: Region;
    owner: AddressOwner;
    productIds: readonly number[];
    addressIds: readonly number[];
    codes: readonly string[];
  }>,
): Promise<OrderFacts> {
  const { region, owner, productIds, addressIds } = asked;
  const codes = asked.codes.map((code) => code.toLowerCase());
  const { rows } = await sql<{ facts: StoredFacts }>`
    select order_facts(${region}, ${productIds}::integer[], ${owner.userId}::integer,
      ${owner.guestId}::uuid, ${addressIds}::integer[], ${codes}::text[]) as facts`.execute(db);
  const facts = rows[0]?.facts;
  if (!facts) throw new Error("order_facts answered nothing");

  return {
    shop: shopTermsFrom(facts.shop, region),
    buyer: buyerFrom(facts.buyer, owner.userId),
    ownsAddresses: facts.ownsAddresses,
    membersOfCodes: codes.flatMap((code) => facts.members.filter((each) => each.code === code)),
  };
}
