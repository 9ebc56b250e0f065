import { daysEarlier } from "@portal/shared/platform/calendar.ts";
import {
  reminderAfterHours,
  type ReminderObstacle,
  reminderObstacles,
  remindersMax,
} from "@portal/shared/money/payment-reminders.ts";

/** An order that somebody may be reminded of, as it is now. */
export type ReminderCandidate = Readonly<{
  orderId: string;
  orderNumber: number;
  isLive: boolean;
  /** Placed, neither paid in full nor cancelled. */
  isUnpaid: boolean;
  placedAt: string;
  /** Of the buyer's address; null without one. */
  addressHash: string | null;
  /** The address gets no more reminders. */
  hasStopped: boolean;
  /** This order or another one of the address was reminded of on this day of the order's region. */
  wasRemindedToday: boolean;
}>;

/** Why the order gets no reminder now, whatever the others get; null where it may. */
export function obstacleOf(
  order: Omit<ReminderCandidate, "orderId" | "orderNumber">,
  now: string,
): ReminderObstacle | null {
  if (!order.isLive) return "not-live";
  if (!order.isUnpaid) return "not-unpaid";
  if (order.placedAt > daysEarlier(now, reminderAfterHours / 24)) return "too-new";
  if (order.addressHash === null) return "no-address";
  if (order.hasStopped) return "opted-out";
  return order.wasRemindedToday ? "reminded-today" : null;
}

/** The order and the digest of the address that its reminder goes to. */
export type DueReminder = Pick<ReminderCandidate, "orderId" | "orderNumber"> &
  Readonly<{ addressHash: string }>;
type Skipped = Readonly<{ orderNumber: number | null; reason: ReminderObstacle }>;
export type ReminderPlan = Readonly<{
  due: readonly DueReminder[];
  skipped: readonly Skipped[];
  /** Due as well, beyond the number of one press. */
  leftOver: number;
}>;

/**
 * One reminder for each order and each address: of one address's orders the oldest. The oldest orders come first, up to the
 * number of one press.
 */
export function planReminders(orders: readonly ReminderCandidate[], now: string): ReminderPlan {
  const due: DueReminder[] = [];
  const skipped: Skipped[] = [];
  const addressed = new Set<string>();
  const oldestFirst = orders.toSorted((one, other) => {
    if (one.placedAt === other.placedAt) return one.orderNumber - other.orderNumber;
    return one.placedAt < other.placedAt ? -1 : 1;
  });
  for (const order of oldestFirst) {
    const { orderId, orderNumber, addressHash } = order;
    const reason = obstacleOf(order, now);
    if (reason !== null) skipped.push({ orderNumber, reason });
    else if (addressHash === null || addressed.has(addressHash))
      skipped.push({ orderNumber, reason: "same-address" });
    else {
      addressed.add(addressHash);
      due.push({ orderId, orderNumber, addressHash });
    }
  }
  return {
    due: due.slice(0, remindersMax),
    skipped,
    leftOver: Math.max(0, due.length - remindersMax),
  };
}

/** Of each reason some order numbers are named. */
const namedMax = 5;

/** How many orders get no reminder, by the reason. */
export function skippedByReason(skipped: readonly Skipped[]) {
  return reminderObstacles.flatMap((reason) => {
    const own = skipped.filter((each) => each.reason === reason);
    const numbers = own.flatMap(({ orderNumber }) => orderNumber ?? []);
    return own.length === 0
      ? []
      : [{ reason, orders: own.length, orderNumbers: numbers.slice(0, namedMax) }];
  });
}
