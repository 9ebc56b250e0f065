import { sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";
import { orderStream } from "../../sales/orders/order.events.ts";
import { walletStream } from "../../money/wallets/wallet.events.ts";

/** As the database itself has it: the lowest of all regions, because a wallet does not say its region. */
export async function findSecondPersonLimit(
  db: ReadDatabase | Database | Tx,
): Promise<number | null> {
  const { limit } = await db
    .selectFrom("region")
    .select(({ fn }) => fn.min("payout_second_person_above").as("limit"))
    .executeTakeFirstOrThrow();
  return limit;
}

/** All that was booked by transfer for one order counts, so that nothing gets below the limit in parts. */
export async function isEftAboveLimit(
  db: Database,
  orderId: string,
  amount: number,
): Promise<boolean> {
  return isAboveLimit(db, amount, () =>
    sumOf(
      db,
      sql`stream_id = ${orderStream(orderId)} and type = 'PaymentReceived'
      and data ->> 'method' = 'eft'`,
    ),
  );
}

/** All that was granted to one person in the last thirty days counts. */
export async function isCreditAboveLimit(
  db: Database,
  userId: number,
  amount: number,
): Promise<boolean> {
  return isAboveLimit(db, amount, () =>
    sumOf(
      db,
      sql`stream_id = ${walletStream(userId)} and type = 'CreditGranted'
      and recorded_at > now() - interval '30 days'`,
    ),
  );
}

async function isAboveLimit(
  db: Database,
  amount: number,
  before: () => Promise<number>,
): Promise<boolean> {
  const limit = await findSecondPersonLimit(db);
  return limit !== null && (amount > limit || amount + (await before()) > limit);
}

async function sumOf(db: Database, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum((data ->> 'amount')::bigint), 0)::bigint as sum
    from ledger_events where ${which}`.execute(db);
  return rows[0]?.sum ?? 0;
}
