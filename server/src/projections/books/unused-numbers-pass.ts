import { type FirstAndLast, dayOf } from "@portal/shared/platform/calendar.ts";
import type { UnusedNumber } from "../../money/books/document-register.rules.ts";
import type { SkippedNumbers } from "../../money/books/skipped-numbers.queries.ts";
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
 * invoice there. What a restore skipped counts on the day of the restore.
 */
export function createUnusedNumbersPass(
  calendar: Calendar,
  skipped: readonly SkippedNumbers[],
  { from, to }: FirstAndLast,
): UnusedNumbersPass {
  const orders = new Map<string, UnusedNumber>();
  const countedOn = (at: string, position: number) => {
    const ownDay = dayOf(at, calendar.timeZone);
    return { ownDay, postingDate: bookedDay(calendar, { day: ownDay, position }) };
  };
  return {
    add({ event, position }) {
      const orderId = orderIdOf(event);
      if (orderId === null || (event.type !== "OrderPlaced" && !orders.has(orderId))) return;
      const { ownDay, postingDate } = countedOn(event.occurredAt, position);
      if (postingDate > to) return;
      if (event.type === "OrderPlaced") {
        if (postingDate < from) return;
        const { orderNumber, live, total } = event.data;
        const reason = live ? (total === 0 ? "free" : "unpaid") : "test";
        orders.set(orderId, {
          orderId,
          orderNumber,
          lastNumber: null,
          ownDay,
          postingDate,
          reason,
        });
        return;
      }
      const order = orders.get(orderId);
      if (order?.reason !== "unpaid") return;
      if (event.type === "OrderPaid") orders.delete(orderId);
      if (event.type === "OrderCancelled") orders.set(orderId, { ...order, reason: "cancelled" });
    },
    unused() {
      const restored = skipped
        .map(({ first, last, at, position }) => ({
          orderId: null,
          orderNumber: first,
          lastNumber: last,
          reason: "restored" as const,
          ...countedOn(at, position),
        }))
        .filter(({ postingDate }) => from <= postingDate && postingDate <= to);
      return [...orders.values(), ...restored].toSorted(
        (one, other) => one.orderNumber - other.orderNumber,
      );
    },
  };
}
