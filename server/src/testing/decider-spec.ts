import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { expect } from "vitest";
import { type Decider, type Fact, fold } from "../platform/ledger/decider.ts";

/**
 * Given a history, when a command is decided, then events happen or it is refused. Decided events are also evolved, so
 * that no decision can produce an event that its own stream would refuse.
 */
export function specify<State, Command, Event extends Fact>(
  decider: Decider<State, Command, Event>,
) {
  return (...history: Event[]) => {
    const given = () => fold(decider, history);
    return {
      when(command: Command) {
        const decide = () => {
          const events = decider.decide(command, given());
          events.reduce(decider.evolve, given());
          return events;
        };
        return {
          thenHappened: (...expected: Event[]) => expect(decide()).toEqual(expected),
          thenNothing: () => expect(decide()).toEqual([]),
          thenRefused: (code: DomainErrorCode) =>
            expect(() => decider.decide(command, given())).toThrow(
              expect.objectContaining({ code }),
            ),
        };
      },
      /** An event from outside, as in an import. */
      whenHappening: (event: Event) => ({
        thenAccepted: () => expect(() => decider.evolve(given(), event)).not.toThrow(),
        thenRefused: (code: DomainErrorCode) =>
          expect(() => decider.evolve(given(), event)).toThrow(expect.objectContaining({ code })),
      }),
    };
  };
}
