import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type IgnoreCardException, isCardException } from "@portal/shared/sales/card-match.ts";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { listCardMatch } from "./card-match.queries.ts";
import {
  findRecorder,
  requireNotOwnDifference,
} from "../accepted-differences/own-difference.queries.ts";
import { orderStream } from "../orders/order.events.ts";
import { exceptionKey, type MatchedPayment } from "./card-match.rules.ts";

/**
 * Ignores one exception. The note is personal data of the order's buyer, and is erased with them.
 *
 * @throws DomainError cardmatch.decided where it is no open exception of these days, cardmatch.period-too-long, difference.own
 */
export async function ignoreCardException(
  caller: Caller,
  user: SignedInUser,
  { from, to, note, ...exception }: IgnoreCardException,
): Promise<{ id: number }> {
  const all = { from, to, show: "exceptions", page: 1, pageSize: Number.MAX_SAFE_INTEGER } as const;
  const open = await listCardMatch(readOnly(caller.db), caller.shop.region, all);
  const found = open.rows.find((row) => exceptionKey(row) === exceptionKey(exception));
  if (!found || !isCardException(found.state)) throw new DomainError("cardmatch.decided");
  const text = typed(note);
  if (!text) throw new DomainError("cardmatch.decided");
  const { state, paymentId, orderId, orderNumber, settlement, ledger } = found;
  const amount = Math.max(Math.abs(settlement?.amount ?? 0), Math.abs(ledger?.amount ?? 0));
  const aboutOrder = orderId ?? (await findOrderId(caller.db, orderNumber));
  const recordedBy = ledger && (await findRecorder(readOnly(caller.db), recordingOf(found)));
  return caller.db.transaction().execute(async (tx) => {
    const about = { orderId: aboutOrder };
    await requireNotOwnDifference(tx, { amount, recordedBy, userId: user.id, about });
    const row = await tx
      .insertInto("ignored_card_exception")
      .values({
        state,
        payment_id: paymentId,
        order_id: orderId,
        order_number: orderNumber,
        settled_on: settlement?.day ?? null,
        settled_amount: settlement?.amount ?? null,
        note_id: text.id,
        ignored_at: caller.now(),
        ignored_by: user.id,
        amount,
        recorded_by: recordedBy,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!row) throw new DomainError("cardmatch.decided");
    await insertFreeText(tx, text, about, caller.now());
    const target = `card exception ${row.id}`;
    const details = { state, paymentId, orderNumber, amount, note: textRef(text) };
    await insertAudit(tx, caller, { action: "card-exception.ignored", target, details });
    return row;
  });
}

/** @throws DomainError cardmatch.decided where it is not ignored any more */
export async function reopenCardException(caller: Caller, id: number): Promise<{ id: number }> {
  await caller.db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom("ignored_card_exception")
      .where("id", "=", id)
      .returning(["state", "payment_id as paymentId", "order_number as orderNumber"])
      .executeTakeFirst();
    if (!row) throw new DomainError("cardmatch.decided");
    const target = `card exception ${id}`;
    await insertAudit(tx, caller, { action: "card-exception.reopened", target, details: row });
  });
  return { id };
}

/** The event of the payment or refund that an exception has of the ledger. */
function recordingOf({ kind, orderId, paymentId }: MatchedPayment): RawBuilder<unknown> {
  const stream = sql`stream_id = ${orderStream(orderId ?? "")}`;
  return kind === "refund"
    ? sql`${stream} and type = 'PaymentRefunded' and data ->> 'refundId' = ${paymentId}`
    : sql`${stream} and type = 'PaymentReceived' and data ->> 'paymentId' = ${paymentId}`;
}

/** For settlement lines that have only the number of their order. */
async function findOrderId(db: Database, orderNumber: number | null): Promise<string | null> {
  if (orderNumber === null) return null;
  const row = await db
    .selectFrom("projection.order_state")
    .select("order_id as orderId")
    .where("order_number", "=", orderNumber)
    .executeTakeFirst();
  return row?.orderId ?? null;
}
