import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ListNotifications, NotificationState } from "@portal/shared/sales/notifications.ts";
import { sql, type SqlBool } from "kysely";
import type { Page } from "@portal/shared/platform/paging.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { NotificationCheck } from "../../platform/db/outside-tables.ts";
import { orderNumberIn } from "../orders/order.queries.ts";

export type ListedNotification = {
  id: number;
  receivedAt: string;
  state: NotificationState;
  reason: string | null;
  /** What the provider says of the payment: COMPLETE, FAILED, … */
  paymentStatus: string | null;
  pfPaymentId: string | null;
  orderNumber: number | null;
  /** The first record of the same bytes. */
  copyOf: number | null;
  /** How often the same bytes came again. */
  copies: number;
  checks: NotificationCheck[];
};
export type NotificationList = Page<ListedNotification> & {
  counts: Record<NotificationState, number>;
};

/** With the bytes as they came in. */
export type StoredNotificationDetail = ListedNotification & {
  orderId: string | null;
  peerIp: string;
  headers: Record<string, string>;
  decidedAt: string | null;
  raw: Uint8Array;
};

export async function listNotifications(
  db: ReadDatabase,
  { page, pageSize, search, state, sort }: ListNotifications,
): Promise<NotificationList> {
  // The provider repeats itself until it is answered: that is one notification.
  let matching = fromNotifications(db).where("notification.copy_of", "is", null);
  if (state)
    matching =
      state === "parked" ? matching.where(needsSomebody) : matching.where(stateOfAll, "=", state);
  if (search) {
    const number = orderNumberIn(search);
    matching = matching.where((row) =>
      number === null
        ? row.lit(false)
        : row.or([
            row("order.order_number", "=", number),
            row("notification.pf_payment_id", "=", String(number)),
          ]),
    );
  }
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(columns)
    .orderBy("notification.id", sort.direction)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return {
    rows: rows.map(({ checks, ...row }) => ({ ...row, checks: [...checks] })),
    total,
    counts: await countByState(db),
  };
}

/** @throws DomainError notification.unknown */
export async function findNotificationDetail(
  db: ReadDatabase,
  id: number,
): Promise<StoredNotificationDetail> {
  const row = await fromNotifications(db)
    .select(columns)
    .select([
      "notification.order_id as orderId",
      "notification.peer_ip as peerIp",
      "notification.headers",
      "notification.decided_at as decidedAt",
      "notification.raw",
    ])
    .where("notification.id", "=", id)
    .executeTakeFirst();
  if (!row) throw new DomainError("notification.unknown");
  return { ...row, checks: [...row.checks] };
}

const hasAppliedCopy = sql<SqlBool>`exists (
  select from card_notification again
  where again.copy_of = notification.id and again.state = 'applied'
)`;

/** Applied where one of the copies was: it came from the right place, or once a setting was mended. */
const stateOfAll = sql<NotificationState>`case when ${hasAppliedCopy} then 'applied'
  else notification.state end`;

/**
 * Waits for somebody, or for another look, by the state of all copies; each counts once however often it came. Of rows
 * "notification", and so that the index of states serves it.
 */
export const isUndecided = sql<SqlBool>`notification.state in ('received', 'parked')
  and notification.copy_of is null and not ${hasAppliedCopy}`;

/** One that was received a minute ago and not looked at yet stands still, like a parked one; the dashboard leads to both. */
export const needsSomebody = sql<SqlBool>`${isUndecided} and (notification.state = 'parked'
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
] as const;

function fromNotifications(db: ReadDatabase) {
  return db
    .selectFrom("card_notification as notification")
    .leftJoin("projection.order_state as order", "order.order_id", "notification.order_id");
}

/** Of each state, and as parked all that need somebody. */
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
