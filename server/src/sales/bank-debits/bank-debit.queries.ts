import type { ListBankDebits } from "@portal/shared/sales/bank-debits.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import { isInBankText, pageOf } from "../../platform/db/list-filters.ts";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { listAccepted } from "../accepted-differences/accepted-difference.store.ts";
import { type BankRule, proposedBy, refundThing, type TransferRefund } from "./bank-debit.rules.ts";

const isPayoutProof = sql<boolean>`exists (
  select from payout_batch_item item where item.proof_line = line.id
    or item.proof_line is null and item.proof_day = line.booked_on and item.amount = line.amount
      and item.proof_text = left(line.description, 200))`;

/** Neither a payout, nor a refund, nor what somebody said. */
export const isUnexplained = sql<boolean>`line.kind is null and not ${isPayoutProof}`;

/**
 * Money that left the bank account, newest first: with what it is, or what a rule proposes. `missing`: refunds by transfer on
 * the days of the stored statements that none of them shows, the newest of them with their orders.
 */
export async function listBankDebits(
  db: ReadDatabase,
  region: Region,
  { search, state, ...page }: ListBankDebits,
) {
  const { currency, timeZone } = await loadRegion(db, region);
  let matching = db
    .selectFrom("bank_debit as line")
    .leftJoin("account as decider", "decider.id", "line.decided_by")
    .where(state === "open" ? isUnexplained : sql<boolean>`not (${isUnexplained})`);
  if (search) matching = matching.where(isInBankText("line.description", search));
  const { rows, total } = await matching
    .select([
      "line.id",
      "line.booked_on as bookedOn",
      "line.amount",
      "line.description",
      "line.account",
      "line.file_name as fileName",
      "line.kind",
      "line.named_orders as namedOrders",
      "line.decided_at as decidedAt",
      sql<string | null>`decider.first_name || ' ' || decider.last_name`.as("decidedByName"),
      sql<number[]>`array(select distinct item.batch_id from payout_batch_item item
        where item.proof_line = line.id order by 1)`.as("batches"),
    ])
    .orderBy("line.booked_on", "desc")
    .orderBy("line.id", "desc")
    .$call((list) => pageOf(list, page));
  const rules = await listBankRules(db);
  const ofDebits = rulesOf("out", rules);
  const counted = await db
    .selectFrom("bank_debit as line")
    .select([
      sql<number>`(count(*) filter (where ${isUnexplained}))::int`.as("open"),
      sql<number>`(count(*) filter (where not (${isUnexplained})))::int`.as("explained"),
    ])
    .executeTakeFirstOrThrow();
  return {
    rows: rows.map(({ namedOrders, batches, ...row }) => ({
      ...row,
      currency,
      /** Of a payout; several where one debit paid for more. */
      batches,
      orders: namedOrders,
      proposed: state === "open" ? proposedBy(row.description, ofDebits) : null,
    })),
    total,
    currency,
    counts: counted,
    rules,
    missing: await findMissingRefunds(db, { timeZone, currency }),
  };
}

function listBankRules(db: ReadDatabase) {
  return db
    .selectFrom("bank_rule")
    .select(["id", "way", "contains", "kind"])
    .orderBy("contains")
    .orderBy("id")
    .execute();
}

/** What rules propose for incoming transactions. */
export async function listCreditRules(db: ReadDatabase): Promise<readonly BankRule[]> {
  return rulesOf("in", await listBankRules(db));
}

function rulesOf(
  way: "in" | "out",
  rules: Awaited<ReturnType<typeof listBankRules>>,
): readonly BankRule[] {
  return rules.filter((rule) => rule.way === way);
}

const refundsShown = 20;

type OfRegion = Readonly<{ timeZone: string; currency: Currency }>;

async function findMissingRefunds(db: ReadDatabase, region: OfRegion) {
  const refunds = await listUnprovedRefunds(db, region);
  const accepted = await listAccepted(db);
  const statements = await db
    .selectFrom("bank_statement")
    .select(["from_day as from", "to_day as to"])
    .distinct()
    .execute();
  const missing = refunds.filter(
    ({ day, position }) =>
      !accepted.has(refundThing(position)) &&
      statements.some(({ from, to }) => from <= day && day <= to),
  );
  const newest = missing.toReversed().slice(0, refundsShown);
  return {
    count: missing.length,
    newest: newest.map(({ orderNumber, amount, day }) => ({ orderNumber, amount, day })),
  };
}

const refundRow = z.strictObject({
  position: z.int(),
  orderId: z.guid(),
  orderNumber: z.int(),
  amount: z.int(),
  day: z.iso.date(),
}) satisfies z.ZodType<TransferRefund>;

/** The refunds by transfer in the bank's currency that no transaction proves, oldest first. */
export async function listUnprovedRefunds(db: ReadDatabase | Tx, { timeZone, currency }: OfRegion) {
  // Only orders with a refund have such events; few do.
  return rowsOf(
    db,
    refundRow,
    sql`
    select refund.position, "order".order_id as "orderId", "order".order_number as "orderNumber",
      (refund.data ->> 'amount')::bigint as amount,
      (refund.occurred_at at time zone ${timeZone})::date as day
    from projection.order_state "order"
    join ledger_events refund on refund.stream_id = 'order-' || "order".order_id
    where "order".refunded > 0 and "order".currency = ${currency} and ${isLive()}
      and refund.type = 'PaymentRefunded' and refund.data ->> 'method' = 'eft'
      and not exists (select from bank_debit line where line.refund_position = refund.position)
    order by refund.position`,
  );
}
