import type { Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import { rootOf } from "../../platform/ledger/seals.ts";
import { booksStream, closingEvents } from "./closing.events.ts";
import { type Calendar, type Closing, closableMonths } from "./statement.rules.ts";

/**
 * The months of the books, and which are closed. Once one is, its time zone stays that of the books,
 * whatever the region's settings say later: else a closed month would end at another instant.
 */
export async function getCalendar(db: ReadDatabase, region: Region): Promise<Calendar> {
  const stored = await storedEvents(db).where("stream_id", "=", booksStream).execute();
  const closings: Closing[] = stored.map(({ position, recordedAt, ...event }) => ({
    position,
    closedAt: recordedAt,
    ...closingEvents.read(event).data,
  }));
  const { timeZone, currency } = await db
    .selectFrom("region")
    .select(["time_zone as timeZone", "currency"])
    .where("code", "=", region)
    .executeTakeFirstOrThrow();
  return { closings, currency, timeZone: closings[0]?.timeZone ?? timeZone };
}

/** What a closing says of the ledger as it stands, going on from the newest seal. */
export async function getLedgerFacts(db: ReadDatabase) {
  const head = await db.selectFrom("ledger_head").select("position").executeTakeFirstOrThrow();
  const last = await db
    .selectFrom("ledger_seals")
    .select(["through_position as position", "root"])
    .where("through_position", "<=", head.position)
    .orderBy("through_position", "desc")
    .executeTakeFirst();
  const afterPosition = last?.position ?? 0;
  const previousRoot = last?.root.toString("hex") ?? "0".repeat(64);
  const { root } = await rootOf(db, previousRoot, afterPosition, head.position);
  return { throughPosition: head.position, seal: { afterPosition, previousRoot, root } };
}

/** What is closed, newest first, and what can be closed now: any of some months, or just the next one. */
export async function listClosings(db: ReadDatabase, region: Region, now: string) {
  const calendar = await getCalendar(db, region);
  const firstEarning = calendar.closings.length > 0 ? null : await findFirstEarning(db);
  return {
    timeZone: calendar.timeZone,
    closable: closableMonths(calendar, now, firstEarning),
    closings: calendar.closings.toReversed(),
  };
}

async function findFirstEarning(db: ReadDatabase): Promise<string | null> {
  const first = await db
    .selectFrom("projection.commission_entry")
    .select(({ fn }) => fn.min("occurred_at").as("at"))
    .executeTakeFirst();
  return first?.at ?? null;
}
