import type { ReadDatabase } from "../../platform/db/database.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import { type ClockLimits, eventsAsOf } from "../fold/events-as-of.ts";
import { explainOrder, type OrderExplanation } from "./explain-order.ts";
import { ledgerCatalogue } from "../ledger-catalogue.ts";
import { networkStream } from "../../network/members/network.events.ts";
import { orderStream } from "../../sales/orders/order.events.ts";
import { commissionPlanStream } from "../../network/commissions/commission-plan.events.ts";

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
