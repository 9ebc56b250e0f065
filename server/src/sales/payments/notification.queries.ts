import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { ListNotifications, NotificationState } from "@portal/shared/sales/notifications.ts";
import { sql, type SqlBool } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { pageOf } from "../../platform/db/list-filters.ts";
import { statusesWithoutMoney } from "./card-notification.store.ts";
import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";

export async function listNotifications(
  db: ReadDatabase,
  { search, state, sort, ...page }: ListNotifications,
) {
  // The provider repeats a notification until it gets a response; the copies are one row of the list.
  let matching = fromNotifications(db);
  if (state === "parked") matching = matching.where(needsSomebody);
  else matching = matching.where("notification.copy_of", "is", null);
  if (state && state !== "parked") matching = matching.where(stateOfAll, "=", state);
  if (search) {
    const number = orderNumberOf(search);
    matching = matching.where((row) =>
      number === null
        ? row.lit(false)
        : row.or([
            row("order.order_number", "=", number),
            row("notification.pf_payment_id", "=", String(number)),
          ]),
    );
  }
  const { rows, total } = await matching
    .select(columns)
    .orderBy("notification.id", sort.direction)
    .$call((list) => pageOf(list, page));
  return { rows, total, counts: await countByState(db) };
}

/** @throws DomainError notification.unknown */
export async function findNotificationDetail(db: ReadDatabase, id: number) {
  const row = await fromNotifications(db)
    .select(columns)
    .select([
      "notification.order_id as orderId",
      "notification.peer_ip as peerIp",
      "notification.headers",
      "notification.decided_at as decidedAt",
      "notification.provider",
      "notification.raw",
    ])
    .where("notification.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new DomainError("notification.unknown");
  return row;
}

const hasAppliedCopy = sql<SqlBool>`exists (
  select from card_notification again
  where again.copy_of = notification.id and again.state = 'applied'
)`;

/** Applied where any copy was: that one may have come from a known address, or after a setting was corrected. */
const stateOfAll = sql<NotificationState>`case when ${hasAppliedCopy} then 'applied'
  else notification.state end`;

/**
 * Without a final verdict on any copy, or confirmed by the provider and not recorded, until the office says what became of
 * the money. On rows "notification", in a form that uses the indexes of states.
 */
export const isUndecided = sql<SqlBool>`((
    notification.state in ('received', 'parked') and notification.copy_of is null
  ) or (
    notification.state = 'rejected' and notification.confirmed_at is not null
    and notification.handled_at is null
    and coalesce(notification.payment_status, '') not in (${sql.join(statusesWithoutMoney)})
  )) and not ${hasAppliedCopy}`;

/** Undecided, but for those that came within a minute: they are verified then, unless the worker is not running. */
export const needsSomebody = sql<SqlBool>`${isUndecided} and (notification.state <> 'received'
  or notification.received_at < now() - interval '1 minute')`;

const columns = [
  "notification.id",
  "notification.received_at as receivedAt",
  stateOfAll.as("state"),
  sql<number>`(select count(*) from card_notification again
    where again.copy_of = notification.id)`.as("copies"),
  "notification.reason",
  "notification.payment_status as paymentStatus",
  "notification.pf_payment_id as pfPaymentId",
  "order.order_number as orderNumber",
  "notification.copy_of as copyOf",
  "notification.checks",
  "notification.amount",
  sql<Currency>`coalesce(notification.currency, "order".currency, 'ZAR')`.as("currency"),
  "notification.handled_as as handledAs",
  sql<boolean>`${needsSomebody}`.as("needsSomebody"),
] as const;

function fromNotifications(db: ReadDatabase) {
  return db
    .selectFrom("card_notification as notification")
    .leftJoin("projection.order_state as order", "order.order_id", "notification.order_id");
}

/** By state; the count of parked ones is of all that need attention. */
async function countByState(db: ReadDatabase): Promise<Record<NotificationState, number>> {
  const { unresolved } = await db
    .selectFrom("card_notification as notification")
    .select(({ fn }) => fn.countAll<number>().as("unresolved"))
    .where(needsSomebody)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("card_notification as notification")
    .where("notification.copy_of", "is", null)
    .select([stateOfAll.as("state"), ({ fn }) => fn.countAll<number>().as("count")])
    .groupBy(stateOfAll)
    .execute();
  const of = (state: NotificationState) => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    received: of("received"),
    applied: of("applied"),
    rejected: of("rejected"),
    parked: unresolved,
    noted: of("noted"),
  };
}
