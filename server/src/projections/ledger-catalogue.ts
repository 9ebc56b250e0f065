import { type ClosingEvent, closingEventDefinitions } from "../money/statements/closing.events.ts";
import { type WalletEvent, walletEventDefinitions } from "../money/wallets/wallet.events.ts";
import {
  type CommissionPlanEvent,
  commissionPlanEventDefinitions,
} from "../network/commissions/commission-plan.events.ts";
import { type NetworkEvent, networkEventDefinitions } from "../network/members/network.events.ts";
import { createCatalogue, type RecordedOf } from "../platform/ledger/event-catalogue.ts";
import {
  type BankEntryEvent,
  bankEntryEventDefinitions,
} from "../sales/bank-entries/bank-entry.events.ts";
import { type OrderEvent, orderEventDefinitions } from "../sales/orders/order.events.ts";

/** Every event type of this product (docs/domain.md, "The ledger's events"). */
export const ledgerCatalogue = createCatalogue(
  ...networkEventDefinitions,
  ...orderEventDefinitions,
  ...walletEventDefinitions,
  ...commissionPlanEventDefinitions,
  ...closingEventDefinitions,
  ...bankEntryEventDefinitions,
);

export type LedgerEvent =
  | NetworkEvent
  | OrderEvent
  | WalletEvent
  | CommissionPlanEvent
  | ClosingEvent
  | BankEntryEvent;
export type RecordedLedgerEvent = RecordedOf<LedgerEvent>;

/** `asOf` limits when an event happened, `knownAt` when it was recorded. Both are inclusive. */
export type ClockLimits = Readonly<{ asOf?: string | undefined; knownAt?: string | undefined }>;

/** The events that count within the limits, in ledger order. */
export function* eventsAsOf(
  events: Iterable<RecordedLedgerEvent>,
  limits: ClockLimits,
): Generator<RecordedLedgerEvent> {
  const counts = countingWithin(limits);
  for (const event of events) if (counts(event)) yield event;
}

type Dated = Pick<RecordedLedgerEvent, "streamId" | "occurredAt" | "recordedAt">;

/**
 * Whether each event counts within the limits; has to be asked about all of them, in ledger order. An event counts as of a
 * time if it and all events before it in its stream happened by then, so that none counts without those that it follows
 * (docs/domain.md, "As of a date").
 */
export function countingWithin(limits: ClockLimits): (event: Dated) => boolean {
  const isWithin = withinClocks(limits);
  const ended = new Set<string>();
  return (event) => {
    if (isWithin(event) && !ended.has(event.streamId)) return true;
    ended.add(event.streamId);
    return false;
  };
}

/** Instants are compared as numbers, because ISO strings of the same instant may differ in fractions. */
function withinClocks({ asOf, knownAt }: ClockLimits): (event: Dated) => boolean {
  const happenedBy = asOf === undefined ? Number.POSITIVE_INFINITY : Date.parse(asOf);
  const recordedBy = knownAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(knownAt);
  return ({ occurredAt, recordedAt }) =>
    (asOf === undefined || Date.parse(occurredAt) <= happenedBy) &&
    (knownAt === undefined || Date.parse(recordedAt) <= recordedBy);
}
