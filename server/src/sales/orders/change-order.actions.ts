import type { Caller } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import type { Command, DecidedEvent } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/stream-reader.ts";
import { type AuditEntry, insertAudit } from "../../platform/audit/audit.store.ts";
import type { OrderState } from "../../platform/read-model/projection-rows.ts";
import { type FreeText, inStream } from "../../platform/free-text/free-text.rules.ts";
import { insertFreeText } from "../../platform/free-text/free-text.store.ts";
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

/** The events that put store credit back into the buyer's account, for those of `events` that refund some. */
export type RestoreCredit = (
  streams: StreamReader,
  buyerId: number | null,
  events: readonly OrderEvent[],
) => Promise<DecidedEvent[]>;

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
        ...(await caller.restoreCredit(streams, parties?.buyerId ?? null, events)),
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

function stateOf(order: Order): OrderState {
  return order.status === "unplaced" ? "placed" : moneyOf(order).state;
}
