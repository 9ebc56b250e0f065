import type { Caller } from "../../caller.ts";
import { listStaleSessions } from "../../gateways/card/card-session.store.ts";

/**
 * Closes the payment pages of orders that were paid, cancelled or changed in another way meanwhile. A page that was paid
 * first is recorded by its notification. While the provider does not answer, the next run tries again.
 */
export async function closeStaleSessions({
  db,
  card: { stripe },
  log,
  now,
}: Pick<Caller, "db" | "card" | "log" | "now">): Promise<void> {
  if (stripe === null) return;
  try {
    for (const session of await listStaleSessions(db, now())) await stripe.close(session);
  } catch (error) {
    log.warn({ err: error }, "a payment page of an order that changed stays open");
  }
}
