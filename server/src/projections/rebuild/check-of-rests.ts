import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Projections } from "../../platform/read-model/projection-tables.ts";
import { type AccruedAfter, checkAcrossStreams } from "../compare/check-against-projections.ts";
import type { PassedEvent } from "./ledger-pass.ts";
import { ReplayStopped } from "./replay-events.ts";

/**
 * As of a date, an event may count while an event of another stream that it rests on does not: in an imported history, an
 * order may be dated before its seller joined. Figures of that time would be wrong without a word, so the pass stops at the
 * event that an import of the counted events refuses too (docs/domain.md, "As of a date").
 *
 * An event before which nothing was left out has all that it rested on when it was recorded, and is not checked.
 */
export function createCheckOfRests(projections: Projections) {
  /** How many events count before the first one that is left out. */
  let whole: number | null = null;
  /** The entries after those, by beneficiary. */
  const entries = new Map<number, { position: number; amount: number }[]>();
  const accruedAfter: AccruedAfter = (userId, position) =>
    (entries.get(userId) ?? []).reduce(
      (sum, entry) => (entry.position > position ? sum + entry.amount : sum),
      0,
    );

  return {
    /** @throws ReplayStopped */
    check({ event, position }: PassedEvent): void {
      if (event.position === position) return;
      whole ??= event.position - 1;
      if (event.type === "PayoutRequested") {
        const { throughPosition = whole + 1 } = event.data;
        // What was due at a cut-off up to which the ledger is whole is what it was.
        if (throughPosition <= whole) return;
      }
      checkRests(projections, { event, position }, accruedAfter);
    },
    /** Has to be called after each event was folded. */
    remember({ event, position }: PassedEvent): void {
      if (event.position === position) return;
      for (const { beneficiaryId, amount } of projections.commissionEntries) {
        const own = entries.get(beneficiaryId) ?? [];
        own.push({ position: event.position, amount });
        entries.set(beneficiaryId, own);
      }
    },
  };
}

/** @throws ReplayStopped for an event that rests on one of another stream that does not count */
export function checkRests(
  projections: Projections,
  { event, position }: Pick<PassedEvent, "event" | "position">,
  accruedAfter: AccruedAfter,
): void {
  try {
    checkAcrossStreams(projections, event, accruedAfter);
  } catch (error) {
    throw error instanceof DomainError ? new ReplayStopped(position, datedLater(error)) : error;
  }
}

function datedLater({ message }: DomainError): Error {
  return new Error(`it rests on an event that is dated later, so it cannot count yet. ${message}`);
}
