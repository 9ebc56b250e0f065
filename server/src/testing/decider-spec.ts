import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { expect } from "vitest";
import { type Decider, type Fact, fold } from "../platform/ledger/decider.ts";

/**
 * Reads as a sentence: given what happened, when this is asked, then that happens. What happens is
 * also evolved, so that no decision can write a fact that its own stream would refuse.
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
      /** A fact from outside, as an import brings it. */
      whenHappening: (event: Event) => ({
        thenAccepted: () => expect(() => decider.evolve(given(), event)).not.toThrow(),
        thenRefused: (code: DomainErrorCode) =>
          expect(() => decider.evolve(given(), event)).toThrow(expect.objectContaining({ code })),
      }),
    };
  };
}
