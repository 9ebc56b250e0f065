import type { PayoutReturns } from "@portal/shared/money/payouts.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { freeTextIn } from "../../platform/free-text/free-text.store.ts";
import { walletStream } from "../wallets/wallet.events.ts";

const lineRow = z.strictObject({ lineId: z.int().nullable() });

/** The transaction by which a payout was returned last; null where none is known. */
export async function findReturnLine(
  db: ReadDatabase,
  { id, userId }: Readonly<{ id: string; userId: number }>,
): Promise<number | null> {
  const [found] = await rowsOf(
    db,
    lineRow,
    sql`
    select (data ->> 'bankLineId')::integer as "lineId" from ledger_events
    where stream_id = ${walletStream(userId)} and type = 'PayoutReturned' and data ->> 'payoutId' = ${id}
    order by stream_version desc limit 1`,
  );
  return found?.lineId ?? null;
}

const shown = 50;

/**
 * The open incoming transactions that may return a paid payout, each with the payout: of the same amount, and not older than
 * the payment. The newest payments come first.
 */
export async function listPayoutReturns(db: ReadDatabase, region: Region, of: PayoutReturns) {
  const { currency } = await loadRegion(db, region);
  const all = db
    .selectFrom("bank_line as line")
    .innerJoin("projection.payout_request as payout", (join) =>
      join
        .on("payout.state", "=", "paid")
        .on(sql<boolean>`payout.requested - payout.withheld = line.amount`)
        .on(sql<boolean>`coalesce(payout.paid_on <= line.booked_on, true)`),
    )
    .leftJoin("account", "account.id", "payout.user_id")
    .where("line.state", "=", "open");
  const matching =
    "lineId" in of
      ? all.where("line.id", "=", of.lineId)
      : all.where("payout.payout_id", "=", of.id);
  const rows = await matching
    .select([
      "line.id as lineId",
      "line.booked_on as bookedOn",
      "line.description",
      "line.amount",
      "payout.payout_id as id",
      "payout.paid_on as paidOn",
      sql<string>`coalesce(account.first_name || ' ' || account.last_name, '')`.as("fullName"),
      freeTextIn("payout.reference_id").as("reference"),
    ])
    .orderBy("payout.paid_on", "desc")
    .orderBy("line.booked_on", "desc")
    .orderBy("line.id")
    .orderBy("payout.payout_id")
    .limit(shown)
    .execute();
  return rows.map((row) => ({ ...row, currency }));
}
