import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import { sql } from "kysely";
import { z } from "zod";
import { namesOf } from "../../people/users/user.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { listRenames, peopleOf } from "../../platform/proposals/frozen-people.ts";
import { commissionOf } from "../../sales/orders/expected-commission.queries.ts";

/** Somebody whom a decision pays or makes the seller, as they are called now, and who called them so lately. */
type NamedPerson = Readonly<{
  userId: number;
  name: string;
  email: string;
  /** Null where nobody changed name or email in `LOOKBACK`. */
  renamed: Readonly<{ at: string; byName: string }> | null;
}>;
type Amount = Readonly<{ name: string; amount: number }>;
type BankAccount = Readonly<{ name: string; bankName: string; ending: string }>;

export type Background = Readonly<{
  people: readonly NamedPerson[];
  /** Where a payout or batch goes. */
  accounts: readonly BankAccount[];
  /** What an order brings each member once it is paid, or under the new seller; minor units. */
  commission: readonly Amount[];
  /** Of an order that is reassigned: the present seller; null is nobody. */
  sellerBefore: string | null;
}>;

export const noBackground: Background = {
  people: [],
  accounts: [],
  commission: [],
  sellerBefore: null,
};

/** What the admin who confirms has to know besides the change itself. */
export async function backgroundOf(db: ReadDatabase, change: ProposedChange): Promise<Background> {
  const ids = await peopleOf(db, change);
  const orders = await commissionOf(db, change);
  const commission = new Map<number, number>();
  for (const { userId, amount } of orders.flatMap(({ earned }) => earned))
    commission.set(userId, (commission.get(userId) ?? 0) + amount);
  const renames = await listRenames(db, [...new Set([...ids, ...commission.keys()])]);
  const names = await namesOf(db, [
    ...ids,
    ...renames.flatMap(({ byId }) => byId ?? []),
    ...commission.keys(),
  ]);
  const nameOf = (id: number | null) => (id === null ? "" : (names.get(id) ?? ""));
  const emails = await emailsOf(db, ids);
  const before = change.kind === "reassign" ? change.data.before : null;
  return {
    people: ids.map((userId) => {
      const rename = renames.find((each) => each.userId === userId);
      return {
        userId,
        name: nameOf(userId),
        email: emails.get(userId) ?? "",
        renamed: rename ? { at: rename.at, byName: nameOf(rename.byId) } : null,
      };
    }),
    accounts:
      change.kind === "payout" || change.kind === "batch" ? await accountsOf(db, ids, nameOf) : [],
    commission: [...commission]
      .map(([userId, amount]) => ({ name: nameOf(userId), amount }))
      .toSorted((one, other) => other.amount - one.amount),
    sellerBefore: before === null ? null : nameOf(before),
  };
}

async function emailsOf(
  db: ReadDatabase,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("account")
    .select(["id", "email"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}

const accountRow = z.strictObject({ userId: z.int(), bankName: z.string(), ending: z.string() });

/** By the last digits alone: the whole number is on the page of payouts, where every view is audited. */
async function accountsOf(
  db: ReadDatabase,
  ids: readonly number[],
  nameOf: (id: number) => string,
): Promise<BankAccount[]> {
  const rows = await rowsOf(
    db,
    accountRow,
    sql`
    select user_id as "userId", bank_name as "bankName",
      case when length(account_number) > 4 then right(account_number, 4) else '' end as ending
    from bank_detail where user_id = any (${ids}) order by user_id`,
  );
  return rows.map(({ userId, ...account }) => ({ name: nameOf(userId), ...account }));
}
