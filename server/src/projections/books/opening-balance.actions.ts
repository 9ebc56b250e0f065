import type { BookOpening, TakeBackOpening } from "@portal/shared/money/books.ts";
import { addDays, dayOf } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { type ReadDatabase, readOnly } from "../../platform/db/database.ts";
import { bookByHand, takeBackByHand } from "../../sales/bank-entries/hand-entry.actions.ts";
import { getBankReconciliation } from "./bank-reconciliation.actions.ts";

/**
 * Books what was there, or owed, before the first day of the books, each account once. Of the bank it is what the stored
 * statements had before their first day and the ledger does not have, so that the account Bank begins as the statement does.
 *
 * @throws DomainError books.opening-changed where the bank has another one, the day is to come, or it is booked already
 */
export function bookOpeningBalance(
  caller: Caller,
  user: SignedInUser,
  { commandId, kind, day, amount }: BookOpening,
): Promise<{ entryId: string }> {
  const request = { action: "books.bookOpening", kind, day, amount };
  return bookByHand(caller, {
    command: commandFrom(caller, commandId, request),
    refusal: "books.opening-changed",
    isRight: () => isRight(caller, { kind, day, amount }),
    entry: { kind, amount, day },
    async keep(tx, entry_id) {
      const booked = { booked_at: caller.now(), booked_by: user.id };
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto("opening_balance")
        .values({ kind, entry_id, day, amount, ...booked })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows;
    },
    audit: {
      action: "opening-balance.booked",
      target: kind,
      details: { day, amount: Math.abs(amount) },
    },
  });
}

async function isRight(
  caller: Caller,
  { kind, day, amount }: Pick<BookOpening, "kind" | "day" | "amount">,
): Promise<boolean> {
  const { timeZone } = await getCalendar(readOnly(caller.db), caller.shop.region);
  if (day > dayOf(caller.now(), timeZone)) return false;
  if (kind !== "opening-bank") return true;
  const { before, accounts } = await getBankReconciliation(caller, { asOf: null });
  const first = accounts.map(({ from }) => from).toSorted()[0];
  return first !== undefined && day === addDays(first, -1) && amount === before.sum;
}

/** Takes a booked one back; it can be booked again. @throws DomainError books.opening-changed where it is not booked */
export function takeBackOpeningBalance(
  caller: Caller,
  { commandId, kind }: TakeBackOpening,
): Promise<{ entryId: string }> {
  return takeBackByHand(caller, {
    command: commandFrom(caller, commandId, { action: "books.takeBackOpening", kind }),
    refusal: "books.opening-changed",
    async find() {
      const booked = await caller.db
        .selectFrom("opening_balance")
        .select("entry_id as entryId")
        .where("kind", "=", kind)
        .executeTakeFirst();
      return booked?.entryId;
    },
    async drop(tx, entryId) {
      const row = await tx
        .deleteFrom("opening_balance")
        .where("entry_id", "=", entryId)
        .returning(["day", "amount"])
        .executeTakeFirst();
      if (!row) return null;
      const details = { day: row.day, amount: Math.abs(row.amount) };
      return { action: "opening-balance.taken-back", target: kind, details };
    },
  });
}

/** The booked ones, oldest first. */
export function listOpeningBalances(db: ReadDatabase) {
  return db
    .selectFrom("opening_balance")
    .innerJoin("account", "account.id", "booked_by")
    .select([
      "kind",
      "day",
      "amount",
      "booked_at as at",
      sql<string>`account.first_name || ' ' || account.last_name`.as("byName"),
    ])
    .orderBy("booked_at")
    .orderBy("kind")
    .execute();
}
