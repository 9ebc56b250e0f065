import { addDays, type Day, type DayRange } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { plannedEachTime } from "../../platform/db/planned-each-time.ts";
import { accountNamer, identityOf } from "./account-number.rules.ts";
import { differenceWithin, type KnownStatement } from "./statement-balance.rules.ts";
import { accountGaps } from "./statement-days.rules.ts";
import { balanceGaps } from "./statement-gaps.rules.ts";

/** The shop's own calendar. */
type Within = Readonly<{ days: DayRange; timeZone: string }>;

/** What no bank statement covers, by account, where their balances do not meet, and whether any statement is needed. */
export async function findBankGaps(
  db: ReadDatabase,
  { days, timeZone, transfers }: Within & Readonly<{ transfers: number }>,
) {
  const { ownAccount } = await db
    .selectFrom("shop_setting")
    .select("bank_account_number as ownAccount")
    .executeTakeFirstOrThrow();
  const statements = await db
    .selectFrom("bank_statement")
    .select([
      "account",
      "from_day as from",
      "to_day as to",
      "opening",
      "closing",
      coveredUntil(timeZone).as("until"),
    ])
    .execute();
  return {
    missing: accountGaps(days, { ownAccount, transfers, statements }),
    gaps: balanceGaps(days, { ownAccount, statements }),
    isNeeded: ownAccount.trim() !== "" || transfers > 0 || statements.length > 0,
  };
}

/** All stored statements, and the number of the shop's own account. */
export async function listKnownStatements(
  db: ReadDatabase,
): Promise<Readonly<{ ownAccount: string; statements: KnownStatement[] }>> {
  const { ownAccount } = await db
    .selectFrom("shop_setting")
    .select("bank_account_number as ownAccount")
    .executeTakeFirstOrThrow();
  const statements = await db
    .selectFrom("bank_statement")
    .select(["id", "account", "from_day as from", "to_day as to", "opening", "closing"])
    .orderBy("id")
    .execute();
  return { ownAccount, statements };
}

/** Without those of which somebody said that they are the transaction that they repeat. Of `bank_line` and `bank_debit`. */
export const isOwnMoney = sql<boolean>`(repeats is null or kind is distinct from 'repeat')`;

const movementRow = z.strictObject({ account: z.string(), day: z.iso.date(), amount: z.int() });

/** `differenceWithin` of the stored statements and transactions. */
export async function findBankDifference(db: ReadDatabase, days: DayRange): Promise<number> {
  const movements = await rowsOf(
    db,
    movementRow,
    sql`
    select account, day, sum(amount)::bigint as amount from (
      select account, booked_on as day, amount from bank_line where ${isOwnMoney}
      union all select account, booked_on, -amount from bank_debit where ${isOwnMoney}) moved
    group by account, day`,
  );
  return differenceWithin(days, { ...(await listKnownStatements(db)), movements });
}

/** The days of which each settlement has the payments. */
export function listSettledDays(db: ReadDatabase, timeZone: string): Promise<DayRange[]> {
  return db
    .selectFrom("settlement_file")
    .select(["from_day as from", coveredUntil(timeZone).as("until")])
    .where("has_payments", "=", true)
    .execute();
}

/**
 * The last day that a statement of the shop's own account covers, or of any where the shop has stated none; null without one.
 */
export async function findLastBankDay(db: ReadDatabase, timeZone: string): Promise<Day | null> {
  const { ownAccount } = await db
    .selectFrom("shop_setting")
    .select("bank_account_number as ownAccount")
    .executeTakeFirstOrThrow();
  const statements = await db
    .selectFrom("bank_statement")
    .select(["account", coveredUntil(timeZone).as("until")])
    .execute();
  const isAny = identityOf(ownAccount) === "";
  const nameOf = accountNamer(
    ownAccount,
    statements.map(({ account }) => account),
  );
  const until = statements
    .filter(({ account }) => isAny || nameOf(account) === null)
    .map((statement) => statement.until)
    .toSorted()
    .at(-1);
  return until === undefined ? null : addDays(until, -1);
}

/**
 * `daysOver` of a stored file: the day of the upload was not over, and what a file says of later days is not true yet. Of
 * `bank_statement` and `settlement_file`.
 */
export function coveredUntil(timeZone: string) {
  return sql<string>`least(to_day + 1, (uploaded_at at time zone ${timeZone})::date)`;
}

/** The live payments by a method that were received within these instants. */
export async function countPayments(
  db: ReadDatabase,
  of: Readonly<{ method: "card" | "eft"; from: string; until: string }>,
): Promise<number> {
  const { count } = await db
    .selectFrom("projection.order_payment as payment")
    .innerJoin("projection.order_state as order", "order.order_id", "payment.order_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    // A month or years.
    .modifyFront(plannedEachTime)
    .where("payment.method", "=", of.method)
    .where("payment.amount", ">", 0)
    .where("payment.received_at", ">=", of.from)
    .where("payment.received_at", "<", of.until)
    .where("order.live", "=", true)
    .executeTakeFirstOrThrow();
  return count;
}
