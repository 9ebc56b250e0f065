import { dayOf, noonOf } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { inStream } from "../../platform/free-text/free-text.rules.ts";
import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import { bankEntryDecider } from "./bank-entry.decider.ts";
import { bankEntryEvents, bankEntryStream, type MoneyBooked } from "./bank-entry.events.ts";

/** What is booked, and the day of the bank or the card provider on which it counts. */
export type NewBankEntry = Readonly<
  Pick<MoneyBooked, "kind" | "amount"> &
    Partial<
      Pick<MoneyBooked, "bankLineId" | "bankDebitId" | "settlementLineId" | "reasonId" | "period">
    > & {
      day: string;
    }
>;

type BookedEntry = DecidedEvent & Readonly<{ entryId: string; entry: NewBankEntry }>;

/** The events that book some money in the ledger, each with its entry. */
export async function bookedMoney(
  caller: Pick<Caller, "db" | "shop" | "now" | "newId">,
  streams: StreamReader,
  entries: readonly NewBankEntry[],
): Promise<readonly BookedEntry[]> {
  const { timeZone } = await loadRegion(readOnly(caller.db), caller.shop.region);
  const booked: BookedEntry[] = [];
  for (const entry of entries) {
    const { day, ...money } = entry;
    const entryId = caller.newId();
    const stream = await streams.load(bankEntryStream(entryId), bankEntryDecider, bankEntryEvents);
    const events = stream.decide({ type: "BookMoney", entryId, ...unseen, ...money });
    const occurredAt = timeOf(day, { timeZone, now: caller.now() });
    for (const decided of inStream(bankEntryStream(entryId), events))
      booked.push({ ...decided, occurredAt, entryId, entry });
  }
  return booked;
}

const unseen = {
  bankLineId: null,
  bankDebitId: null,
  settlementLineId: null,
  reasonId: null,
  period: null,
} as const;

/**
 * The events that take back an entry, on the day that it was booked on: taken back on a later one, an open month would
 * have both it and what is booked instead. None for what was never booked.
 */
export async function unbookedMoney(
  streams: StreamReader,
  entryId: string | null,
): Promise<readonly DecidedEvent[]> {
  if (entryId === null) return [];
  const streamId = bankEntryStream(entryId);
  const stream = await streams.load(streamId, bankEntryDecider, bankEntryEvents);
  const events = inStream(streamId, stream.decide({ type: "UnbookMoney", entryId }));
  const { beganAt } = stream;
  return beganAt === null ? events : events.map((event) => ({ ...event, occurredAt: beganAt }));
}

/** Noon of the day; now for today, and for a file that names a day to come. */
export function timeOf(
  day: string,
  { timeZone, now }: Readonly<{ timeZone: string; now: string }>,
): string {
  if (day >= dayOf(now, timeZone)) return now;
  return noonOf(day, timeZone);
}
