import { previousMonth } from "@portal/shared/platform/months.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import { type MessageDesk, queueMessage } from "../../platform/messages/queue-message.ts";
import { getCalendar } from "./closing.queries.ts";
import { endOf, type Calendar, type Closing } from "./statement.rules.ts";

type AnnounceDesk = MessageDesk & Readonly<{ db: Database; shop: Readonly<{ region: Region }> }>;

/** Statements that are older news than this are not announced; nor are those of an imported history. */
const announcedDays = 3;
const dayMs = 24 * 3600 * 1000;

/**
 * Tells members that the statement of a closed month is ready, each once, all or none. It follows from
 * the ledger and not from whoever closed the month, so that it happens for the command line as well;
 * and a thousand mails do not make the closing wait.
 */
export async function announceClosings(desk: AnnounceDesk): Promise<void> {
  const calendar = await getCalendar(readOnly(desk.db), desk.shop.region);
  const since = new Date(Date.parse(desk.now()) - announcedDays * dayMs).toISOString();
  for (const closing of calendar.closings) {
    if (closing.closedAt < since || !isOfThisMonth(closing, desk.now())) continue;
    await desk.db.transaction().execute((tx) => announce(tx, desk, calendar, closing));
  }
}

/** A month that ended long ago was closed to tidy up, and nobody waits for its statement. */
function isOfThisMonth({ month }: Closing, now: string): boolean {
  return month >= previousMonth(previousMonth(now.slice(0, 7)));
}

async function announce(
  tx: Tx,
  desk: AnnounceDesk,
  calendar: Calendar,
  { month }: Closing,
): Promise<void> {
  const told = await tx
    .selectFrom("message")
    .select("id")
    .where("kind", "=", "statement-ready")
    .where("message_key", "like", `statement:${month}:%`)
    .limit(1)
    .executeTakeFirst();
  if (told) return;
  for (const userId of await listConcerned(tx, calendar, month))
    await queueMessage(tx, desk, `statement:${month}:${userId}`, {
      kind: "statement-ready",
      userId,
      month,
    });
}

/** Active distributors who earned in the month or were paid. */
async function listConcerned(tx: Tx, calendar: Calendar, month: string): Promise<number[]> {
  const end = endOf(calendar, month);
  const before = endOf(calendar, previousMonth(month));
  const through = end.through ?? 0;
  const rows = await tx
    .selectFrom("account")
    .select("id")
    .where("active", "=", true)
    .where("role", "=", "distributor")
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom("projection.commission_entry as entry")
            .select("entry.position")
            .whereRef("entry.beneficiary_id", "=", "account.id")
            .where("entry.position", "<=", through)
            .where("entry.occurred_at", "<", end.before)
            .where((of) =>
              of.or([
                of("entry.occurred_at", ">=", before.before),
                of("entry.position", ">", before.through ?? through),
              ]),
            ),
        ),
        where.exists(
          where
            .selectFrom("projection.payout_request as payout")
            .select("payout.payout_id")
            .whereRef("payout.user_id", "=", "account.id")
            .where("payout.state", "=", "paid")
            .where("payout.settled_at", ">=", before.before)
            .where("payout.settled_at", "<", end.before),
        ),
      ]),
    )
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}
