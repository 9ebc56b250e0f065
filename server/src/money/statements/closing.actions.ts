import type { CloseMonth, MonthStep } from "@portal/shared/money/statements.ts";
import {
  daysEarlier,
  type Month,
  nextMonth,
  previousMonth,
  startOfMonth,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import { type Caller, commandFrom } from "../../caller.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import type { Command, Ledger } from "../../platform/ledger/ledger.ts";
import { type MessageContext, queueMessage } from "../../platform/messages/queue-message.ts";
import { closingDecider } from "./closing.decider.ts";
import { closingStream, closingEvents } from "./closing.events.ts";
import { getCalendar, getLedgerFacts, isOfMonth } from "./closing.queries.ts";
import { readMonthSteps } from "./month-steps.queries.ts";
import type { Calendar, Closing } from "./statement.rules.ts";
import { statementReady } from "./statement.messages.ts";

/** Closes a month for the office. `announceClosings` sends the messages to the members. */
export async function closeMonth(caller: Caller, { commandId, month, accepts }: CloseMonth) {
  const command = commandFrom(caller, commandId, {
    action: "statements.close",
    month,
    ...(accepts.length > 0 && { accepts }),
  });
  return closeProjections(
    { ...caller, region: caller.shop.region },
    command,
    { month, accepts },
    async (tx) => {
      const details = accepts.length > 0 ? { accepts } : {};
      await insertAudit(tx, caller, { action: "month.closed", target: month, details });
      // Housekeeping announces closings; this starts it before its next scheduled run.
      await caller.jobs.enqueue(tx, "housekeeping", {});
    },
  );
}

/**
 * Closes a month through the present head of the ledger. Events that are appended meanwhile belong to the next month.
 *
 * @param closing.accepts the steps that may be open
 * @throws DomainError month.not-over, month.already-closed, month.out-of-order, month.steps-open
 */
export async function closeProjections(
  { db, ledger, region }: Readonly<{ db: Database; ledger: Ledger; region: Region }>,
  command: Command,
  { month, accepts }: Readonly<{ month: Month; accepts: readonly MonthStep[] }>,
  sideWrites: (tx: Tx) => Promise<void> = async () => {},
) {
  const { answer } = await ledger.execute(command, async (streams) => {
    const closings = await streams.load(closingStream, closingDecider, closingEvents);
    const reader = readOnly(db);
    const calendar = await getCalendar(reader, region);
    const { timeZone } = calendar;
    const facts = await getLedgerFacts(reader);
    const now = command.occurredAt;
    const { openSteps } = await readMonthSteps(reader, region, { calendar, month, now });
    const isOver = startOfMonth(nextMonth(month), timeZone) <= now;
    const asked = { month, isOver, openSteps, accepts, timeZone, ...facts };
    const events = closings.decide({ type: "CloseMonth", ...asked });
    return {
      events: events.map((event) => ({ streamId: closingStream, event })),
      answer: { month, throughPosition: facts.throughPosition, root: facts.seal.root },
      sideWrites,
    };
  });
  return answer;
}

type AnnounceContext = MessageContext &
  Readonly<{ db: Database; shop: Readonly<{ region: Region }> }>;

/** Closings older than this are not announced, nor are those of an imported history. */
const announcedDays = 3;

/**
 * Queues the emails that the statement of a closed month is ready, one for each member, all or none. It reads the closings
 * from the ledger, so that it works for the command line too, and a thousand emails do not delay the closing.
 */
export async function announceClosings(context: AnnounceContext): Promise<void> {
  const calendar = await getCalendar(readOnly(context.db), context.shop.region);
  const since = daysEarlier(context.now(), announcedDays);
  for (const closing of calendar.closings) {
    if (closing.closedAt < since || !isRecent(closing, context.now())) continue;
    await context.db.transaction().execute((tx) => announce(tx, context, calendar, closing));
  }
}

/** The closing of a month that ended long ago is not announced. */
function isRecent({ month }: Closing, now: string): boolean {
  return month >= previousMonth(previousMonth(now.slice(0, 7)));
}

async function announce(
  tx: Tx,
  context: AnnounceContext,
  calendar: Calendar,
  { month }: Closing,
): Promise<void> {
  const announced = await tx
    .selectFrom("message")
    .select("id")
    .where("kind", "=", "statement-ready")
    .where("message_key", "like", `statement:${month}:%`)
    .limit(1)
    .executeTakeFirst();
  if (announced) return;
  for (const userId of await listStatementMembers(tx, calendar, month))
    await queueMessage(tx, context, `statement:${month}:${userId}`, statementReady, {
      userId,
      month,
    });
}

const memberRow = z.strictObject({ id: z.int() });

/** Active distributors with commission, a payout, a returned one or a repayment in the month, or one of these undone. */
async function listStatementMembers(tx: Tx, calendar: Calendar, month: string): Promise<number[]> {
  const isWithin = (of: string) => isOfMonth(calendar, sql.ref(of), month);
  const rows = await rowsOf(
    tx,
    memberRow,
    sql`
    select account.id from account
    where active and role = 'distributor' and (
      exists (select from projection.commission_entry entry
        where entry.beneficiary_id = account.id and ${isWithin("entry")})
      or exists (select from ledger_events event
        where event.stream_id = 'wallet-' || account.id and event.type in ('PayoutPaid', 'PayoutReturned',
            'PayoutReturnUndone', 'CommissionRepaid', 'CommissionRepaymentUndone')
          and ${isWithin("event")}))
    order by id`,
  );
  return rows.map(({ id }) => id);
}
