import type { Day } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";

/** What the office says of a bank transfer, and what its rules need. Days are those of the order's time zone. */
export type OfficeEntry = Readonly<{
  receivedOn: Day;
  placedOn: Day;
  today: Day;
  /** Recorded transfers of the same amount and day: of this order, and with the same reference of others. */
  same: Readonly<{ onThisOrder: number; onOthers: number }>;
  /** How many recorded payments the person was shown; undefined: none were shown. */
  knownPayments: number | undefined;
}>;

/**
 * The day lies between the order and today. A payment for a paid order, or one that looks like a recorded one, needs the
 * consent of a person who was shown what is there (docs/domain.md, "Orders and payments").
 *
 * @throws DomainError order.payment-before-order, order.payment-in-future, order.second-payment
 */
export function requireEntry(
  { receivedOn, placedOn, today, same, knownPayments = -1 }: OfficeEntry,
  order: Readonly<{ isPaid: boolean; payments: readonly Readonly<{ isUndone: boolean }>[] }>,
): void {
  if (receivedOn < placedOn)
    throw new DomainError("order.payment-before-order", { field: "receivedOn" });
  if (receivedOn > today) throw new DomainError("order.payment-in-future", { field: "receivedOn" });
  const standing = order.payments.filter(({ isUndone }) => !isUndone).length;
  const count = (order.isPaid ? standing : same.onThisOrder) + same.onOthers;
  if ((order.isPaid || count > 0) && knownPayments < count)
    throw new DomainError("order.second-payment");
}

/** What a payment comes after in its order. */
export type EarlierMoney = Readonly<{
  placedAt: string;
  /** The latest payment that was undone; null where none was. */
  undoneAt: string | null;
  /** The latest payment, refund, or undone payment; null where there was none. */
  movedAt: string | null;
}>;

/**
 * A bank gives the day of a payment and no hour: noon of that day, but not after the command, and not before the order was
 * placed or a payment of it was undone: the one that is recorded again would count beside the one that still counted on that
 * day. The order is paid when the last of its money moved.
 */
export function timesOfPayment(
  noon: string,
  { placedAt, undoneAt, movedAt }: EarlierMoney,
  now: string,
): Readonly<{ receivedAt: string; paidAt: string }> {
  const notBefore = latest(noon, latest(placedAt, undoneAt));
  const receivedAt = notBefore < now ? notBefore : now;
  return { receivedAt, paidAt: latest(receivedAt, movedAt) };
}

function latest(one: string, other: string | null): string {
  return other !== null && other > one ? other : one;
}
