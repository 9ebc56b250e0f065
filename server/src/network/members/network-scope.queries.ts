import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** The member at the top of the shown tree; null is the whole forest, which only the office sees. */
export type Top = number | null;

/**
 * The member whose commission the nodes show, and the cut-off of its last paid request, where "since last
 * payout" begins (docs/domain.md, "Wallet, payouts, credit"); 0 if nothing has been paid. Null is the forest,
 * where every member is its own viewer.
 */
export type Viewer = Readonly<{ id: number; cutoff: number }> | null;

/**
 * A distributor sees only its own tree: the tree of another member would reveal what that member earned and is
 * owed.
 *
 * @throws DomainError access.forbidden; network.unknown-member also for a member outside the user's tree
 */
export async function findViewer(
  db: ReadDatabase,
  user: SignedInUser,
  of: number | undefined,
): Promise<Viewer> {
  const top = await findTop(db, user, of);
  if (top === null) return null;
  if (user.role !== "admin" && top !== user.id) throw new DomainError("access.forbidden");
  const { kind, cutoff } = await db
    .selectFrom("projection.member as member")
    .leftJoin("projection.wallet as wallet", "wallet.user_id", "member.user_id")
    .select(["member.kind", "wallet.last_paid_cutoff as cutoff"])
    .where("member.user_id", "=", top)
    .executeTakeFirstOrThrow();
  // A stockist earns by its margin, so a tree of its own would be empty.
  if (kind === "stockist") throw new DomainError("network.wrong-kind", String(top));
  return { id: top, cutoff: cutoff ?? 0 };
}

/**
 * Any member for an admin; for a distributor itself or a member below.
 *
 * @throws DomainError access.forbidden; network.unknown-member also for a member outside the user's tree
 */
export async function findTop(
  db: ReadDatabase,
  user: SignedInUser,
  of: number | undefined,
): Promise<Top> {
  if (user.role === "admin") {
    if (of !== undefined) await requireWithin(db, null, of);
    return of ?? null;
  }
  if (user.role !== "distributor") throw new DomainError("access.forbidden");
  const top = of ?? user.id;
  await requireWithin(db, user.id, top);
  return top;
}

/** @throws DomainError network.unknown-member, the same as for no member, so that members elsewhere are not revealed */
export async function requireWithin(db: ReadDatabase, top: Top, userId: number): Promise<void> {
  const path = await db
    .selectFrom("projection.member_path")
    .select("depth")
    .where("descendant_id", "=", userId)
    .where("ancestor_id", "=", top ?? userId)
    .executeTakeFirst();
  if (!path) throw new DomainError("network.unknown-member", String(userId));
}

/** Whether a member is the top itself or below it. */
export function isInTree(top: Top, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return top === null
    ? sql`true`
    : sql`${userId} in (select descendant_id from projection.member_path where ancestor_id = ${top})`;
}
