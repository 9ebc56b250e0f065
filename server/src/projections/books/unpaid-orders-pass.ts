import { type Day, dayOf } from "@portal/shared/platform/calendar.ts";
import type { UnpaidAtEnd } from "../../money/books/ageing.rules.ts";
import { bookedDay, type Calendar } from "../../money/statements/statement.rules.ts";
import { orderIdOf } from "../fold/keys-of-event.ts";
import type { PassedEvent } from "../rebuild/ledger-pass.ts";
import { awaitedOf, type BookedOrder, bookedOrderOf, orderAfter } from "./journal.rules.ts";

type UnpaidOrdersPass = Readonly<{
  add: (passed: PassedEvent) => void;
  /** The oldest first. */
  unpaid: () => readonly UnpaidAtEnd[];
}>;

/**
 * The orders that were not paid in full at the end of a day, after all events that are posted by then: those of a closed
 * month never change. Memory grows with the orders that are open or listed.
 */
export function createUnpaidOrdersPass(calendar: Calendar, lastDay: Day): UnpaidOrdersPass {
  const orders = new Map<string, Readonly<{ order: BookedOrder; placedOn: Day }>>();
  return {
    add({ event, position, isLast }) {
      const orderId = orderIdOf(event);
      if (orderId === null) return;
      const day = dayOf(event.occurredAt, calendar.timeZone);
      if (bookedDay(calendar, { day, position }) <= lastDay) {
        const known = orders.get(orderId);
        if (event.type === "OrderPlaced")
          orders.set(orderId, { order: bookedOrderOf(event), placedOn: day });
        else if (known) orders.set(orderId, { ...known, order: orderAfter(known.order, event) });
      }
      const known = orders.get(orderId);
      if (isLast && known && awaitedOf(known.order) === 0) orders.delete(orderId);
    },
    unpaid: () =>
      [...orders.values()]
        .map(({ order, placedOn }) => {
          const { orderId, orderNumber, currency } = order;
          return { orderId, orderNumber, placedOn, currency, outstanding: awaitedOf(order) };
        })
        .filter(({ outstanding }) => outstanding > 0)
        .toSorted(
          (one, other) =>
            one.placedOn.localeCompare(other.placedOn) || one.orderNumber - other.orderNumber,
        ),
  };
}
