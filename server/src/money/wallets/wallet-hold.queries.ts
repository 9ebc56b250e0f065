import { waits } from "@portal/shared/platform/acts.ts";
import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import { lookbackDays } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { type WalletEvent, walletStream } from "./wallet.events.ts";

type AnyDatabase = ReadDatabase | Database | Tx;
type Leaving = Readonly<{
  userId: number;
  now: string;
  /** What is about to be appended. */
  events: readonly WalletEvent[];
}>;

/** Each is summed by itself, because commission that is converted and then spent leaves once. */
const leavingTypes = ["CommissionConverted", "CreditSpent"] as const;

/**
 * Whether money may leave a wallet by another way than a payout, which has its own hold: whoever of the office enters an
 * email or number can sign in with it. So nothing leaves within `HOLD` of that, and within `LOOKBACK` no more than one
 * admin lets out alone. Credit that closes an account is in the sums of the office.
 *
 * @throws DomainError wallet.on-hold, wallet.above-limit
 */
export async function requireMayLeave(
  db: AnyDatabase,
  { userId, now, events }: Leaving,
): Promise<void> {
  const { contactsSetAt } = await db
    .selectFrom("account")
    .select("contacts_set_at as contactsSetAt")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (contactsSetAt === null) return;
  const ageMs = Date.parse(now) - Date.parse(contactsSetAt);
  if (ageMs < waits.HOLD * 1000) throw new DomainError("wallet.on-hold");
  if (ageMs >= waits.LOOKBACK * 1000) return;
  const limit = await findSecondPersonLimit(db);
  if (limit === null) return;
  const before = await sumsOf(db, userId, daysEarlier(now, lookbackDays));
  for (const type of leavingTypes) {
    const own = events.reduce(
      (sum, event) => sum + (event.type === type ? event.data.amount : 0),
      0,
    );
    if (own > 0 && (before.get(type) ?? 0) + own > limit)
      throw new DomainError("wallet.above-limit");
  }
}

const sumRow = z.strictObject({ type: z.string(), amount: z.int() });

async function sumsOf(
  db: AnyDatabase,
  userId: number,
  since: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf(
    db,
    sumRow,
    sql`
    select type, sum((data ->> 'amount')::bigint)::bigint as amount from ledger_events
    where stream_id = ${walletStream(userId)} and type = any (${[...leavingTypes]}::text[])
      and occurred_at > ${since}
    group by type`,
  );
  return new Map(rows.map(({ type, amount }) => [type, amount]));
}
