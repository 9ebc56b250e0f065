import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { rulesByType } from "../edges/finance/import/import-checks.ts";
import { checkAgainstProjections } from "../projections/compare/check-against-projections.ts";
import { applyToProjections } from "../projections/fold/projections.fold.ts";
import type { RecordedLedgerEvent } from "../projections/ledger-catalogue.ts";
import type { PassedEvent } from "../projections/rebuild/ledger-pass.ts";
import type { Figures } from "../projections/rebuild/member-totals.ts";
import { createMemoryProjections } from "../projections/store/memory-projections.ts";

/** Some events of a history as a pass over its ledger has them: `passOverLedger` in memory. */
export function passOf(events: Iterable<RecordedLedgerEvent>): PassedEvent[] {
  const all = [...events];
  const lastOnes = new Map(all.map(({ streamId, position }) => [streamId, position]));
  return all.map((event, index) => ({
    event: { ...event, position: index + 1 },
    position: event.position,
    isLast: lastOnes.get(event.streamId) === event.position,
  }));
}

/** The rows of the figures, or the position of the event with which they cannot be told. */
export type Outcome =
  | Readonly<{ members: Figures["members"]["all"]; wallets: Figures["wallets"]["all"] }>
  | Readonly<{ refusedAt: number }>;

/** Imports some events of a history into an empty ledger in memory, by the rules of `finance import`. */
export function importAlone(events: Iterable<RecordedLedgerEvent>): Outcome {
  const projections = createMemoryProjections();
  const streams = new Map<string, { version: number; state: unknown }>();
  let count = 0;
  for (const original of events) {
    count += 1;
    const event = { ...original, position: count };
    try {
      const { version, state } = streams.get(event.streamId) ?? { version: 0, state: undefined };
      if (event.streamVersion !== version + 1) throw new DomainError("ledger.wrong-stream");
      const rules = rulesByType.get(event.type);
      const next = rules?.evolve(version === 0 ? rules.initialState : state, event);
      streams.set(event.streamId, { version: version + 1, state: next });
      checkAgainstProjections(projections, event);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { refusedAt: original.position };
    }
    applyToProjections(projections, event);
  }
  return { members: projections.members.all, wallets: projections.wallets.all };
}
