import type { BookOpening, TakeBackOpening } from "@portal/shared/money/books.ts";
import { addDays, dayOf } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type ReadDatabase, readOnly } from "../../platform/db/database.ts";
import { bookedMoney, unbookedMoney } from "../../sales/bank-entries/bank-entry.actions.ts";
import { getBankReconciliation } from "./bank-reconciliation.actions.ts";

/**
 * Books what was there, or owed, before the first day of the books, each account once. Of the bank it is what the stored
 * statements had before their first day and the ledger does not have, so that the account Bank begins as the statement does.
 *
 * @throws DomainError books.opening-changed where the bank has another one, the day is to come, or it is booked already
 */
export async function bookOpeningBalance(
  caller: Caller,
  user: SignedInUser,
  { commandId, kind, day, amount }: BookOpening,
): Promise<{ entryId: string }> {
  const request = { action: "books.bookOpening", kind, day, amount };
  const { answer } = await caller.ledger.execute(
    commandFrom(caller, commandId, request),
    async (streams) => {
      await requireRight(caller, { kind, day, amount });
      const events = await bookedMoney(caller, streams, [{ kind, amount, day }]);
      const entryId = events[0]?.entryId ?? "";
      return {
        events,
        answer: { entryId },
        sideWrites: async (tx) => {
          const { numInsertedOrUpdatedRows } = await tx
            .insertInto("opening_balance")
            .values({
              kind,
              entry_id: entryId,
              day,
              amount,
              booked_at: caller.now(),
              booked_by: user.id,
            })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst();
          if (numInsertedOrUpdatedRows === 0n) throw new DomainError("books.opening-changed");
          const details = { day, amount: Math.abs(amount) };
          const action = "opening-balance.booked";
          await insertAudit(tx, caller, { action, target: kind, details });
        },
      };
    },
  );
  return answer;
}

async function requireRight(
  caller: Caller,
  { kind, day, amount }: Pick<BookOpening, "kind" | "day" | "amount">,
): Promise<void> {
  const { timeZone } = await getCalendar(readOnly(caller.db), caller.shop.region);
  if (day > dayOf(caller.now(), timeZone)) throw new DomainError("books.opening-changed");
  if (kind !== "opening-bank") return;
  const { before, accounts } = await getBankReconciliation(caller, { asOf: null });
  const first = accounts.map(({ from }) => from).toSorted()[0];
  if (first === undefined || day !== addDays(first, -1) || amount !== before.sum)
    throw new DomainError("books.opening-changed");
}

/** Takes a booked one back; it can be booked again. @throws DomainError books.opening-changed where it is not booked */
export async function takeBackOpeningBalance(
  caller: Caller,
  { commandId, kind }: TakeBackOpening,
): Promise<{ entryId: string }> {
  const command = commandFrom(caller, commandId, { action: "books.takeBackOpening", kind });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const booked = await caller.db
      .selectFrom("opening_balance")
      .select("entry_id as entryId")
      .where("kind", "=", kind)
      .executeTakeFirst();
    if (!booked) throw new DomainError("books.opening-changed");
    const { entryId } = booked;
    return {
      events: await unbookedMoney(streams, entryId),
      answer: { entryId },
      sideWrites: async (tx) => {
        const row = await tx
          .deleteFrom("opening_balance")
          .where("entry_id", "=", entryId)
          .returning(["day", "amount"])
          .executeTakeFirst();
        if (!row) throw new DomainError("books.opening-changed");
        const details = { day: row.day, amount: Math.abs(row.amount) };
        const action = "opening-balance.taken-back";
        await insertAudit(tx, caller, { action, target: kind, details });
      },
    };
  });
  return answer;
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
