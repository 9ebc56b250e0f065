import type { Buyer } from "@portal/shared/sales/orders/order-pricing.ts";
import type { Role } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

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

export type Member = Readonly<{ userId: number; test: boolean }>;

/** The answer of `buyer_facts` (migrations/0009-orders.sql); null for a guest. */
export type StoredBuyer = Readonly<{
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

export function buyerFrom(stored: StoredBuyer, userId: number | null): BuyerFacts {
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
