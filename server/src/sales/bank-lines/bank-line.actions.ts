import { orderNumbersIn } from "@portal/shared/platform/order-reference.ts";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { entryOfKind, type LineKind } from "@portal/shared/sales/bank-debits.ts";
import type {
  ApplyBankLine,
  BankLineRef,
  BankLineState,
  IgnoreBankLine,
} from "@portal/shared/sales/bank-lines.ts";
import { sql } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import { inStream, textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import {
  findSecondPersonLimit,
  isDecisionNeeded,
} from "../../platform/proposals/second-person-limit.queries.ts";
import { bookedMoney, unbookedMoney } from "../bank-entries/bank-entry.actions.ts";
import { entryAmount } from "../bank-entries/bank-entry.rules.ts";
import { queueOrderMessages } from "../orders/order.actions.ts";
import { type Order, orderDecider, type PlacedOrder } from "../orders/order.decider.ts";
import { type OrderEvent, orderEvents, orderStream } from "../orders/order.events.ts";
import {
  dayFor,
  entryOf,
  type OfficePayment,
  requireNoOther,
  requireRecordable,
  tellingWhatIsKnown,
} from "../payments/office-payment.actions.ts";
import { requireEftWithinLimit } from "../payments/payment.queries.ts";
import { findOrderIds } from "./bank-line.queries.ts";
import { requireKnownAccounts } from "./known-account.queries.ts";

/**
 * Records the money of one line. Where the line, or all transfers for one of its orders together, exceed the limit for
 * one admin, it becomes a proposal that a second admin confirms.
 */
export async function applyBankLine(
  caller: Caller,
  user: SignedInUser,
  input: ApplyBankLine,
): Promise<{ lineId: number; proposalId: string | null }> {
  const { commandId, lineId, uses } = input;
  const isKnown = (await findProposal(caller.db, commandId)) !== null;
  // The same command again is answered as before, whatever the sum is by now.
  if (!isKnown)
    try {
      return { ...(await bookBankLine(caller, user, input)), proposalId: null };
    } catch (error) {
      if (!isDecisionNeeded(error)) throw error;
    }
  const payments = await paymentsOfUses(caller.db, await findKnownLine(caller.db, lineId), input);
  await requireRecordable(
    caller,
    payments.map((payment) => ({ ...payment, paymentId: `bank-${lineId}` })),
  );
  const data = { lineId, uses, ...(input.isBeforeOrder && { isBeforeOrder: true }) };
  const change = { kind: "bank-line", data, words: null } as const;
  const { proposalId } = await propose(caller, user, commandId, change);
  return { lineId, proposalId };
}

/**
 * Records the money of one line on its orders, all of it or nothing, and never twice: the line and the payments are
 * written in one transaction, and the payment ids contain the line's id.
 */
export async function bookBankLine(
  caller: Caller,
  user: SignedInUser,
  input: ApplyBankLine,
): Promise<{ lineId: number }> {
  const { commandId, lineId, uses, isBeforeOrder } = input;
  const command = commandFrom(caller, commandId, {
    action: "bankLines.use",
    lineId,
    uses,
    ...(isBeforeOrder && { isBeforeOrder }),
  });
  const line = await findKnownLine(caller.db, lineId);
  const payments = await paymentsOfUses(caller.db, line, input);
  const asFirst = payments.map((payment) => ({ ...payment, paymentId: `bank-${lineId}` }));
  const { answer } = await tellingWhatIsKnown(caller, asFirst, () =>
    caller.ledger.execute(command, async (streams) => {
      const events: DecidedEvent[] = [];
      const paidOrders: { payment: OfficePayment; facts: readonly OrderEvent[] }[] = [];
      for (const used of payments) {
        const { orderId, amount } = used;
        const streamId = orderStream(orderId);
        const order = await streams.load(streamId, orderDecider, orderEvents);
        const payment = { ...used, paymentId: freePaymentId(lineId, order.state) };
        const { entry, occurredAt } = await entryOf(caller, payment);
        const facts = order.decide({
          type: "RecordPayment",
          orderId,
          paymentId: payment.paymentId,
          method: "eft",
          amount,
          fee: 0,
          reference: `bank line ${lineId}`,
          entry,
        });
        paidOrders.push({ payment, facts });
        events.push(
          ...inStream(streamId, facts).map((decided) => ({
            ...decided,
            occurredAt: occurredAt(decided),
          })),
        );
      }
      return {
        events,
        answer: { lineId },
        sideWrites: async (tx) => {
          const decision = { from: "open", to: "applied", by: user.id, at: caller.now() } as const;
          await decideBankLine(tx, lineId, decision);
          const orders = paidOrders.map(({ payment }) => payment);
          await requireLineWithinLimit(tx, caller, { amount: line.amount, paidOrders: orders });
          await tx
            .insertInto("bank_line_use")
            .values(
              uses.map(({ orderNumber, amount }) => ({
                line_id: lineId,
                order_number: orderNumber,
                amount,
              })),
            )
            .execute();
          for (const { payment, facts } of paidOrders) {
            await requireNoOther(tx, payment);
            await queueOrderMessages(tx, caller, payment.orderId, facts);
          }
          const target = `bank line ${lineId}`;
          const details = { uses, ...(isBeforeOrder && { isBeforeOrder }) };
          await insertAudit(tx, caller, { action: "bank-line.applied", target, details });
        },
      };
    }),
  );
  return answer;
}

/**
 * The payments that a line's uses are, but for their ids.
 *
 * @throws DomainError bankline.wrong-sum, order.unknown
 */
async function paymentsOfUses(
  db: Database,
  line: Awaited<ReturnType<typeof findBankLine>>,
  { uses, isBeforeOrder = false }: ApplyBankLine,
): Promise<Omit<OfficePayment, "paymentId">[]> {
  if (uses.reduce((sum, { amount }) => sum + amount, 0) !== line.amount)
    throw new DomainError("bankline.wrong-sum");
  const { bookedOn, description: reference } = line;
  const orderIds = await findOrderIds(readOnly(db), uses);
  const payments: Omit<OfficePayment, "paymentId">[] = [];
  for (const { orderNumber, amount, knownPayments } of uses) {
    const orderId = orderIds.get(orderNumber);
    if (orderId === undefined) throw new DomainError("order.unknown", `${eftPrefix}${orderNumber}`);
    const day = await dayFor(readOnly(db), orderId, { bookedOn, isBeforeOrder });
    payments.push({ orderId, amount, day, reference, knownPayments });
  }
  return payments;
}

/** One line is one payment of the bank, whichever orders it is for. @throws DomainError decision.needed */
async function requireLineWithinLimit(
  tx: Tx,
  caller: Caller,
  paid: Readonly<{ amount: number; paidOrders: readonly { orderId: string }[] }>,
): Promise<void> {
  const limit = await findSecondPersonLimit(tx);
  if (!caller.decision && limit !== null && paid.amount > limit)
    throw new DomainError("decision.needed");
  for (const { orderId } of paid.paidOrders) await requireEftWithinLimit(tx, caller, orderId);
}

/** The first payment of a line is `bank-7`; after an undo, the next one is `bank-7-2`. */
function freePaymentId(lineId: number, order: Order): string {
  const used = order.status === "unplaced" ? 0 : paymentsOf(lineId, order).length;
  return used === 0 ? `bank-${lineId}` : `bank-${lineId}-${used + 1}`;
}

export function paymentsOf(lineId: number, { payments }: PlacedOrder): PlacedOrder["payments"] {
  const id = `bank-${lineId}`;
  return payments.filter(({ paymentId }) => paymentId === id || paymentId.startsWith(`${id}-`));
}

export type IgnoreContext = Pick<
  Caller,
  "db" | "ledger" | "shop" | "user" | "impersonatedById" | "correlationId" | "now" | "newId"
>;

/**
 * For money that pays no order: interest, a payout of the card provider, a transfer between our own accounts, a payment made
 * by mistake. It is booked as what it is.
 *
 * @throws DomainError bankline.unknown, bankline.account-unknown, bankline.decided
 */
export async function ignoreBankLine(
  caller: IgnoreContext,
  user: SignedInUser,
  { commandId, lineId, kind, reason }: IgnoreBankLine,
): Promise<{ lineId: number }> {
  const request = { action: "bankLines.ignore", lineId, kind, reason };
  const line = await findKnownLine(caller.db, lineId);
  await caller.ledger.execute(commandFrom(caller, commandId, request), async (streams) => {
    const text = typed(reason);
    const booked = entryOfKind[kind];
    const events =
      booked === null
        ? []
        : await bookedMoney(caller, streams, [
            {
              kind: booked,
              amount: entryAmount(booked, "in", line.amount),
              day: line.bookedOn,
              bankLineId: lineId,
              reasonId: text?.id ?? null,
            },
          ]);
    return {
      events,
      answer: {},
      sideWrites: async (tx) => {
        const entryId = events[0]?.entryId ?? null;
        const decided = { by: user.id, at: caller.now(), reason, kind, entryId };
        await decideBankLine(tx, lineId, { from: "open", to: "ignored", ...decided });
        await insertFreeText(tx, text, { bankLineId: lineId }, caller.now());
        await insertAudit(tx, caller, {
          action: "bank-line.ignored",
          target: `bank line ${lineId}`,
          details: { kind, amount: line.amount, reason: textRef(text) },
        });
      },
    };
  });
  return { lineId };
}

/**
 * Opens an ignored line again, and takes back its entry.
 *
 * @throws DomainError bankline.unknown, bankline.decided, bankline.returned-payout,
 * bankline.repaid-commission
 */
export async function reopenBankLine(
  caller: Caller,
  user: SignedInUser,
  { commandId, lineId }: BankLineRef,
): Promise<{ lineId: number }> {
  const command = commandFrom(caller, commandId, { action: "bankLines.reopen", lineId });
  await caller.ledger.execute(command, async (streams) => {
    const { state, entryId, amount, kind } = await findBankLine(caller.db, lineId);
    if (state !== "ignored") throw new DomainError("bankline.decided");
    if (kind === "payout-returned") throw new DomainError("bankline.returned-payout");
    if (kind === "commission-repaid") throw new DomainError("bankline.repaid-commission");
    return {
      events: await unbookedMoney(streams, entryId),
      answer: {},
      sideWrites: async (tx) => {
        const decided = { by: user.id, at: caller.now(), formerEntryId: entryId };
        await decideBankLine(tx, lineId, { from: "ignored", to: "open", ...decided });
        const target = `bank line ${lineId}`;
        await insertAudit(tx, caller, {
          action: "bank-line.reopened",
          target,
          details: { amount },
        });
      },
    };
  });
  return { lineId };
}

/**
 * Reads the references of lines that were added before they were stored. At start, and before somebody is erased: an older
 * server may run beside this one.
 */
export async function nameOrdersOfOldLines(db: Database | Tx): Promise<void> {
  for (;;) {
    const lines = await db
      .selectFrom("bank_line")
      .select(["id", "description"])
      .where("named_orders", "is", null)
      .limit(1000)
      .execute();
    if (lines.length === 0) return;
    const named = lines.map(({ id, description }) => ({ id, orders: orderNumbersIn(description) }));
    await sql`
      update bank_line set named_orders = named.orders
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named (id bigint, orders bigint[])
      where bank_line.id = named.id`.execute(db);
  }
}

/** One that may pay or be explained. @throws DomainError bankline.unknown, bankline.account-unknown */
async function findKnownLine(db: Database, id: number) {
  const line = await findBankLine(db, id);
  await requireKnownAccounts(db, [line.account]);
  return line;
}

/**
 * One by which money goes back into a member's wallet (`requireOwnUploadsWithinLimit`).
 *
 * @throws DomainError bankline.unknown, bankline.account-unknown, bankline.copy
 */
export async function findLineForWallet(db: Database, id: number) {
  const line = await findKnownLine(db, id);
  if (line.repeats !== null && (await findBankLine(db, line.repeats)).state !== "open")
    throw new DomainError("bankline.copy");
  return line;
}

/** @throws DomainError bankline.unknown */
export async function findBankLine(db: Database, id: number) {
  const row = await db
    .selectFrom("bank_line")
    .select([
      "account",
      "amount",
      "booked_on as bookedOn",
      "state",
      "description",
      "kind",
      "entry_id as entryId",
      "repeats",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new DomainError("bankline.unknown");
  return row;
}

type Decision = Readonly<{
  from: BankLineState;
  to: BankLineState;
  by: number;
  at: string;
  reason?: string;
  kind?: LineKind;
  entryId?: string | null;
  formerEntryId?: string | null;
}>;

/**
 * Opens a line whose return or repayment is undone, and keeps who did that (`requireOwnUploadsWithinLimit`). One that an import
 * names may not be stored.
 */
export async function freeBankLine(
  tx: Tx,
  id: number,
  { by, kind }: Readonly<{ by: number; kind: "payout-returned" | "commission-repaid" }>,
): Promise<void> {
  await tx
    .updateTable("bank_line")
    .set({ state: "open", decided_at: null, decided_by: null, reason: null, kind: null })
    .set({ freed_by: sql`array_append(freed_by, ${by}::integer)` })
    .where("id", "=", id)
    .where("state", "=", "ignored")
    .where("kind", "=", kind)
    .execute();
}

/** @throws DomainError bankline.decided where the line is no longer in the state `from` */
export async function decideBankLine(tx: Tx, id: number, decision: Decision): Promise<void> {
  const isOpen = decision.to === "open";
  const { numUpdatedRows } = await tx
    .updateTable("bank_line")
    .set({
      state: decision.to,
      decided_at: isOpen ? null : decision.at,
      decided_by: isOpen ? null : decision.by,
      reason: decision.reason ?? null,
      kind: decision.kind ?? null,
      entry_id: decision.entryId ?? null,
    })
    .where("id", "=", id)
    .where("state", "=", decision.from)
    .where("entry_id", "is not distinct from", decision.formerEntryId ?? null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new DomainError("bankline.decided");
}
