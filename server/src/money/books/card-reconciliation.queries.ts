import { addDays, type Day, type DayRange } from "@portal/shared/platform/calendar.ts";
import { cardProviderNames, cardProviders } from "@portal/shared/sales/card-match.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { listAccepted } from "../../sales/accepted-differences/accepted-difference.store.ts";
import {
  differenceWithin,
  type KnownStatement,
} from "../../sales/bank-lines/statement-balance.rules.ts";
import { listSettledDays } from "../../sales/bank-lines/statement-days.queries.ts";
import { listSettlement } from "../../sales/card-settlements/card-match-facts.queries.ts";
import { listIgnored } from "../../sales/card-settlements/card-match.queries.ts";
import { settlementKindOf } from "../../sales/card-settlements/settlement-kind.rules.ts";
import { bankDaysMax, isOfProvider } from "../../sales/card-settlements/card-match.rules.ts";
import { type Counted, entryThing } from "./bank-reconciliation.rules.ts";
import { type CardFacts, matchFromBank } from "./card-reconciliation.rules.ts";
import { isOverdue } from "./unproved-money.rules.ts";

/** The stored settlements with all their lines, and which of them somebody ignored. */
export async function readCardFacts(db: ReadDatabase): Promise<Omit<CardFacts, "entries">> {
  return {
    statements: await listSettlements(db),
    settlement: await listSettlement(db, null),
    ignored: new Set((await listIgnored(db)).keys()),
  };
}

/** The days of each stored settlement, with the balances that it states. */
async function listSettlements(db: ReadDatabase): Promise<KnownStatement[]> {
  const files = await db
    .selectFrom("settlement_file")
    .select(["id", "provider", "from_day as from", "to_day as to", "opening", "closing"])
    .orderBy("id")
    .execute();
  return files.map(({ provider, ...file }) => ({ ...file, account: cardProviderNames[provider] }));
}

/** `differenceWithin` of the stored settlements and their lines. */
export async function findCardDifference(db: ReadDatabase, days: DayRange): Promise<number> {
  const statements = await listSettlements(db);
  // Only where a file states a balance can anything differ.
  if (statements.every(({ opening, closing }) => (opening ?? closing) === null)) return 0;
  const moved = await rowsOf(
    db,
    movedRow,
    sql`
    select file.provider, line.day, sum(line.net)::bigint as amount
    from settlement_line line join settlement_file file on file.id = line.file_id
    group by file.provider, line.day`,
  );
  const movements = moved.map(({ provider, ...each }) => ({
    ...each,
    account: cardProviderNames[provider],
  }));
  return differenceWithin(days, { ownAccount: "", statements, movements });
}

const movedRow = z.strictObject({
  provider: z.enum(cardProviders),
  day: z.iso.date(),
  amount: z.int(),
});

const entryRow = z.strictObject({
  entryId: z.guid(),
  day: z.iso.date(),
  amount: z.int(),
  description: z.string(),
});

/**
 * What was booked from the bank as the card provider's and no settlement line is: what the reconciliation has of the bank in the
 * ledger alone, without deposits that name the provider, which the card reconciliation has. It is read without the ledger, so
 * that a page may ask often. Negative for money that left the provider.
 */
export async function listUnsettled(
  db: ReadDatabase,
): Promise<readonly Readonly<{ thing: string; day: Day; amount: number }>[]> {
  const booked = await rowsOf(
    db,
    entryRow,
    sql`
    select entry_id as "entryId", booked_on as day, -amount as amount, description from bank_line
      where kind = 'card-payout' and entry_id is not null
    union all
    select entry_id, booked_on, amount, description from bank_debit
      where kind = 'card-payout' and entry_id is not null
    order by day, "entryId"`,
  );
  const entries = booked.map(({ entryId, ...entry }) => ({ ...entry, thing: entryThing(entryId) }));
  if (entries.length === 0) return entries;
  const lines = await db
    .selectFrom("settlement_line")
    .select(["id", "day", "type", "gross", "explained_as as explained"])
    .where((row) => row("gross", "=", row.fn.any(row.val(entries.map(({ amount }) => amount)))))
    .orderBy("day")
    .orderBy("id")
    .execute();
  const settled = matchFromBank(
    lines.map((line) => ({ ...line, kind: settlementKindOf(line.type, line.gross) })),
    entries,
  );
  return entries.filter(
    (entry) => !settled.has(entry.thing) && (entry.amount > 0 || !isOfProvider(entry)),
  );
}

/** Those of days up to one of which a settlement would have them, without what somebody accepted. */
export async function countUnsettled(
  db: ReadDatabase,
  { from, to, timeZone }: Readonly<{ from: Day; to: Day; timeZone: string }>,
): Promise<Counted & Readonly<{ before: number }>> {
  const entries = await listUnsettled(db);
  if (entries.length === 0) return { count: 0, sum: 0, before: 0 };
  const accepted = await listAccepted(db);
  const settled = await listSettledDays(db, timeZone);
  const ends = settled.map(({ until }) => until).toSorted();
  const known = {
    // A payout of the days before the first ones comes to the bank in them.
    covered: settled.map((days) => ({ ...days, from: addDays(days.from, bankDaysMax) })),
    knownUntil: ends.length === 0 ? null : addDays(ends.at(-1) ?? "", -1),
  };
  const overdue = entries.filter(
    ({ thing, day }) => day <= to && !accepted.has(thing) && isOverdue(day, known),
  );
  return {
    count: overdue.length,
    sum: overdue.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
    before: overdue.filter(({ day }) => day < from).length,
  };
}
