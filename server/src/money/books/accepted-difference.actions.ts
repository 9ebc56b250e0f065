import { dayOf, isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { AcceptDifference } from "@portal/shared/sales/accepted-differences.ts";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type ReadDatabase, readOnly } from "../../platform/db/database.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText, type TextSubject } from "../../platform/free-text/free-text.store.ts";
import {
  findRecorder,
  requireNotOwnDifference,
} from "../../sales/accepted-differences/own-difference.queries.ts";
import { orderStream } from "../../sales/orders/order.events.ts";
import { isDepositException } from "../../sales/card-settlements/card-match.rules.ts";
import { listCardMatch } from "../../sales/card-settlements/card-match.queries.ts";
import { bankEntryStream } from "../../sales/bank-entries/bank-entry.events.ts";
import { getCalendar } from "../statements/closing.queries.ts";
import { listUnsettled } from "./card-reconciliation.queries.ts";
import { listUnexplained } from "./suspense.queries.ts";
import { listUnproved } from "./unproved-money.queries.ts";

/**
 * Accepts as it is what the ledger and the stored bank statements have otherwise, with a note that says why. It holds no closing
 * any more; no figure changes. The note is personal data of whom it is about, and is erased with them.
 *
 * @throws DomainError difference.decided where it is none, or accepted already; difference.own
 */
export async function acceptDifference(
  caller: Caller,
  user: SignedInUser,
  { key, note }: AcceptDifference,
): Promise<{ id: number }> {
  const text = typed(note);
  const found = await findDifference(caller, key);
  if (!found || !text) throw new DomainError("difference.decided");
  const { amount, about, orderNumber = null } = found;
  const recordedBy = await findRecorder(readOnly(caller.db), recordingOf(key));
  return caller.db.transaction().execute(async (tx) => {
    await requireNotOwnDifference(tx, { amount, recordedBy, userId: user.id, about });
    const by = { accepted_at: caller.now(), accepted_by: user.id, recorded_by: recordedBy };
    const row = await tx
      .insertInto("accepted_difference")
      .values({ key, note_id: text.id, amount, ...by })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!row) throw new DomainError("difference.decided");
    await insertFreeText(tx, text, about, caller.now());
    await insertAudit(tx, caller, {
      action: "difference.accepted",
      target: `difference ${row.id}`,
      ...(about.userId && { subjectId: about.userId }),
      details: { key, amount, ...(orderNumber && { orderNumber }), note: textRef(text) },
    });
    return row;
  });
}

/** @throws DomainError difference.decided where it is not accepted any more */
export async function reopenDifference(caller: Caller, id: number): Promise<{ id: number }> {
  await caller.db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom("accepted_difference")
      .where("id", "=", id)
      .returning("key")
      .executeTakeFirst();
    if (!row) throw new DomainError("difference.decided");
    const target = `difference ${id}`;
    await insertAudit(tx, caller, { action: "difference.reopened", target, details: row });
  });
  return { id };
}

type Found = Readonly<{ amount: number; about: TextSubject; orderNumber?: number | null }>;

async function findDifference(
  { db, shop, now }: Pick<Caller, "db" | "shop" | "now">,
  key: string,
): Promise<Found | null> {
  const reader = readOnly(db);
  const day = depositDay.exec(key)?.[1];
  if (day !== undefined && isCalendarDay(day)) return findDeposits(reader, shop, { key, day });
  const calendar = await getCalendar(reader, shop.region);
  const unexplained = await listUnexplained(reader, dayOf(now(), calendar.timeZone));
  const line = unexplained.find(({ thing }) => thing === key);
  if (line) return { amount: Math.abs(line.amount), about: {} };
  const entries = await listUnproved(reader, calendar);
  const entry = entries.find(({ thing }) => thing === key);
  if (!entry) {
    const unsettled = (await listUnsettled(reader)).find(({ thing }) => thing === key);
    return unsettled ? { amount: Math.abs(unsettled.amount), about: {} } : null;
  }
  const { amount, orderId, orderNumber, userId } = entry;
  return { amount: Math.abs(amount), about: { orderId, userId }, orderNumber };
}

/** The event that recorded what a key names; none of a payout or deposit of the card provider, which nobody records. */
function recordingOf(key: string): RawBuilder<unknown> {
  const [kind, id = "", ...more] = key.split(" ");
  switch (kind) {
    case "payment":
      return sql`stream_id = ${orderStream(id)} and type = 'PaymentReceived'
        and data ->> 'paymentId' = ${more.join(" ")}`;
    case "payout":
      return sql`type = 'PayoutPaid' and data ->> 'payoutId' = ${id} and stream_id = (
        select 'wallet-' || user_id from projection.payout_request where payout_id = ${id})`;
    case "entry":
    case "unexplained":
      return sql`stream_id = ${bankEntryStream(id)} and type = 'MoneyBooked'`;
    case "refund":
    case "event":
      return sql`position = ${Number(id)}`;
    default:
      return sql`false`;
  }
}

/** Of the key of a payout or deposit of the card provider. */
const depositDay = /^missing-in-(?:bank|settlement) (\d{4}-\d{2}-\d{2}) \d+$/;

async function findDeposits(
  db: ReadDatabase,
  { region }: Caller["shop"],
  { key, day }: Readonly<{ key: string; day: string }>,
): Promise<Found | null> {
  const all = { from: day, to: day, show: "all", page: 1, pageSize: 1 } as const;
  const { deposits } = await listCardMatch(db, region, all);
  const found = deposits.filter((deposit) => deposit.key === key && isDepositException(deposit));
  if (found.length === 0) return null;
  return { amount: found.reduce((sum, { amount }) => sum + amount, 0), about: {} };
}
