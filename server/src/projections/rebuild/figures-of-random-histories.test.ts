import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CommissionPlan,
  defaultPlan,
} from "../../network/commissions/commission-plan.events.ts";
import type { CommissionEntryRow } from "../../platform/read-model/projection-tables.ts";
import { importAlone, type Outcome, passOf } from "../../testing/imported-alone.ts";
import { projectionsOf } from "../../testing/recorded-facts.ts";
import { createSimulatedShop, type SimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, type Step, takeStep } from "../../testing/some-business.ts";
import { explainOrder } from "../explain/explain-order.ts";
import { eventsAsOf, ledgerCatalogue, type RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { createSimulationPass } from "../simulation/simulate-plan.ts";
import { createTotalsPass, type Figures } from "./member-totals.ts";
import { ReplayStopped } from "./replay-events.ts";

/** HISTORIES=5000 npx vitest run src/projections/rebuild/figures-of-random-histories.test.ts tries more of them. */
const numRuns = Number(process.env["HISTORIES"] ?? 150);

const anyBusiness = fc.array(anyStep, { minLength: 20, maxLength: 120, size: "max" });

/** An instant of the history, in thousandths of it. */
const anyMoment = fc.nat({ max: 1000 });

function shopOf(business: readonly Step[]): SimulatedShop {
  const shop = createSimulatedShop();
  for (const step of business) takeStep(shop, step);
  return shop;
}

/** What `finance totals` tells of these events. */
function toldBy(events: Iterable<RecordedLedgerEvent>): Outcome {
  const { add, figures } = createTotalsPass();
  try {
    for (const passed of passOf(events)) add(passed);
  } catch (error) {
    if (!(error instanceof ReplayStopped)) throw error;
    return { refusedAt: error.position };
  }
  return rowsOf(figures);
}

function rowsOf({ members, wallets }: Figures): Outcome {
  return { members: members.all, wallets: wallets.all };
}

function eventAt(history: readonly RecordedLedgerEvent[], thousandth: number) {
  return history[Math.floor((history.length * thousandth) / 1001)];
}

/** Each event dated by a number that any of them may have, as in an imported history. */
function redated(history: readonly RecordedLedgerEvent[], days: readonly number[]) {
  return history.map((event, at) => ({
    ...event,
    occurredAt: `2026-01-${String(1 + (days[at % days.length] ?? 0)).padStart(2, "0")}T08:00:00.000Z`,
  }));
}

const anyDays = fc.array(fc.nat({ max: 8 }), { minLength: 3, maxLength: 40 });

describe("the figures of a random history", () => {
  // shows T130, T131
  test("as of now are those of the live tables and of a rebuild", () => {
    fc.assert(
      fc.property(anyBusiness, (business) => {
        const { history, projections } = shopOf(business);
        const live = rowsOf(projections);

        expect(toldBy(eventsAsOf(history, { asOf: "2100-01-01T00:00:00.000Z" }))).toEqual(live);
        expect(rowsOf(projectionsOf(history))).toEqual(live);
      }),
      { numRuns },
    );
  });

  // shows T131
  test("known at a position are those of the first events imported alone", () => {
    fc.assert(
      fc.property(anyBusiness, anyMoment, (business, thousandth) => {
        const { history } = shopOf(business);
        const { position = 0, recordedAt: knownAt } = eventAt(history, thousandth) ?? {};

        const told = toldBy(eventsAsOf(history, { knownAt: knownAt ?? "" }));
        expect(told).toEqual(importAlone(history.slice(0, position)));
        expect(told).not.toHaveProperty("refusedAt");
      }),
      { numRuns },
    );
  });

  // shows T132
  test("as of a time are those of the events up to then imported alone", () => {
    fc.assert(
      fc.property(anyBusiness, anyMoment, (business, thousandth) => {
        const { history } = shopOf(business);
        const asOf = eventAt(history, thousandth)?.occurredAt ?? "";
        const counted = [...eventsAsOf(history, { asOf })];

        const told = toldBy(counted);
        expect(told).toEqual(importAlone(counted));
        // Only payments are dated back, and nothing that is checked across streams rests on what is dated later.
        expect(told).not.toHaveProperty("refusedAt");
      }),
      { numRuns },
    );
  });

  // shows T132
  test("whose events have any dates are those of an import alone, or both refuse the same event", () => {
    const outcomes = { told: 0, refused: 0 };
    fc.assert(
      fc.property(anyBusiness, anyDays, anyMoment, (business, days, thousandth) => {
        const history = redated(shopOf(business).history, days);
        const asOf = eventAt(history, thousandth)?.occurredAt ?? "";
        const counted = [...eventsAsOf(history, { asOf })];

        const told = toldBy(counted);
        expect(told).toEqual(importAlone(counted));
        outcomes["refusedAt" in told ? "refused" : "told"] += 1;
      }),
      { numRuns },
    );
    expect(Math.min(outcomes.told, outcomes.refused)).toBeGreaterThan(0);
  });

  // shows T133
  test("under the plan in force are what was earned and what every order explains", () => {
    const anyRates = fc.option(fc.nat({ max: 2000 }));
    fc.assert(
      fc.property(anyBusiness, anyRates, (business, rate) => {
        const plan = rate === null ? defaultPlan : { ...defaultPlan, leader: rate };
        const shop = createSimulatedShop();
        if (rate !== null) shop.act({ plan: { type: "PublishPlan", plan } });
        for (const step of business) if (step.what !== "plan") takeStep(shop, step);

        const { members, cost, sales } = simulated(shop.history, plan);
        expect(members.filter(({ delta }) => delta !== 0)).toEqual([]);
        expect(cost.delta).toBe(0);
        expect(earnedOf(members)).toEqual(accruedIn(shop));
        expect(sales).toBe(sumOf(shop.projections.saleEntries.map(({ value }) => value)));
      }),
      { numRuns },
    );
  });

  // shows T133
  test("earned are the same in every simulation and every explanation, whatever plans were published", () => {
    fc.assert(
      fc.property(anyBusiness, (business) => {
        const shop = shopOf(business);
        const { history, projections } = shop;
        const { members } = simulated(history, { ...defaultPlan, leader: 0 });

        expect(earnedOf(members)).toEqual(accruedIn(shop));
        const steps = [...projections.orders.all.keys()].flatMap(
          (orderId) => explainOrder(history, orderId)?.steps ?? [],
        );
        expect(inOrder(steps.flatMap(({ entries }) => entries))).toMatchObject(
          projections.commissionEntries,
        );
        expect(inOrder(steps.flatMap(({ sales }) => sales))).toEqual(projections.saleEntries);
      }),
      { numRuns },
    );
  });

  // shows T133
  test("earned in a period are those of its days and of the sales that were paid in it", () => {
    fc.assert(
      fc.property(anyBusiness, anyMoment, anyMoment, (business, one, other) => {
        const { history, projections } = shopOf(business);
        const from = eventAt(history, Math.min(one, other))?.occurredAt ?? "";
        const until = eventAt(history, Math.max(one, other))?.occurredAt ?? "";
        const isInPeriod = (at: string) => at >= from && at < until;
        const isCounted = ({ orderId, position, occurredAt }: CommissionEntryRow) => {
          const paid = history.findLast(
            ({ type, data, position: at }) =>
              type === "OrderPaid" && data.orderId === orderId && at <= position,
          );
          return isInPeriod(occurredAt) || (paid !== undefined && isInPeriod(paid.occurredAt));
        };

        const { cost } = simulated(history, defaultPlan, isInPeriod);
        const counted = projections.commissionEntries.filter(isCounted);
        expect(cost.actual).toBe(sumOf(counted.map(({ amount }) => amount)));
      }),
      { numRuns },
    );
  });

  // shows T131
  test("are tried with every type of event of the catalogue", () => {
    const happened = new Set<string>();
    for (const business of fc.sample(anyBusiness, { numRuns: 400, seed: 1 }))
      for (const { type } of shopOf(business).history) happened.add(type);

    const types = ledgerCatalogue.definitions.map(({ type }) => type);
    expect([...happened].toSorted()).toEqual(types.toSorted());
  });
});

function simulated(
  history: readonly RecordedLedgerEvent[],
  plan: CommissionPlan,
  isInPeriod: (occurredAt: string) => boolean = () => true,
) {
  const simulation = createSimulationPass({ plan, isInPeriod });
  for (const passed of passOf(history)) simulation.add(passed);
  return simulation.result();
}

type Earned = readonly Readonly<{ memberId: number; earned: number }>[];

function earnedOf(members: readonly Readonly<{ memberId: number; actual: number }>[]): Earned {
  return members.map(({ memberId, actual }) => ({ memberId, earned: actual }));
}

function accruedIn({ projections: { members, wallets } }: SimulatedShop): Earned {
  return [...members.all.keys()]
    .toSorted((one, other) => one - other)
    .map((memberId) => ({ memberId, earned: wallets.get(memberId)?.accrued ?? 0 }));
}

function inOrder<Entry extends Readonly<{ position: number; entryNo: number }>>(
  entries: readonly Entry[],
): Entry[] {
  return entries.toSorted(
    (one, other) => one.position - other.position || one.entryNo - other.entryNo,
  );
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
