import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { DecidedEvent } from "../../platform/ledger/ledger.ts";
import type { StreamReader } from "../../platform/ledger/stream-reader.ts";
import type { OrderEvent } from "../../sales/orders/order.events.ts";
import { walletDecider } from "./wallet.decider.ts";
import { walletEvents, walletStream } from "./wallet.events.ts";

/** Store credit that is given back is in the buyer's account by the same decision, or not at all. */
export async function restoreCredit(
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
