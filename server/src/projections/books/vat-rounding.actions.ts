import type { BookRounding, TakeBackRounding, VatPeriod } from "@portal/shared/money/books.ts";
import { sql } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import { roundingOf } from "../../money/books/vat.rules.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { bookByHand, takeBackByHand } from "../../sales/bank-entries/hand-entry.actions.ts";
import { getVat } from "./vat.actions.ts";

/**
 * Books what the return of a closed period rounds otherwise than its documents, so that VAT output has nothing left once the
 * return is paid.
 *
 * @throws DomainError books.rounding-changed where it is another amount or none, the period is open, or a day of it is booked
 */
export function bookVatRounding(
  caller: Caller,
  user: SignedInUser,
  { commandId, from, to, amount }: BookRounding,
): Promise<{ entryId: string }> {
  const request = { action: "books.bookRounding", from, to, amount };
  return bookByHand(caller, {
    command: commandFrom(caller, commandId, request),
    refusal: "books.rounding-changed",
    async isRight() {
      const { region, isClosed, vatReturn } = await getVat(caller, { from, to });
      return isClosed && amount !== 0 && roundingOf(vatReturn, region) === amount;
    },
    entry: { kind: "vat-rounding", amount, day: to, period: { from, to } },
    async keep(tx, entry_id) {
      const booked = { booked_at: caller.now(), booked_by: user.id };
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto("vat_rounding")
        .values({ entry_id, from_day: from, to_day: to, ...booked })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows;
    },
    audit: {
      action: "vat-rounding.booked",
      target: `${from} to ${to}`,
      details: { amount: Math.abs(amount) },
    },
  });
}

/** Takes a booked rounding back; it can be booked again. @throws DomainError books.rounding-changed where it is not booked */
export async function takeBackVatRounding(
  caller: Caller,
  { commandId, entryId }: TakeBackRounding,
): Promise<{ entryId: string }> {
  await takeBackByHand(caller, {
    command: commandFrom(caller, commandId, { action: "books.takeBackRounding", entryId }),
    refusal: "books.rounding-changed",
    async find() {
      const booked = await caller.db
        .selectFrom("vat_rounding")
        .select("entry_id as entryId")
        .where("entry_id", "=", entryId)
        .executeTakeFirst();
      return booked?.entryId;
    },
    async drop(tx) {
      const row = await tx
        .deleteFrom("vat_rounding")
        .where("entry_id", "=", entryId)
        .returning(["from_day as from", "to_day as to"])
        .executeTakeFirst();
      return row ? { action: "vat-rounding.taken-back", target: `${row.from} to ${row.to}` } : null;
    },
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
