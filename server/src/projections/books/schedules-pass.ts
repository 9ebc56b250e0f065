import {
  bpsOfDay,
  registrationIn,
  type VatDays,
  type VatRegistrations,
} from "@portal/shared/catalogue/vat-registration.ts";
import { addDays, type Day, dayOf, type FirstAndLast } from "@portal/shared/platform/calendar.ts";
import { excess, kept } from "@portal/shared/sales/orders/order-money.ts";
import {
  fourMonthsAfter,
  type ScheduleEntries,
  type ScheduleEntry,
  vatIn,
  type VatSchedule,
  vatSchedulesOf,
} from "../../money/books/vat-schedules.rules.ts";
import { bookedDay, type Calendar } from "../../money/statements/statement.rules.ts";
import type { OrderRow } from "../../platform/read-model/projection-tables.ts";
import { orderIdOf } from "../fold/keys-of-event.ts";
import { fulfilmentAfter } from "../fold/order.projection.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import type { PassedEvent } from "../rebuild/ledger-pass.ts";
import { type BookedOrder, bookedOrderOf, documentOf, stepOf } from "./journal.rules.ts";

/** The own day of an event, and the day on which it counts in the books. */
type Days = Readonly<{ ownDay: Day; postingDate: Day }>;

/** Money that came. */
type Rise = Days & Readonly<{ amount: number }>;

type ScheduledOrder = Readonly<{
  order: BookedOrder;
  isCancelled: boolean;
  hasWaybill: boolean;
  fulfilment: OrderRow["fulfilment"];
  /** What is kept, and what of it is beyond what is due, by the rises that it is left of, oldest first. */
  kept: readonly Rise[];
  excess: readonly Rise[];
  /** The invoice that an undone payment took back and no later payment renewed. */
  takenBack: Readonly<{ day: Day; gross: number; vatBps: number | null }> | null;
}>;

type SchedulesPass = Readonly<{
  add: (passed: PassedEvent) => void;
  schedules: () => readonly VatSchedule[];
}>;

/**
 * The schedules of the VAT of a period (docs/finance.md, "VAT of a period"): the orders as they are after all events that are
 * posted by the last day, so that those of a closed month never change, beside what they were before the first one. Memory grows
 * with the orders that are open or listed.
 */
export function createSchedulesPass(
  calendar: Calendar,
  registration: VatRegistrations,
  { from, to }: FirstAndLast,
): SchedulesPass {
  const last = addDays(from, -1);
  const orders = new Map<string, AtBothDays>();

  function after(known: ScheduledOrder | null, event: RecordedLedgerEvent, days: Days) {
    if (event.type === "OrderPlaced") {
      const order = bookedOrderOf(event);
      return order.live ? scheduledOrderOf(order) : known;
    }
    return known && scheduledAfter(known, event, { ...days, registration });
  }

  return {
    add({ event, position, isLast }) {
      const orderId = orderIdOf(event);
      if (orderId === null) return;
      const ownDay = dayOf(event.occurredAt, calendar.timeZone);
      const postingDate = bookedDay(calendar, { day: ownDay, position });
      const days = { ownDay, postingDate };
      const known = orders.get(orderId) ?? noOrder;
      const present = postingDate <= to ? after(known.present, event, days) : known.present;
      // Until something is posted within the period, they are one.
      const shared = known.before === known.present ? present : null;
      const before =
        postingDate <= last ? (shared ?? after(known.before, event, days)) : known.before;
      const isOver = [before, present].every(
        (each) => each === null || (isLast && !isListed(each, registration)),
      );
      if (isOver) orders.delete(orderId);
      else orders.set(orderId, { before, present });
    },
    schedules() {
      const all = [...orders.values()];
      const at = (end: Day, which: keyof AtBothDays) =>
        entriesAt(
          end,
          all.flatMap((each) => each[which] ?? []),
          registration,
        );
      return vatSchedulesOf(at(last, "before"), at(to, "present"));
    },
  };
}

/** An order before the period and at its end. What is recorded may be posted on an earlier day than what was recorded before it. */
type AtBothDays = Readonly<Record<"before" | "present", ScheduledOrder | null>>;
const noOrder: AtBothDays = { before: null, present: null };

function entriesAt(
  day: Day,
  orders: readonly ScheduledOrder[],
  registrations: VatRegistrations,
): ScheduleEntries {
  return {
    "part-payments": orders.flatMap((each) => partPaymentOf(each, vatDaysOf(each, registrations))),
    "old-overpayments": orders.flatMap((each) =>
      overpaymentsOf(each, vatDaysOf(each, registrations)).filter((entry) => entry.day <= day),
    ),
    "shipped-unpaid": orders.flatMap(unpaidShipmentOf),
  };
}

function vatDaysOf({ order }: ScheduledOrder, registrations: VatRegistrations): VatDays {
  return registrationIn(registrations, order.region).vatDays;
}

function scheduledOrderOf(order: BookedOrder): ScheduledOrder {
  return {
    order,
    isCancelled: false,
    hasWaybill: false,
    fulfilment: null,
    kept: [],
    excess: [],
    takenBack: null,
  };
}

function scheduledAfter(
  before: ScheduledOrder,
  event: RecordedLedgerEvent,
  { registration, ...days }: Days & Readonly<{ registration: VatRegistrations }>,
): ScheduledOrder {
  const step = stepOf(before.order, event, registration);
  const order = step.after;
  const document = documentOf(event, step);
  const isCancelled = before.isCancelled || event.type === "OrderCancelled";
  return {
    order,
    isCancelled,
    hasWaybill: before.hasWaybill || event.type === "ShipmentCreated",
    fulfilment: fulfilmentAfter(before.fulfilment, event),
    kept: leftOf(before.kept, kept(order), days),
    excess: leftOf(before.excess, excessOf(order, isCancelled), days),
    takenBack:
      document?.kind === "cancelled-invoice"
        ? { day: days.postingDate, gross: document.gross, vatBps: document.vatBps }
        : document?.kind === "invoice"
          ? null
          : before.takenBack,
  };
}

/** A part payment is none: nothing is sold yet that it could exceed. */
function excessOf(order: BookedOrder, isCancelled: boolean): number {
  return order.isPaid || isCancelled ? excess(order) : 0;
}

/** A fall takes what rose first, so what is left is of the newest rises. */
function leftOf(parts: readonly Rise[], present: number, days: Days): readonly Rise[] {
  const before = parts.reduce((sum, { amount }) => sum + amount, 0);
  if (present > before) return [...parts, { ...days, amount: present - before }];
  let fall = before - present;
  return parts.flatMap((part) => {
    const taken = Math.min(fall, part.amount);
    fall -= taken;
    return taken === part.amount ? [] : [{ ...part, amount: part.amount - taken }];
  });
}

function isListed(scheduled: ScheduledOrder, registrations: VatRegistrations): boolean {
  const vatDays = vatDaysOf(scheduled, registrations);
  return [partPaymentOf, overpaymentsOf, unpaidShipmentOf].some(
    (entriesOf) => entriesOf(scheduled, vatDays).length > 0,
  );
}

/** The parts that came on days with registration for VAT. */
function partPaymentOf(
  { order, isCancelled, kept: parts }: ScheduledOrder,
  vatDays: VatDays,
): readonly ScheduleEntry[] {
  const { vatBps } = order;
  const listed = parts.filter(({ ownDay: day }) => bpsOfDay(vatDays, { vatBps, day }) !== null);
  const [first] = listed;
  if (order.isPaid || isCancelled || !first) return [];
  const gross = listed.reduce((sum, { amount }) => sum + amount, 0);
  return entryOf(order, { day: first.ownDay, gross, vatBps });
}

function overpaymentsOf(
  { order, excess: parts }: ScheduledOrder,
  vatDays: VatDays,
): readonly ScheduleEntry[] {
  const { vatBps } = order;
  return parts.flatMap(({ ownDay, postingDate, amount: gross }) => {
    const ended = fourMonthsAfter(ownDay);
    // What was recorded late is asked for when it is posted.
    const day = ended > postingDate ? ended : postingDate;
    return entryOf(order, { day, gross, vatBps: bpsOfDay(vatDays, { vatBps, day }) });
  });
}

/**
 * As the office's task "sent, not paid": with a courier, or packed for its collector and not sent otherwise since. It is cancelled
 * once the goods are back, and then nothing was supplied.
 */
function unpaidShipmentOf(scheduled: ScheduledOrder): readonly ScheduleEntry[] {
  const { order, isCancelled, hasWaybill, fulfilment, takenBack } = scheduled;
  const isOut = !isCancelled && (hasWaybill || fulfilment === "ready-to-collect");
  return isOut && takenBack ? entryOf(order, takenBack) : [];
}

/** Nothing where the seller was not registered for VAT. */
function entryOf(
  order: BookedOrder,
  { day, gross, vatBps }: Readonly<{ day: Day; gross: number; vatBps: number | null }>,
): readonly ScheduleEntry[] {
  if (vatBps === null) return [];
  const { orderId, orderNumber, currency, total } = order;
  const money = { day, gross, vat: vatIn(gross, vatBps) };
  const ofOrder = { orderGross: total, orderVat: vatIn(total, vatBps) };
  return [{ orderId, orderNumber, currency, vatBps, ...money, ...ofOrder }];
}
