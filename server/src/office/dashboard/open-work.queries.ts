import type { Currency } from "@portal/shared/platform/money.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { isWaiting } from "../../platform/proposals/proposal.store.ts";
import { countCardExceptions } from "../../sales/card-settlements/card-match.queries.ts";
import {
  excessSql,
  isOverpaid,
  isSentUnpaid,
  isUnderpaid,
  ordersToQuote,
  outstandingSql,
  paidAtOfOrdersToPack,
  paidAtOfOrdersToShip,
} from "../../sales/orders/order-tasks.queries.ts";
import { countedMax } from "../../platform/db/list-filters.ts";
import { needsSomebody } from "../../sales/payments/notification.queries.ts";
import type { ShopNow } from "../reports/sales-report.queries.ts";
import { urgentKinds } from "@portal/shared/office/message-kinds.ts";

type Counted = Readonly<{ count: number }>;
export type Summed = Readonly<{ count: number; sum: number }>;

/** The office's open tasks; counts are capped at `countedMax`, sums are in minor units of the counted rows. */
export type OpenWork = Readonly<{
  currency: Currency;
  /** Changes that need the approval of a second admin. */
  proposals: Counted;
  payouts: Summed & Readonly<{ oldestAt: string | null }>;
  bankLines: Summed;
  /** The sum is what is to be refunded. */
  overpaid: Summed;
  /** Partly paid orders; the sum is what is outstanding. */
  underpaid: Summed;
  /** Orders that were sent, or are ready to collect, and whose payment was undone; the sum is what is outstanding. */
  sentUnpaid: Summed;
  toShip: Counted & Readonly<{ oldestAt: string | null }>;
  /** Paid orders for collection that are not packed yet. */
  toPack: Counted & Readonly<{ oldestAt: string | null }>;
  toQuote: Counted;
  failedMails: Counted;
  /** Codes, links and warnings that have waited for a quarter of an hour. */
  urgentUnsent: Counted;
  /** Of the last seven days. */
  contactMessages: Counted;
  /** Members' unanswered questions about their commission. */
  questions: Counted;
  /** The sum is what the provider received and no order has. */
  notifications: Summed;
  /** Card payments of these days on which ledger and settlement differ. */
  cardExceptions: Counted & Readonly<{ from: string | null; to: string | null }>;
  projectionProblems: Counted;
}>;

export async function openWork(db: ReadDatabase, shop: ShopNow): Promise<OpenWork> {
  const [counted, cardExceptions] = await Promise.all([
    countWork(db, shop),
    countCardExceptions(db, shop.region),
  ]);
  return { ...counted, cardExceptions };
}

/** One statement; each of its parts reads a partial index of open rows. */
async function countWork(
  db: ReadDatabase,
  { region, now }: ShopNow,
): Promise<Omit<OpenWork, "cardExceptions">> {
  const { rows } = await sql<Omit<OpenWork, "cardExceptions">>`
    select region.currency,
      (${countOf(sql`select 1 as one from decision where ${isWaiting}`)}) as proposals,
      (${payouts}) as payouts, (${bankLines}) as "bankLines", (${overpaid}) as overpaid,
      (${underpaid}) as underpaid, (${sentUnpaid}) as "sentUnpaid",
      (${oldestOf(paidAtOfOrdersToShip(countedMax))}) as "toShip",
      (${oldestOf(paidAtOfOrdersToPack(countedMax))}) as "toPack", (${countOf(ordersToQuote(now, countedMax))}) as "toQuote",
      (${countOf(sql`select 1 as one from message where state in ('failed', 'refused')`)}) as "failedMails",
      (${countOf(sql`select 1 as one from message
        where state = 'queued' and kind in (${sql.join(urgentKinds)})
          and created_at < ${now}::timestamptz - interval '15 minutes'`)}) as "urgentUnsent",
      (${countOf(sql`select 1 as one from contact_message
        where received_at > now() - interval '7 days'`)}) as "contactMessages",
      (${countOf(sql`select 1 as one from entry_question where answered_at is null`)}) as questions,
      (${notifications}) as notifications,
      (${countOf(sql`select 1 as one from projection.checkpoint, ledger_head head
        where failed_position is not null or head.position > checkpoint.position`)})
        as "projectionProblems"
    from region where region.code = ${region}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`there is no region ${region}`);
  return found;
}

function countOf(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select json_build_object('count', count(*))
    from (${rows} limit ${sql.lit(countedMax)}) found`;
}

const payouts = sql`
  select json_build_object('count', count(*), 'sum', coalesce(sum(requested - withheld), 0),
    'oldestAt', ${isoOf(sql`min(requested_at)`)})
  from projection.payout_request where state = 'requested'`;

const bankLines = sql`
  select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0))
  from (
    select amount from bank_line where state = 'open' limit ${sql.lit(countedMax)}
  ) found`;

const notifications = sql`
  select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0))
  from (
    select notification.amount from card_notification notification
    where ${needsSomebody} limit ${sql.lit(countedMax)}
  ) found`;

const overpaid = moneyOf(isOverpaid, excessSql);
const underpaid = moneyOf(isUnderpaid, outstandingSql);
const sentUnpaid = moneyOf(isSentUnpaid, outstandingSql);

/** The sum contains only orders in the region's currency. */
function moneyOf(condition: RawBuilder<boolean>, amount: RawBuilder<number>): RawBuilder<unknown> {
  return sql`
  select json_build_object('count', count(*),
    'sum', coalesce(sum(amount) filter (where found.currency = region.currency), 0))
  from (
    select currency, ${amount} as amount
    from projection.order_state "order" where ${condition} limit ${sql.lit(countedMax)}
  ) found`;
}

function oldestOf(paidAt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select json_build_object('count', count(*), 'oldestAt', ${isoOf(sql`min(paid_at)`)})
    from (${paidAt}) found`;
}

/** The driver does not convert timestamps inside JSON. */
function isoOf(instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
