import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { commissionPlanStream } from "../../network/commissions/commission-plan.events.ts";
import { networkStream } from "../../network/members/network.events.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import { orderStream } from "../../sales/orders/order.events.ts";
import { type ClockLimits, eventsAsOf, ledgerCatalogue } from "../ledger-catalogue.ts";
import { checkRests } from "../rebuild/check-of-rests.ts";
import { explainOrder, type OrderExplanation } from "./explain-order.ts";

/**
 * Explains the commission on an order from the ledger; null if the order does not exist within the limits.
 *
 * @throws ReplayStopped for an event of the order that rests on one that does not count within the limits
 */
export async function explainOrderById(
  db: Pick<ReadDatabase, "selectFrom">,
  orderId: string,
  limits: ClockLimits = {},
): Promise<OrderExplanation | null> {
  const streamIds = [networkStream, commissionPlanStream, orderStream(orderId)];
  const stored = await storedEvents(db).where("stream_id", "in", streamIds).execute();
  const events = stored.map((each) => ({ ...each, ...ledgerCatalogue.read(each) }));
  if (limits.asOf === undefined) return explainOrder([...eventsAsOf(events, limits)], orderId);
  return explainOrder([...eventsAsOf(events, limits)], orderId, (projections, event) => {
    checkRests(projections, { event, position: event.position }, () => 0);
  });
}

/**
 * Adds the present names by id of members and products; the ledger holds none.
 *
 * @throws DomainError order.unknown
 */
export async function explainForOffice(db: ReadDatabase, uuid: string) {
  const explanation = await explainOrderById(db, uuid);
  if (!explanation) throw new DomainError("order.unknown");
  const members = new Set<number>();
  for (const { tree, entries, unwritten } of explanation.steps) {
    for (const { userId } of tree) members.add(userId);
    for (const { beneficiaryId } of [...entries, ...unwritten]) members.add(beneficiaryId);
  }
  const people = await db
    .selectFrom("account")
    .select(["id", sql<string>`first_name || ' ' || last_name`.as("name")])
    .where((row) => row("id", "=", row.fn.any(row.val([...members]))))
    .execute();
  const productIds = [...new Set(explanation.lines.map(({ productId }) => productId))];
  const products = await db
    .selectFrom("product")
    .select(["id", "name"])
    .where((row) => row("id", "=", row.fn.any(row.val(productIds))))
    .execute();
  return {
    explanation,
    memberNames: namesById(people),
    productNames: namesById(products),
  };
}

function namesById(
  rows: readonly Readonly<{ id: number; name: string }>[],
): Record<number, string> {
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
