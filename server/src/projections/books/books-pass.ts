import type { BuyerKind } from "@portal/shared/money/books.ts";
import type { VatRegistrations } from "@portal/shared/catalogue/vat-registration.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { BookEntry } from "../../money/books/book-entry.rules.ts";
import type { MoneyBooked } from "../../sales/bank-entries/bank-entry.events.ts";
import { orderIdOf } from "../fold/keys-of-event.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { createCheckOfRests } from "../rebuild/check-of-rests.ts";
import type { PassedEvent } from "../rebuild/ledger-pass.ts";
import { createPassingProjections } from "../rebuild/passing-projections.ts";
import { lineIdOf, lineOfEntry } from "./bank-entries.rules.ts";
import {
  awaitedOf,
  type BookedOrder,
  bookedOrderOf,
  documentOf,
  linesOf,
  type OrderStep,
  stepOf,
} from "./journal.rules.ts";

type BooksPass = Readonly<{
  /** @throws ReplayStopped for an event that cannot be folded, or that rests on one that does not count */
  add: (passed: PassedEvent) => void;
  /** Σ of what live orders still have to bring in, in minor units. */
  awaited: ReadonlyMap<Currency, number>;
}>;

/**
 * The books by a pass over the ledger. An entry has the event's position in the ledger, and is given on at once, so that
 * memory grows with what its receiver keeps.
 *
 * @param of.currency of wallets and of the bank: the portal's
 * @param of.commission false where its accounts are not wanted: they alone rest on events of other streams
 */
export function createBooksPass(
  of: Readonly<{
    currency: Currency;
    registration: VatRegistrations;
    commission?: boolean;
    onEntry: (entry: BookEntry) => void;
  }>,
): BooksPass {
  const { projections, apply } = createPassingProjections();
  const rests = of.commission === false ? null : createCheckOfRests(projections);
  const orders = new Map<string, BookedOrder>();
  const testOrders = new Set<string>();
  const bankEntries = new Map<string, MoneyBooked>();
  const awaited = new Map<Currency, number>();

  function buyerOf({ buyerId }: BookedOrder): BuyerKind {
    return buyerId === null ? "guest" : (projections.members.get(buyerId)?.kind ?? "customer");
  }

  function addAwaited(order: BookedOrder, change: number): void {
    if (change !== 0) awaited.set(order.currency, (awaited.get(order.currency) ?? 0) + change);
  }

  /** Null for an event of no order, and for one that only begins an order. */
  function stepTo(event: RecordedLedgerEvent, isLast: boolean): OrderStep | null {
    if (event.type === "OrderPlaced") {
      const order = bookedOrderOf(event);
      if (!order.live) testOrders.add(order.orderId);
      if (!isLast) orders.set(order.orderId, order);
      addAwaited(order, awaitedOf(order));
      return null;
    }
    const orderId = orderIdOf(event);
    const before = orderId === null ? undefined : orders.get(orderId);
    if (orderId === null || before === undefined) return null;
    const step = stepOf(before, event, of.registration);
    addAwaited(before, awaitedOf(step.after) - awaitedOf(before));
    if (isLast) orders.delete(orderId);
    else orders.set(orderId, step.after);
    return step;
  }

  return {
    awaited,
    add(passed) {
      rests?.check(passed);
      apply(passed);
      rests?.remember(passed);
      const { event, position, isLast } = passed;
      const step = stepTo(event, isLast);
      const { data, type, occurredAt } = event;
      const document = step && documentOf(event, step);
      const commission = projections.commissionEntries.reduce((sum, { amount }) => sum + amount, 0);
      const isTestOrder = "orderId" in data && testOrders.has(data.orderId);
      if (event.type === "MoneyBooked") bankEntries.set(event.data.entryId, event.data);
      const takenBack =
        event.type === "MoneyUnbooked" ? (bankEntries.get(event.data.entryId) ?? null) : null;
      const booked = event.type === "MoneyBooked" ? event.data : takenBack;
      const lines = linesOf(event, { step, document, commission, isTestOrder, takenBack });
      if (lines.length === 0) return;
      of.onEntry({
        position,
        event: type,
        occurredAt,
        currency: step?.before.currency ?? of.currency,
        orderId: "orderId" in data ? data.orderId : null,
        orderNumber: step?.before.orderNumber ?? null,
        buyer: step && buyerOf(step.before),
        userId: step === null && "userId" in data ? data.userId : null,
        payoutId:
          event.type === "PayoutPaid" ||
          event.type === "PayoutReturned" ||
          event.type === "PayoutReturnUndone"
            ? event.data.payoutId
            : null,
        bankKind: booked?.kind ?? null,
        bankLineId: booked ? lineOfEntry(booked) : lineIdOf(event),
        settlementLineId: booked?.settlementLineId ?? null,
        bankEntryId: booked?.entryId ?? null,
        period: booked?.period ?? null,
        document,
        lines,
      });
    },
  };
}
