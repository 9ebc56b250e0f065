import { usableCreditOf } from "@portal/shared/money/wallet-figures.ts";
import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import type { ConvertToCredit, RequestPayout } from "@portal/shared/money/wallet-entries.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { ProposedChange } from "@portal/shared/platform/proposals.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import type { PayWithCredit } from "@portal/shared/sales/orders/save-order.ts";
import { sql } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import {
  isRecent,
  requireRecentAuthentication,
} from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { readOnly } from "../../platform/db/database.ts";
import { inStream, typed } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/read-events.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { requireMoneyOutWithinLimit } from "../../platform/proposals/money-out.queries.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";
import { queueOrderMessages } from "../../sales/orders/order.actions.ts";
import { orderDecider } from "../../sales/orders/order.decider.ts";
import { type OrderEvent, orderEvents, orderStream } from "../../sales/orders/order.events.ts";
import { moneyOf } from "../../sales/orders/order.rules.ts";
import { requirePayoutsGoOn } from "../payouts/payout-checks.queries.ts";
import { answerWithCredit } from "./entry-question.actions.ts";
import { findOrderToCredit, getPayoutFacts, type PayoutFacts } from "./wallet-facts.queries.ts";
import { requireMayLeave } from "./wallet-hold.queries.ts";
import { walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";
import { getWallet } from "./wallet.queries.ts";
import { payoutRequested } from "../payouts/payout.messages.ts";

/** Reads the database that commands read, not a replica, so that the page agrees with a request made from it. */
export async function getOwnWallet(caller: Caller, userId: number) {
  return getWallet(readOnly(caller.db), { userId, region: caller.shop.region, now: caller.now() });
}

/**
 * Requests everything that is unpaid and not maturing now. The stream is read before the figures, so a payout that is
 * settled in between makes the append stale, and it is decided again. What accrues in between belongs to the next
 * request, because the cut-off is the position of the figures.
 *
 * @throws DomainError payout.stopped, payout.rate-changed, and those of the decider
 */
export async function requestPayout(
  caller: Caller,
  userId: number,
  { commandId, withholdingBps: shownBps }: RequestPayout,
): Promise<{ payoutId: string }> {
  const command = commandFrom(caller, commandId, { action: "wallet.requestPayout" });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const facts = await getPayoutFacts(readOnly(caller.db), userId, caller.now());

    if (shownBps !== undefined && shownBps !== facts.withholdingBps)
      throw new DomainError("payout.rate-changed");
    const payoutId = caller.newId();
    const events = wallet.decide({ type: "RequestPayout", userId, payoutId, ...facts });
    await requirePayoutsGoOn(readOnly(caller.db));
    return {
      events: inStream(streamId, events),
      answer: { payoutId },
      sideWrites: (tx) =>
        queueMessage(tx, caller, `payout-requested:${payoutId}`, payoutRequested, {
          userId,
          payoutId,
        }),
    };
  });
  return answer;
}

/**
 * Converts payable commission, neither maturing nor in an open request, to store credit. It cannot be converted back, and
 * reduces the next payout.
 *
 * @throws DomainError wallet.balance-too-small, wallet.still-maturing, access.password-needed, wallet.on-hold, wallet.above-limit
 */
export async function convertToCredit(
  caller: Caller,
  userId: number,
  { commandId, amount }: ConvertToCredit,
): Promise<{ storeCredit: number }> {
  const command = commandFrom(caller, commandId, { action: "wallet.convertToCredit", amount });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    await requirePasswordForCredit(caller, userId, { type: "CommissionConverted", amount });
    const facts = await getPayoutFacts(readOnly(caller.db), userId, caller.now());
    const { earned: accrued, waiting } = facts;
    const convert = { type: "ConvertCommission", userId, amount, accrued, waiting } as const;
    const events = wallet.decide(convert);
    await requireMayLeave(caller.db, { userId, now: caller.now(), events });
    return {
      events: inStream(streamId, events),
      answer: { storeCredit: facts.creditAccount + amount },
    };
  });
  return answer;
}

/**
 * Above the limit of the settings, converting and spending need a recent password, because a session may be left open.
 * The amounts of the last 24 hours count together, so that small parts do not evade the limit.
 *
 * @throws DomainError access.password-needed
 */
async function requirePasswordForCredit(
  caller: Caller,
  userId: number,
  { type, amount }: Readonly<{ type: "CommissionConverted" | "CreditSpent"; amount: number }>,
): Promise<void> {
  if (caller.user && isRecent(caller.user, caller.session, caller.now())) return;
  const since = daysEarlier(caller.now(), 1);
  const { limit, before } = await caller.db
    .selectFrom("shop_setting")
    .select([
      "credit_password_above as limit",
      sql<number>`(
        select coalesce(sum((event.data ->> 'amount')::bigint), 0)::bigint from ledger_events event
        where event.stream_id = ${walletStream(userId)} and event.type = ${type}
          and event.occurred_at > ${since})`.as("before"),
    ])
    .executeTakeFirstOrThrow();
  if (before + amount > limit) await requireRecentAuthentication(caller);
}

/**
 * What the user can pay of this order: `available` is usable store credit and payable commission together, `usable` the part up
 * to the amount due, `commission` the part of that which would be converted. Null for another account's order, or one
 * that is not payable any more.
 */
export async function getCreditForOrder(caller: Caller, userId: number, uuid: string) {
  const order = await findOrderToCredit(readOnly(caller.db), uuid);
  if (order?.buyerId !== userId || order.state !== "placed") return null;
  const facts = await getPayoutFacts(readOnly(caller.db), userId, caller.now());
  const available = availableIn(facts);
  const storeCredit = available - facts.payable;
  const usable = usableOf(available, outstanding(order), leastByCard(caller, order));
  const commission = Math.max(0, usable - storeCredit);
  return { available, storeCredit, usable, commission, currency: order.currency };
}

/**
 * Pays an own order with store credit, in part or in full: from the credit account first, then from payable commission
 * (docs/domain.md, "Wallet, payouts, credit"). Credit and payment are one decision on two streams, so that no cent is
 * spent twice or lost. `commission` is the amount that the user agreed to convert; without it, as much as needed.
 *
 * @throws DomainError order.unknown for another account's order, order.not-payable, wallet.credit-too-small,
 * wallet.still-maturing, wallet.commission-not-confirmed, access.password-needed, wallet.on-hold, wallet.above-limit
 */
export async function payWithCredit(
  caller: Caller,
  userId: number,
  { commandId, uuid, amount: asked, commission }: PayWithCredit,
): Promise<{ uuid: string; state: OrderState; paidWithCredit: number }> {
  const command = commandFrom(caller, commandId, {
    action: "orders.payWithCredit",
    uuid,
    asked,
    ...(commission !== undefined && { commission }),
  });
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const order = await streams.load(orderStream(uuid), orderDecider, orderEvents);
    const wallet = await streams.load(walletStream(userId), walletDecider, walletEvents);
    const placed = await findOrderToCredit(readOnly(caller.db), uuid);
    if (placed?.buyerId !== userId) throw new DomainError("order.unknown");
    if (placed.paidAt !== null) throw new DomainError("order.already-paid");
    if (placed.state !== "placed") throw new DomainError("order.not-payable");

    const facts = await getPayoutFacts(readOnly(caller.db), userId, caller.now());
    const due = order.state.status === "unplaced" ? 0 : outstanding(moneyOf(order.state));
    const amount = asked ?? usableOf(availableIn(facts), due, leastByCard(caller, placed));
    // An overpayment would only have to be refunded.
    if (amount > due) throw new DomainError("order.not-payable");
    if (amount <= 0) throw new DomainError("wallet.credit-too-small");
    await requirePasswordForCredit(caller, userId, { type: "CreditSpent", amount });
    const { earned: accrued, waiting } = facts;
    const spend = { userId, orderId: uuid, amount, accrued, waiting, commission };
    const spent = wallet.decide({ type: "SpendCredit", ...spend });
    await requireMayLeave(caller.db, { userId, now: caller.now(), events: spent });
    const paid = order.decide({
      type: "RecordPayment",
      orderId: uuid,
      method: "credit",
      amount,
      fee: 0,
      paymentId: `credit-${commandId}`,
      reference: "store credit",
    });
    const isPaid = paid.some(({ type }) => type === "OrderPaid");
    const state: OrderState = isPaid ? "paid" : "placed";
    return {
      events: [...inStream(walletStream(userId), spent), ...inStream(orderStream(uuid), paid)],
      answer: { uuid, state, paidWithCredit: amount },
      sideWrites: (tx) => queueOrderMessages(tx, caller, uuid, paid),
    };
  });
  return answer;
}

function availableIn({ earned: accrued, payable, ...facts }: PayoutFacts): number {
  return usableCreditOf({ ...facts, accrued }) + payable;
}

function leastByCard(
  { card }: Pick<Caller, "card">,
  { currency }: Readonly<{ currency: Currency }>,
): number {
  return card.providerOf(currency)?.leastIn(currency) ?? 0;
}

/** Either all that is due, or so much that a card can pay the rest; less than that is left to a transfer anyway. */
function usableOf(available: number, due: number, least: number): number {
  const isRestTooLittle = available < due && due - available < least && due > least;
  return isRestTooLittle ? due - least : Math.min(available, due);
}

/** Refunded store credit returns to the buyer's account in the decision that refunds it. */
export async function restoreCredit(
  streams: StreamReader,
  buyerId: number | null,
  events: readonly OrderEvent[],
): Promise<DecidedEvent[]> {
  const restored: DecidedEvent[] = [];
  for (const { type, data } of events) {
    if (type !== "PaymentRefunded" || data.method !== "credit") continue;
    // A guest has no credit account.
    if (buyerId === null) throw new DomainError("wallet.credit-too-small");
    const streamId = walletStream(buyerId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const { orderId, amount } = data;
    const facts = wallet.decide({ type: "RestoreCredit", userId: buyerId, orderId, amount });
    restored.push(...inStream(streamId, facts));
  }
  return restored;
}

type Grant = Extract<ProposedChange, { kind: "credit" }>["data"] &
  Readonly<{
    commandId: string;
    /** The reason, or the answer to the question. */
    text: string;
  }>;

/** @throws DomainError decision.needed above the limit, where it carries out no decision */
export async function grantCredit(
  caller: Caller,
  user: SignedInUser,
  { commandId, userId, amount, questionId, text }: Grant,
): Promise<{ userId: number }> {
  if (questionId !== null) {
    const answer = { commandId, id: questionId, answer: text, credit: amount };
    await answerWithCredit(caller, user, answer);
    return { userId };
  }
  const request = { action: "wallet.grantCredit", userId, amount };
  const command = commandFrom(caller, commandId, request);
  const reason = typed(text);
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const streamId = walletStream(userId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const reasonId = reason?.id ?? null;
    const events = wallet.decide({ type: "GrantCredit", userId, amount, reasonId });
    return {
      events: inStream(streamId, events),
      answer: { userId },
      sideWrites: async (tx) => {
        await requireMoneyOutWithinLimit(tx, caller, { userId });
        await insertFreeText(tx, reason, { userId }, caller.now());
        await insertAudit(tx, caller, {
          action: "credit.granted",
          subjectId: userId,
          details: { amount },
        });
      },
    };
  });
  return answer;
}
