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

/** A bank gives the day of a payment and no hour: noon of that day, but not before the order or after the command. */
export function timeOfPayment(
  noon: string,
  { placedAt, now }: Readonly<{ placedAt: string; now: string }>,
): string {
  const notBefore = noon < placedAt ? placedAt : noon;
  return notBefore < now ? notBefore : now;
}
