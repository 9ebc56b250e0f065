import type { Buyer } from "@portal/shared/orders/order-pricing.ts";
import { sql } from "kysely";
import type { Database } from "../../db/database.ts";

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

const guest: BuyerFacts = {
  userId: null,
  pricing: { kind: "guest", marginBps: 0 },
  isActiveMember: false,
  parent: null,
  test: false,
};

export async function loadBuyer(db: Database, userId: number | null): Promise<BuyerFacts> {
  if (userId === null) return guest;
  const row = await db
    .selectFrom("account")
    .leftJoin("projection.member as member", "member.user_id", "account.id")
    .leftJoin("projection.member as parent", (join) =>
      join.onRef("parent.user_id", "=", "account.parent_id").on("parent.active", "=", true),
    )
    .leftJoin("account as parent_account", "parent_account.id", "parent.user_id")
    .select([
      "account.role",
      "account.margin_bps as customer_margin_bps",
      "account.test",
      "member.kind",
      "member.active",
      "member.margin_bps",
      "parent.user_id as parent_id",
      "parent_account.test as parent_test",
    ])
    .where("account.id", "=", userId)
    .executeTakeFirst();
  if (!row) return guest;

  const isActiveMember = row.active === true;
  return {
    userId,
    pricing: pricingOf({ ...row, isActiveMember }),
    isActiveMember,
    parent:
      row.kind === null && row.parent_id !== null
        ? { userId: row.parent_id, test: row.parent_test ?? false }
        : null,
    test: row.test,
  };
}

export async function findMember(
  db: Database,
  userId: number,
): Promise<{ userId: number; active: boolean } | null> {
  const row = await db
    .selectFrom("projection.member")
    .select(["user_id as userId", "active"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? null;
}

/** The active member behind the first of these codes that has one. */
export async function findMemberByCode(
  db: Database,
  codes: readonly string[],
): Promise<Member | null> {
  if (codes.length === 0) return null;
  const wanted = codes.map((code) => code.toLowerCase());
  const rows = await db
    .selectFrom("projection.member as member")
    .leftJoin("account", "account.id", "member.user_id")
    .select(["member.user_id", "member.code", "account.test"])
    .where(sql<string>`lower(member.code)`, "in", wanted)
    .where("member.active", "=", true)
    .execute();
  for (const code of wanted) {
    const found = rows.find((row) => row.code.toLowerCase() === code);
    if (found) return { userId: found.user_id, test: found.test ?? false };
  }
  return null;
}

function pricingOf(row: {
  role: "admin" | "distributor" | "stockist" | "customer";
  customer_margin_bps: number | null;
  margin_bps: number | null;
  isActiveMember: boolean;
}): Buyer {
  switch (row.role) {
    case "stockist":
      return { kind: "stockist", marginBps: row.isActiveMember ? (row.margin_bps ?? 0) : 0 };
    case "customer":
      return { kind: "customer", marginBps: row.customer_margin_bps ?? 0 };
    // The office pays what a distributor pays: the price on the label, on Black Friday too.
    case "distributor":
    case "admin":
      return { kind: "distributor", marginBps: 0 };
  }
}
