import { type Month, nextMonth, startOfMonth } from "@portal/shared/platform/months.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { CloseMonth } from "@portal/shared/money/statements.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import type { Command, Ledger } from "../../platform/ledger/ledger.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { closingDecider } from "./closing.decider.ts";
import { booksStream, closingEvents } from "./closing.events.ts";
import { getCalendar, getLedgerFacts } from "./closing.queries.ts";

export type ClosedMonth = { month: Month; throughPosition: number; root: string };

/** Closes a month at the wish of somebody in the office. Members are told by `announceClosings`. */
export async function closeMonth(
  caller: Caller,
  { commandId, month }: CloseMonth,
): Promise<ClosedMonth> {
  const command = commandFrom(caller, commandId, { action: "statements.close", month });
  return closeBooks({ ...caller, region: caller.shop.region }, command, month, async (tx) => {
    await insertAudit(tx, caller, { action: "month.closed", target: month });
    // It announces closings too, and this one shall not wait for its clock.
    await caller.jobs.enqueue(tx, "housekeeping", {});
  });
}

/**
 * Closes a month through the head of the ledger as it stands. What is appended while this goes on
 * came after it, and belongs to the next month.
 *
 * @throws DomainError month.not-over, month.already-closed, month.out-of-order
 */
export async function closeBooks(
  { db, ledger, region }: Readonly<{ db: Database; ledger: Ledger; region: Region }>,
  command: Command,
  month: Month,
  alongside: (tx: Tx) => Promise<void> = async () => {},
): Promise<ClosedMonth> {
  const { answer } = await ledger.execute(command, async (streams) => {
    const books = await streams.load(booksStream, closingDecider, closingEvents);
    const { timeZone } = await getCalendar(readOnly(db), region);
    const facts = await getLedgerFacts(readOnly(db));
    const isOver = startOfMonth(nextMonth(month), timeZone) <= command.occurredAt;
    const events = books.decide({ type: "CloseMonth", month, isOver, timeZone, ...facts });
    return {
      events: events.map((event) => ({ streamId: booksStream, event })),
      answer: { month, throughPosition: facts.throughPosition, root: facts.seal.root },
      alongside,
    };
  });
  return answer;
}
