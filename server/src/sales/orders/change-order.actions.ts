import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import type { Command, DecidedEvent } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/stream-reader.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import type { OrderState } from "../../platform/read-model/projection-rows.ts";
import { type FreeText, inStream } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
import { walletDecider } from "../../money/wallets/wallet.decider.ts";
import { walletEvents, walletStream } from "../../money/wallets/wallet.events.ts";
import { queueOrderMessages } from "./order-messages.actions.ts";
import { type OrderCommand, orderDecider } from "./order.decider.ts";
import { type OrderEvent, orderEvents, orderStream } from "./order.events.ts";
import type { Order } from "./order.evolve.ts";
import { findOrderParties, type OrderParties } from "./order.queries.ts";
import { moneyOf } from "./order.rules.ts";

export type OrderChange = Readonly<{
  order: Exclude<OrderCommand, { type: "PlaceOrder" }>;
  /** Whether this person may; it throws the refusal. */
  check?: (parties: OrderParties) => void | Promise<void>;
  audit?: AuditEntry | null;
  /** What was typed with it; `order` holds its id. */
  text?: FreeText | null;
}>;

/** Decides about one order that was placed, and about the credit that goes back with it. */
export async function changeOrder(
  caller: Caller,
  command: Command,
  { order, check, audit, text = null }: OrderChange,
): Promise<{ uuid: string; state: OrderState }> {
  const { orderId } = order;
  const { answer } = await caller.ledger.execute(command, async (streams) => {
    const stream = await streams.load(orderStream(orderId), orderDecider, orderEvents);
    const parties = await findOrderParties(readOnly(caller.db), orderId);
    if (parties) await check?.(parties);

    const events = stream.decide(order);
    const state = events.reduce(orderDecider.evolve, stream.state);
    return {
      events: [
        ...inStream(orderStream(orderId), events),
        ...(await restoredCredit(streams, parties?.buyerId ?? null, events)),
      ],
      answer: { uuid: orderId, state: stateOf(state) },
      alongside: async (tx) => {
        const subjectId = parties?.buyerId ?? null;
        await insertFreeText(tx, text, { userId: subjectId, orderId }, caller.now());
        await queueOrderMessages(tx, caller, orderId, events);
        if (audit) await insertAudit(tx, caller, { ...audit, subjectId, target: orderId });
      },
    };
  });
  return answer;
}

/** Store credit that is given back is in the buyer's account by the same decision, or not at all. */
async function restoredCredit(
  streams: StreamReader,
  buyerId: number | null,
  events: readonly OrderEvent[],
): Promise<DecidedEvent[]> {
  const restored: DecidedEvent[] = [];
  for (const { type, data } of events) {
    if (type !== "PaymentRefunded" || data.method !== "credit") continue;
    // A guest has no credit account that it could go back to.
    if (buyerId === null) throw new DomainError("wallet.credit-too-small");
    const streamId = walletStream(buyerId);
    const wallet = await streams.load(streamId, walletDecider, walletEvents);
    const { orderId, amount } = data;
    const facts = wallet.decide({ type: "RestoreCredit", userId: buyerId, orderId, amount });
    restored.push(...facts.map((event) => ({ streamId, event })));
  }
  return restored;
}

function stateOf(order: Order): OrderState {
  return order.status === "unplaced" ? "placed" : moneyOf(order).state;
}
