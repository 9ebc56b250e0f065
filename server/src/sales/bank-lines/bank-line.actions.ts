import { createHash } from "node:crypto";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type {
  ApplyBankLine,
  BankLineState,
  IgnoreBankLine,
  UndoBankLine,
} from "@portal/shared/sales/bank-lines.ts";
import { type Caller, commandFrom, type SignedInUser } from "../../caller.ts";
import { type BankStatement, readBankStatement } from "../../gateways/bank-files/bank-statement.ts";
import { StatementError } from "../../gateways/bank-files/statement-file.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import { textRef, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import { findProposal } from "../../platform/proposals/proposal.store.ts";
import { propose } from "../../platform/proposals/propose.actions.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { queueOrderMessages } from "../orders/order.actions.ts";
import { type Order, orderDecider, type PlacedOrder } from "../orders/order.decider.ts";
import { type OrderEvent, orderEvents, orderStream } from "../orders/order.events.ts";
import { isEftAboveLimit } from "../payments/payment.queries.ts";
import type { OrderUse } from "./bank-line.matching.ts";
import { findOrderIds } from "./bank-line.queries.ts";

export type UploadedStatement = { layout: BankStatement["layout"]; added: number; known: number };
type UploadContext = Pick<Caller, "db" | "user" | "impersonatedById" | "now">;

/**
 * Keeps the lines of a statement that are not there yet. Nothing is booked by it.
 *
 * @throws DomainError bank-line.unreadable, saying what is wrong where
 */
export async function uploadStatement(
  context: UploadContext,
  user: SignedInUser,
  file: Readonly<{ name: string; text: string }>,
): Promise<UploadedStatement> {
  const statement = statementIn(file.text);
  const lines = withFingerprints(statement);
  const uploaded = { name: file.name, uploadedBy: user.id, uploadedAt: context.now() };
  const added = await context.db.transaction().execute(async (tx) => {
    const count = await insertBankLines(tx, lines, uploaded);
    const details = { lines: lines.length, added: count, layout: statement.layout };
    await insertAudit(tx, context, { action: "bank-statement.uploaded", details });
    return count;
  });
  return { layout: statement.layout, added, known: lines.length - added };
}

/**
 * Records the money of one line; above the limit, of the line or of all transfers for one of its orders, a second
 * admin confirms it first.
 */
export async function applyBankLine(
  caller: Caller,
  user: SignedInUser,
  asked: ApplyBankLine,
): Promise<{ lineId: number; proposalId: string | null }> {
  const { commandId, lineId, uses } = asked;
  const isKnown = (await findProposal(caller.db, commandId)) !== null;
  if (!isKnown && !(await needsSecondPerson(caller, asked)))
    return { ...(await bookBankLine(caller, user, asked)), proposalId: null };
  const change = { kind: "bank-line", data: { lineId, uses }, words: null } as const;
  const { proposalId } = await propose(caller, user, commandId, change);
  return { lineId, proposalId };
}

async function needsSecondPerson(
  { db }: Pick<Caller, "db">,
  { lineId, uses }: ApplyBankLine,
): Promise<boolean> {
  const line = await findBankLine(db, lineId);
  const limit = await findSecondPersonLimit(db);
  if (limit === null) return false;
  if (line.amount > limit) return true;
  const orderIds = await findOrderIds(readOnly(db), uses);
  for (const { orderNumber, amount } of uses) {
    const orderId = orderIds.get(orderNumber);
    if (orderId !== undefined && (await isEftAboveLimit(db, orderId, amount))) return true;
  }
  return false;
}

/**
 * Records the money of one line on the orders that it is for, all of it or nothing, and never twice:
 * the line and the payments are written together, and each payment carries the line's number.
 */
export async function bookBankLine(
  caller: Caller,
  user: SignedInUser,
  { commandId, lineId, uses }: ApplyBankLine,
): Promise<{ lineId: number }> {
  const command = commandFrom(caller, commandId, { action: "bankLines.use", lineId, uses });
  const line = await findBankLine(caller.db, lineId);
  const noon = `${line.bookedOn}T12:00:00.000Z`;
  const occurredAt = noon < command.occurredAt ? noon : command.occurredAt;
  const { answer } = await caller.ledger.execute({ ...command, occurredAt }, async (streams) => {
    if (uses.reduce((sum, { amount }) => sum + amount, 0) !== line.amount)
      throw new DomainError("bankline.wrong-sum");
    const orderIds = await findOrderIds(readOnly(caller.db), uses);
    const events: DecidedEvent[] = [];
    const told: { orderId: string; facts: readonly OrderEvent[] }[] = [];
    for (const { orderNumber, amount } of uses) {
      const orderId = orderIds.get(orderNumber);
      if (orderId === undefined)
        throw new DomainError("order.unknown", `${eftPrefix}${orderNumber}`);
      const streamId = orderStream(orderId);
      const order = await streams.load(streamId, orderDecider, orderEvents);
      const paymentId = freePaymentId(lineId, order.state);
      const payment = { paymentId, method: "eft", amount, fee: 0 } as const;
      const reference = `bank line ${lineId}`;
      const facts = order.decide({ type: "RecordPayment", orderId, ...payment, reference });
      told.push({ orderId, facts });
      events.push(...facts.map((event) => ({ streamId, event })));
    }
    return {
      events,
      answer: { lineId },
      sideWrites: async (tx) => {
        const decision = { from: "open", to: "applied", by: user.id, at: caller.now() } as const;
        await decideBankLine(tx, lineId, decision);
        await insertBankLineUses(tx, lineId, uses);
        for (const order of told) await queueOrderMessages(tx, caller, order.orderId, order.facts);
        const target = `bank line ${lineId}`;
        await insertAudit(tx, caller, { action: "bank-line.applied", target, details: { uses } });
      },
    };
  });
  return answer;
}

/** The line's number; one that came back after it was undone is told apart by its count. */
function freePaymentId(lineId: number, order: Order): string {
  const used = order.status === "unplaced" ? 0 : paymentsOf(lineId, order).length;
  return used === 0 ? `bank-${lineId}` : `bank-${lineId}-${used + 1}`;
}

function paymentsOf(lineId: number, { payments }: PlacedOrder): PlacedOrder["payments"] {
  const id = `bank-${lineId}`;
  return payments.filter(({ paymentId }) => paymentId === id || paymentId.startsWith(`${id}-`));
}

/**
 * The line was for other orders: what it paid is taken back from each, all of it or nothing, and the line waits again.
 *
 * @throws DomainError bankline.decided, order.undo-refunded
 */
export async function undoBankLine(
  caller: Caller,
  { commandId, lineId }: UndoBankLine,
): Promise<{ lineId: number }> {
  const command = commandFrom(caller, commandId, { action: "bankLines.undo", lineId });
  const line = await findBankLine(caller.db, lineId);
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const uses = await listUses(caller.db, lineId);
    if (line.state !== "applied" || uses.length === 0) throw new DomainError("bankline.decided");
    const orderIds = await findOrderIds(readOnly(caller.db), uses);
    const events: DecidedEvent[] = [];
    for (const { orderNumber } of uses) {
      const orderId = orderIds.get(orderNumber);
      if (orderId === undefined) throw new DomainError("order.unknown");
      const streamId = orderStream(orderId);
      const order = await streams.load(streamId, orderDecider, orderEvents);
      const { state } = order;
      const paid = state.status === "unplaced" ? [] : paymentsOf(lineId, state);
      const paymentId = paid.find(({ isUndone }) => !isUndone)?.paymentId ?? "";
      const facts = order.decide({ type: "UndoPayment", orderId, paymentId });
      events.push(...facts.map((event) => ({ streamId, event })));
    }
    return {
      events,
      answer: { lineId },
      sideWrites: async (tx) => {
        const by = caller.user?.id ?? 0;
        await decideBankLine(tx, lineId, { from: "applied", to: "open", by, at: caller.now() });
        await tx.deleteFrom("bank_line_use").where("line_id", "=", lineId).execute();
        const target = `bank line ${lineId}`;
        await insertAudit(tx, caller, { action: "bank-line.undone", target, details: { uses } });
      },
    };
  });
  return answer;
}

async function listUses(db: Database, lineId: number): Promise<OrderUse[]> {
  return db
    .selectFrom("bank_line_use")
    .select(["order_number as orderNumber", "amount"])
    .where("line_id", "=", lineId)
    .orderBy("order_number")
    .execute();
}

/** Money that is no payment for an order: a transfer between own accounts, interest, somebody's mistake. */
export async function ignoreBankLine(
  caller: Caller,
  user: SignedInUser,
  { lineId, reason }: IgnoreBankLine,
): Promise<{ lineId: number }> {
  await findBankLine(caller.db, lineId);
  await caller.db.transaction().execute(async (tx) => {
    const decided = { by: user.id, at: caller.now(), reason };
    await decideBankLine(tx, lineId, { from: "open", to: "ignored", ...decided });
    const text = typed(reason);
    await insertFreeText(tx, text, { bankLineId: lineId }, caller.now());
    const entry = { action: "bank-line.ignored" as const, target: `bank line ${lineId}` };
    await insertAudit(tx, caller, { ...entry, details: { reason: textRef(text) } });
  });
  return { lineId };
}

export async function reopenBankLine(
  caller: Caller,
  user: SignedInUser,
  lineId: number,
): Promise<{ lineId: number }> {
  await findBankLine(caller.db, lineId);
  await caller.db.transaction().execute(async (tx) => {
    const decided = { by: user.id, at: caller.now() };
    await decideBankLine(tx, lineId, { from: "ignored", to: "open", ...decided });
    await insertAudit(tx, caller, { action: "bank-line.reopened", target: `bank line ${lineId}` });
  });
  return { lineId };
}

function statementIn(text: string): BankStatement {
  try {
    return readBankStatement(text);
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    throw new DomainError("bankline.unreadable", error.message);
  }
}

/**
 * What makes a line this one: the bank's id, else its day, amount, words and balance; lines that are
 * equal in all of it are told apart by their count, so that uploading a day twice adds nothing.
 */
function withFingerprints({ account, lines }: BankStatement): NewBankLine[] {
  const seen = new Map<string, number>();
  return lines.map(({ bankId, day, amount, description, balance }) => {
    const words = description.replaceAll(/\s+/g, " ").slice(0, 500);
    const facts = JSON.stringify(
      bankId === null ? [account, day, amount, words, balance] : [account, bankId],
    );
    const count = (seen.get(facts) ?? 0) + 1;
    seen.set(facts, count);
    const fingerprint = createHash("sha256").update(`${count} ${facts}`).digest("hex");
    return { fingerprint, account, day, amount, description: words };
  });
}

type NewBankLine = Readonly<{
  fingerprint: string;
  account: string;
  day: string;
  amount: number;
  description: string;
}>;

/** @returns how many of the lines were not there yet. */
async function insertBankLines(
  tx: Tx,
  lines: readonly NewBankLine[],
  file: Readonly<{ name: string; uploadedBy: number; uploadedAt: string }>,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < lines.length; from += 1000) {
    const rows = await tx
      .insertInto("bank_line")
      .values(
        lines.slice(from, from + 1000).map(({ day, ...line }) => ({
          ...line,
          booked_on: day,
          file_name: file.name,
          uploaded_by: file.uploadedBy,
          uploaded_at: file.uploadedAt,
          decided_at: null,
          decided_by: null,
          reason: null,
        })),
      )
      .onConflict((conflict) => conflict.column("fingerprint").doNothing())
      .returning("id")
      .execute();
    added += rows.length;
  }
  return added;
}

type OpenBankLine = Readonly<{ amount: number; bookedOn: string; description: string }>;

/** @throws DomainError bank-line.unknown */
async function findBankLine(
  db: Database,
  id: number,
): Promise<OpenBankLine & { state: BankLineState }> {
  const row = await db
    .selectFrom("bank_line")
    .select(["amount", "booked_on as bookedOn", "description", "state"])
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
}>;

/**
 * Moves a line on from the state that it was seen in.
 *
 * @throws DomainError bank-line.decided where somebody else was quicker
 */
async function decideBankLine(tx: Tx, id: number, decision: Decision): Promise<void> {
  const isOpen = decision.to === "open";
  const { numUpdatedRows } = await tx
    .updateTable("bank_line")
    .set({
      state: decision.to,
      decided_at: isOpen ? null : decision.at,
      decided_by: isOpen ? null : decision.by,
      reason: decision.reason ?? null,
    })
    .where("id", "=", id)
    .where("state", "=", decision.from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new DomainError("bankline.decided");
}

async function insertBankLineUses(
  tx: Tx,
  lineId: number,
  uses: readonly OrderUse[],
): Promise<void> {
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
}
