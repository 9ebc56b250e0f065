import { type FirstAndLast, dayOf } from "@portal/shared/platform/calendar.ts";
import type { UnusedNumber } from "../../money/books/document-register.rules.ts";
import { bookedDay, type Calendar } from "../../money/statements/statement.rules.ts";
import { orderIdOf } from "../fold/keys-of-event.ts";
import type { PassedEvent } from "../rebuild/ledger-pass.ts";

type UnusedNumbersPass = Readonly<{
  add: (passed: PassedEvent) => void;
  /** By number. */
  unused: () => readonly UnusedNumber[];
}>;

/**
 * The numbers of the orders that were placed in a period and that no invoice had at its end, by the posting days: what
 * happens later, or is recorded after the period was closed, changes none. An order that is paid in a later period has its
 * invoice there.
 */
export function createUnusedNumbersPass(
  calendar: Calendar,
  { from, to }: FirstAndLast,
): UnusedNumbersPass {
  const orders = new Map<string, UnusedNumber>();
  return {
    add({ event, position }) {
      const orderId = orderIdOf(event);
      if (orderId === null || (event.type !== "OrderPlaced" && !orders.has(orderId))) return;
      const ownDay = dayOf(event.occurredAt, calendar.timeZone);
      const postingDate = bookedDay(calendar, { day: ownDay, position });
      if (postingDate > to) return;
      if (event.type === "OrderPlaced") {
        if (postingDate < from) return;
        const { orderNumber, live, total } = event.data;
        const reason = live ? (total === 0 ? "free" : "unpaid") : "test";
        orders.set(orderId, { orderId, orderNumber, ownDay, postingDate, reason });
        return;
      }
      const order = orders.get(orderId);
      if (order?.reason !== "unpaid") return;
      if (event.type === "OrderPaid") orders.delete(orderId);
      if (event.type === "OrderCancelled") orders.set(orderId, { ...order, reason: "cancelled" });
    },
    unused: () =>
      [...orders.values()].toSorted((one, other) => one.orderNumber - other.orderNumber),
  };
}
