import type { DayRange } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { plannedEachTime } from "../../platform/db/planned-each-time.ts";
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

/** The days that each settlement covers. */
export function listSettledDays(db: ReadDatabase, timeZone: string): Promise<DayRange[]> {
  return db
    .selectFrom("settlement_file")
    .select(["from_day as from", coveredUntil(timeZone).as("until")])
    .execute();
}

/** The day of the upload was not over, and what a file says of later days is not true yet. */
function coveredUntil(timeZone: string) {
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
