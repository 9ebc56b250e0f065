import { type WalletFigures, balanceOf, owedBy } from "@portal/shared/money/wallet-figures.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { LedgerEvent, RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { payableOf } from "../../money/wallets/wallet.rules.ts";
import type { Projections } from "../../platform/read-model/projection-tables.ts";
import { streamOf } from "../fold/keys-of-event.ts";

type DataOf<Type extends LedgerEvent["type"]> = Extract<LedgerEvent, { type: Type }>["data"];

/** The sum of a person's commission entries after a position. */
export type AccruedAfter = (userId: number, position: number) => number;

/**
 * Checks an imported event against the projections before it, for rules across streams. The rules within a stream
 * are checked by its decider's `evolve`.
 *
 * Projections that hold only the newest entries have to pass `accruedAfter`, because a payout request may name an
 * earlier cut-off.
 *
 * @throws DomainError
 */
export function checkAgainstProjections(
  projections: Projections,
  event: RecordedLedgerEvent,
  accruedAfter: AccruedAfter = (userId, position) => accruedInMemory(projections, userId, position),
): void {
  const stream = streamOf(event);
  if (event.streamId !== stream) throw new DomainError("ledger.wrong-stream", stream);
  // Not as of a date: the money may be dated before the reversal for which it came.
  if (
    event.type === "CommissionRepaid" ||
    event.type === "CreditSetOff" ||
    event.type === "CommissionWrittenOff"
  )
    requireOwed(projections, event.data);
  checkAcrossStreams(projections, event, accruedAfter);
}

/**
 * The rules between an event and the events of other streams that it rests on.
 *
 * @throws DomainError
 */
export function checkAcrossStreams(
  projections: Projections,
  event: RecordedLedgerEvent,
  accruedAfter: AccruedAfter,
): void {
  switch (event.type) {
    case "OrderPlaced":
    case "OrderReassigned":
      return requireSeller(projections, event.data.sellerId);
    case "PayoutRequested":
      return requireDue(projections, event, accruedAfter);
    case "CommissionConverted":
      return requireConvertible(projections, event.data);
    case "MonthClosed":
      return requirePast(event);
    default:
  }
}

function requireSeller({ members }: Projections, sellerId: number | null): void {
  if (sellerId === null || members.get(sellerId)) return;
  throw new DomainError("network.unknown-member", String(sellerId));
}

/** A closing that includes later events would change the month that it closes. */
function requirePast({
  data,
  position,
}: Extract<RecordedLedgerEvent, { type: "MonthClosed" }>): void {
  if (data.throughPosition >= position) throw new DomainError("month.wrong-facts");
}

function requireDue(
  projections: Projections,
  { data, position }: Extract<RecordedLedgerEvent, { type: "PayoutRequested" }>,
  accruedAfter: AccruedAfter,
): void {
  const { payoutId, userId, requested, throughPosition } = data;
  if (projections.payouts.get(payoutId))
    throw new DomainError("payout.already-requested", payoutId);
  if (throughPosition !== undefined && throughPosition >= position)
    throw new DomainError("wallet.wrong-amounts", "the cut-off is not in the past");

  const now = figuresOf(projections, userId);
  const later = throughPosition === undefined ? 0 : accruedAfter(userId, throughPosition);
  const then = { ...now, accrued: now.accrued - later };
  // The wallet's own stream checks that there is enough credit to net.
  if (requested > balanceOf(then))
    throw new DomainError("wallet.wrong-amounts", `the balance is ${balanceOf(then)}`);
}

/** Only entries since the cut-off count, so the scan starts at the newest and stops there. */
function accruedInMemory(
  { commissionEntries }: Projections,
  userId: number,
  position: number,
): number {
  let sum = 0;
  for (let at = commissionEntries.length - 1; at >= 0; at--) {
    const entry = commissionEntries[at];
    if (!entry || entry.position <= position) break;
    if (entry.beneficiaryId === userId) sum += entry.amount;
  }
  return sum;
}

function requireConvertible(projections: Projections, data: DataOf<"CommissionConverted">): void {
  const openPayoutId = projections.wallets.get(data.userId)?.openPayoutId ?? null;
  const open = openPayoutId === null ? undefined : projections.payouts.get(openPayoutId);
  // The waiting period is a present setting that did not necessarily apply when this event happened.
  const held = { requested: open?.requested ?? 0, waiting: 0 };
  if (data.amount > payableOf(figuresOf(projections, data.userId), held))
    throw new DomainError("wallet.balance-too-small");
}

function requireOwed(
  projections: Projections,
  data: DataOf<"CommissionRepaid" | "CreditSetOff" | "CommissionWrittenOff">,
): void {
  const owed = owedBy(figuresOf(projections, data.userId));
  if (data.amount > owed) throw new DomainError("wallet.wrong-amounts", `owed are ${owed}`);
}

function figuresOf({ wallets }: Projections, userId: number): WalletFigures {
  return wallets.get(userId) ?? { accrued: 0, paid: 0, credit: 0 };
}
