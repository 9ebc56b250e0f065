import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { BookRounding, TakeBackRounding, VatPeriod } from "@portal/shared/money/books.ts";
import { sql } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import { roundingOf } from "../../money/books/vat.rules.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { bookedMoney, unbookedMoney } from "../../sales/bank-entries/bank-entry.actions.ts";
import { getVat } from "./vat.actions.ts";

/**
 * Books what the return of a closed period rounds otherwise than its documents, so that VAT output has nothing left once the
 * return is paid.
 *
 * @throws DomainError books.rounding-changed where it is another amount or none, the period is open, or a day of it is booked
 */
export async function bookVatRounding(
  caller: Caller,
  user: SignedInUser,
  { commandId, from, to, amount }: BookRounding,
): Promise<{ entryId: string }> {
  const request = { action: "books.bookRounding", from, to, amount };
  const { answer } = await caller.ledger.execute(
    commandFrom(caller, commandId, request),
    async (streams) => {
      const { region, isClosed, vatReturn } = await getVat(caller, { from, to });
      if (!isClosed || amount === 0 || roundingOf(vatReturn, region) !== amount)
        throw new DomainError("books.rounding-changed");
      const events = await bookedMoney(caller, streams, [
        { kind: "vat-rounding", amount, day: to, period: { from, to } },
      ]);
      const entryId = events[0]?.entryId ?? "";
      return {
        events,
        answer: { entryId },
        sideWrites: async (tx) => {
          const { numInsertedOrUpdatedRows } = await tx
            .insertInto("vat_rounding")
            .values({
              entry_id: entryId,
              from_day: from,
              to_day: to,
              booked_at: caller.now(),
              booked_by: user.id,
            })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst();
          if (numInsertedOrUpdatedRows === 0n) throw new DomainError("books.rounding-changed");
          const target = `${from} to ${to}`;
          const details = { amount: Math.abs(amount) };
          await insertAudit(tx, caller, { action: "vat-rounding.booked", target, details });
        },
      };
    },
  );
  return answer;
}

/** Takes a booked rounding back; it can be booked again. @throws DomainError books.rounding-changed where it is not booked */
export async function takeBackVatRounding(
  caller: Caller,
  { commandId, entryId }: TakeBackRounding,
): Promise<{ entryId: string }> {
  const command = commandFrom(caller, commandId, { action: "books.takeBackRounding", entryId });
  await caller.ledger.execute(command, async (streams) => {
    const booked = await caller.db
      .selectFrom("vat_rounding")
      .select("entry_id")
      .where("entry_id", "=", entryId)
      .executeTakeFirst();
    if (!booked) throw new DomainError("books.rounding-changed");
    return {
      events: await unbookedMoney(streams, entryId),
      answer: {},
      sideWrites: async (tx) => {
        const row = await tx
          .deleteFrom("vat_rounding")
          .where("entry_id", "=", entryId)
          .returning(["from_day as from", "to_day as to"])
          .executeTakeFirst();
        if (!row) throw new DomainError("books.rounding-changed");
        const target = `${row.from} to ${row.to}`;
        await insertAudit(tx, caller, { action: "vat-rounding.taken-back", target });
      },
    };
  });
  return { entryId };
}

/** The booked roundings of periods that have a day in this one, oldest first. */
export function listVatRoundings(db: ReadDatabase, { from, to }: VatPeriod) {
  return db
    .selectFrom("vat_rounding")
    .innerJoin("account", "account.id", "booked_by")
    .select([
      "entry_id as entryId",
      "from_day as from",
      "to_day as to",
      "booked_at as at",
      sql<string>`account.first_name || ' ' || account.last_name`.as("byName"),
    ])
    .where("from_day", "<=", to)
    .where("to_day", ">=", from)
    .orderBy("from_day")
    .execute();
}
