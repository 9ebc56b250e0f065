import type { ReadDatabase } from "../../db/database.ts";
import { storedEvents } from "../../ledger/read-events.ts";
import { type ClockLimits, eventsAsOf } from "../books/events-as-of.ts";
import { explainOrder, type OrderExplanation } from "../books/explain-order.ts";
import { ledgerCatalogue } from "../ledger-catalogue.ts";
import { networkStream } from "../network/network.events.ts";
import { orderStream } from "../orders/order.events.ts";
import { commissionPlanStream } from "./commission-plan.events.ts";

/**
 * Why each cent of an order went where, read from the ledger itself; null for an order that is not
 * there, or was not by then.
 */
export async function explainOrderById(
  db: Pick<ReadDatabase, "selectFrom">,
  orderId: string,
  limits: ClockLimits = {},
): Promise<OrderExplanation | null> {
  const streamIds = [networkStream, commissionPlanStream, orderStream(orderId)];
  const stored = await storedEvents(db).where("stream_id", "in", streamIds).execute();
  const events = stored.map((each) => ({ ...each, ...ledgerCatalogue.read(each) }));
  return explainOrder([...eventsAsOf(events, limits)], orderId);
}
