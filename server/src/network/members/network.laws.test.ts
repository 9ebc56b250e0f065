import { DomainError } from "@portal/shared/platform/domain-error.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Network, type NetworkCommand, networkDecider } from "./network.decider.ts";
import type { NetworkEvent } from "./network.events.ts";

const memberIds = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const terms = { marginBps: 3000, distributorBps: 1000, vatRegistered: true };

const bounds = { marginBps: 4000, distributorBps: 2000 };
const anyTerms = fc.record({
  marginBps: fc.integer({ min: -100, max: 10_000 }),
  distributorBps: fc.integer({ min: 0, max: 50 }).map((percent) => percent * 100),
  vatRegistered: fc.boolean(),
});

const userId = fc.constantFrom(...memberIds);
const parentId = fc.constantFrom(null, ...memberIds);
const level = fc.constantFrom(1 as const, 2 as const, 3 as const);
const code = fc.constantFrom("A", "a", "B", "C", "D", "E", "F", "G", "H", "I", "J");

/** Mostly refused. */
const anyCommand: fc.Arbitrary<NetworkCommand> = fc.oneof(
  fc.record({ type: fc.constant("EnrolDistributor"), userId, level, parentId, code }),
  fc.record({ type: fc.constant("EnrolDistributor"), userId, level, parentId, code }),
  fc.record({
    type: fc.constant("EnrolStockist"),
    userId,
    parentId,
    terms: fc.oneof(fc.constant(terms), anyTerms),
    bounds: fc.constant(bounds),
    code,
  }),
  fc.record({
    type: fc.constant("ChangeStockistTerms"),
    userId,
    terms: fc.oneof(fc.constant({ ...terms, marginBps: 2500 }), anyTerms),
    bounds: fc.constant(bounds),
  }),
  fc.record({ type: fc.constant("MoveDistributor"), userId, parentId }),
  fc.record({ type: fc.constant("MoveStockist"), userId, parentId }),
  fc.record({ type: fc.constant("UpliftDistributor"), userId }),
  fc.record({ type: fc.constant("ChangeMemberCode"), userId, code }),
  fc.record({ type: fc.constant("DeactivateMember"), userId }),
  fc.record({ type: fc.constant("ReactivateMember"), userId }),
);

/** The events of the accepted commands. */
function happened(commands: readonly NetworkCommand[]) {
  let network: Network = networkDecider.initialState;
  const events: NetworkEvent[] = [];
  for (const command of commands) {
    try {
      for (const event of networkDecider.decide(command, network)) {
        network = networkDecider.evolve(network, event);
        events.push(event);
      }
    } catch (refusal) {
      if (!(refusal instanceof DomainError)) throw refusal;
    }
  }
  return { network, events };
}

const membersOf = ({ members }: Network) =>
  memberIds.flatMap((id) => {
    const member = members.get(id);
    return member ? [{ id, ...member }] : [];
  });

describe("after any commands", () => {
  const holds = (law: (after: ReturnType<typeof happened>) => void) =>
    fc.assert(
      fc.property(fc.array(anyCommand, { minLength: 5, maxLength: 60 }), (commands) =>
        law(happened(commands)),
      ),
      { numRuns: 500 },
    );

  // shows R56, T74
  test("no member is its own ancestor", () =>
    holds(({ network }) => {
      for (const { id } of membersOf(network)) {
        const seen = new Set<number>();
        for (
          let at: number | null = id;
          at !== null;
          at = network.members.get(at)?.parentId ?? null
        ) {
          expect(seen.has(at)).toBe(false);
          seen.add(at);
        }
      }
    }));

  // An uplifted member keeps its children, so a parent may be more levels above than at the enrolment.
  // shows R56, T74
  test("every parent has an allowed level", () =>
    holds(({ network }) => {
      const parentLevels = { 1: [null, 1], 2: [1], 3: [1, 2], 4: [null, 1, 2, 3] };
      for (const member of membersOf(network)) {
        const parent = member.parentId === null ? null : network.members.get(member.parentId);
        expect(parentLevels[member.level]).toContain(parent === null ? null : parent?.level);
      }
    }));

  // shows T79
  test("no stockist's terms exceed the bounds or have fractions of a percent", () =>
    holds(({ network }) => {
      for (const { terms: had } of membersOf(network)) {
        const { marginBps = 0, distributorBps = 0 } = had ?? {};
        expect([marginBps % 100, distributorBps % 100]).toEqual([0, 0]);
        expect(marginBps).toBeLessThanOrEqual(bounds.marginBps);
        expect(distributorBps).toBeLessThanOrEqual(bounds.distributorBps);
        expect(Math.min(marginBps, distributorBps)).toBeGreaterThanOrEqual(0);
      }
    }));

  // shows R56, T74
  test("no member is uplifted twice", () =>
    holds(({ events }) => {
      const uplifted = events.filter(({ type }) => type === "DistributorUplifted");
      expect(new Set(uplifted.map(({ data }) => data.userId)).size).toBe(uplifted.length);
    }));

  test("codes are unique", () =>
    holds(({ network }) => {
      const codes = membersOf(network).map((member) => member.code.toLowerCase());
      expect(new Set(codes).size).toBe(codes.length);
    }));

  test("the events can be replayed from the beginning", () =>
    holds(({ network, events }) => {
      const again = events.reduce(networkDecider.evolve, networkDecider.initialState);
      expect(membersOf(again)).toEqual(membersOf(network));
    }));
});
