import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { isUnexplained } from "../../sales/bank-debits/bank-debit.queries.ts";
import { refundThing } from "../../sales/bank-debits/bank-debit.rules.ts";
import { isOwnMoney, listKnownStatements } from "../../sales/bank-lines/statement-days.queries.ts";
import { type BankFacts, type BankTransaction, payoutThing } from "./bank-reconciliation.rules.ts";

const lineRow = z.strictObject({
  id: z.int(),
  account: z.string(),
  day: z.iso.date(),
  amount: z.int(),
  description: z.string(),
  namedOrders: z.array(z.int()),
  uses: z.array(z.strictObject({ orderNumber: z.int(), amount: z.int() })),
  state: z.enum(["open", "booked", "known", "said"]),
}) satisfies z.ZodType<BankTransaction>;

/** Incoming ones were ignored without a kind before such money was booked. */
const transactions = sql`
  select id, account, booked_on as day, amount, description,
    coalesce(named_orders, '{}') as "namedOrders",
    (select coalesce(json_agg(json_build_object('orderNumber', order_number, 'amount', used.amount)
      order by order_number), '[]') from bank_line_use used where line_id = bank_line.id) as uses,
    case when state = 'open' then 'open'
      when state = 'applied' or entry_id is not null
        or kind in ('payout-returned', 'commission-repaid') then 'booked'
      when coalesce(kind, 'repeat') = 'repeat' then 'known' else 'said' end as state
  from bank_line where ${isOwnMoney}
  union all
  select -id, account, booked_on, -amount, description, named_orders, '[]',
    case when ${isUnexplained} then 'open'
      when kind is null or kind = 'refund' or entry_id is not null then 'booked'
      when kind = 'repeat' then 'known' else 'said' end
  from bank_debit line where ${isOwnMoney}`;

/** Those of which somebody said that other records have them, and those that may be payments to these orders. */
export function listKnownTransactions(
  db: ReadDatabase,
  orderNumbers: readonly number[],
): Promise<BankTransaction[]> {
  // A payment that was recorded from a transaction has its number, but for those of an older release.
  return rowsOf(
    db,
    lineRow,
    sql`
    select id, account, day, amount, description, "namedOrders", uses, state
    from (${transactions}) moved
    where state = 'known' or exists (
        select from bank_line_use used where used.line_id = moved.id
          and used.order_number = any (${orderNumbers}::bigint[]))
      and not exists (
        select from bank_line_use used
        join projection.order_state "order" on "order".order_number = used.order_number
        join projection.order_payment payment on payment.order_id = "order".order_id
        where used.line_id = moved.id and payment.payment_id ~ ('^bank-' || moved.id || '(-[0-9]+)?$'))
    order by day, id`,
  );
}

/** The stored statements with all their transactions, and which of these prove a payout or a refund. */
export async function readBankFacts(db: ReadDatabase): Promise<Omit<BankFacts, "entries">> {
  const { ownAccount, statements } = await listKnownStatements(db);
  const lines = await rowsOf(db, lineRow, sql`${transactions} order by 3, 1`);
  const payouts = await rowsOf(db, payoutProofRow, payoutProofs);
  const refunds = await rowsOf(
    db,
    refundProofRow,
    sql`select refund_position as position, -id as "lineId" from bank_debit
      where refund_position is not null`,
  );
  const proofs = new Map([
    ...payouts.map(({ payoutId, lineId }) => [payoutThing(payoutId), lineId] as const),
    ...refunds.map(({ position, lineId }) => [refundThing(position), lineId] as const),
  ]);
  return { ownAccount, statements, lines, proofs };
}

const payoutProofRow = z.strictObject({ payoutId: z.string(), lineId: z.int() });
const refundProofRow = z.strictObject({ position: z.int(), lineId: z.int() });

/** An older server stored the day and the text of a proof, and not which transaction it was. */
const payoutProofs = sql`
  select distinct on (item.payout_id) item.payout_id as "payoutId",
    -coalesce(item.proof_line, line.id) as "lineId"
  from payout_batch_item item
  left join bank_debit line on item.proof_line is null and item.proof_day = line.booked_on
    and item.amount = line.amount and item.proof_text = left(line.description, 200)
  where item.proof_day is not null and coalesce(item.proof_line, line.id) is not null
  order by item.payout_id, item.state = 'released', line.id`;
