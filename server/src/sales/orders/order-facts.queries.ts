import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { AddressOwner } from "../../people/addresses/address.store.ts";
import {
  type ShopTerms,
  type StoredShopTerms,
  shopTermsFrom,
} from "../prices/price-terms.queries.ts";
import {
  type BuyerFacts,
  buyerFrom,
  type Member,
  type StoredBuyer,
} from "./order-people.queries.ts";

export type OrderFacts = Readonly<{
  shop: ShopTerms;
  buyer: BuyerFacts;
  ownsAddresses: boolean;
  /** The active members behind the codes, in the order of those. */
  membersOfCodes: readonly Member[];
  /** The next running number; null where an address is not theirs, and so nothing will be placed. */
  orderNumber: number | null;
}>;

/** The answer of `order_facts` (migrations/0009-orders.sql). */
type StoredFacts = Readonly<{
  shop: StoredShopTerms;
  buyer: StoredBuyer;
  ownsAddresses: boolean;
  members: readonly Readonly<{ userId: number; code: string; test: boolean }>[];
  orderNumber: number | null;
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
    orderNumber: facts.orderNumber,
  };
}
