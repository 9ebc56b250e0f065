import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import {
  isPasswordTypedLately,
  requirePasswordLately,
} from "../../platform/access/recent-authentication.ts";
import { walletStream } from "./wallet.events.ts";

const dayMs = 24 * 3600_000;

/**
 * Store credit is money: whoever finds an open screen must not turn all commission into it, or spend it. What was done in a
 * day counts together, so that many small amounts are not less than a large one.
 *
 * @throws DomainError access.password-needed above the limit of the settings
 */
export async function requirePasswordForCredit(
  caller: Caller,
  userId: number,
  { type, amount }: Readonly<{ type: "CommissionConverted" | "CreditSpent"; amount: number }>,
): Promise<void> {
  if (isPasswordTypedLately(caller.session, caller.now())) return;
  const since = new Date(Date.parse(caller.now()) - dayMs).toISOString();
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
  if (before + amount > limit) requirePasswordLately(caller);
}
