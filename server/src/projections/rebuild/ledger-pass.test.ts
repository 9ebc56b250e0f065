import fc from "fast-check";
import { describe, expect } from "vitest";
import { withConnection } from "../../platform/db/connect.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { passOf } from "../../testing/imported-alone.ts";
import { append, createProjectionsLedger } from "../../testing/projection-ledger.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, takeStep } from "../../testing/some-business.ts";
import { eventsAsOf } from "../ledger-catalogue.ts";
import { type PassedEvent, passOverLedger, type PassLimits } from "./ledger-pass.ts";
import { inTransaction } from "./replay.ts";

const dayOf = (number: number) => `2026-01-0${1 + number}T08:00:00.000Z`;

/** A random history whose events have any of six days, as recorded in the database. */
const test = databaseTest.extend("history", { scope: "file" }, async ({ pool }) => {
  const shop = createSimulatedShop();
  const [steps = []] = fc.sample(fc.array(anyStep, { minLength: 250, maxLength: 250 }), {
    numRuns: 1,
    seed: 12,
  });
  for (const step of steps) takeStep(shop, step);
  const days = fc.sample(fc.nat({ max: 5 }), { numRuns: shop.history.length, seed: 12 });
  const dated = shop.history.map((each, at) => ({ ...each, occurredAt: dayOf(days[at] ?? 0) }));
  const ledger = createProjectionsLedger(pool);
  for (const event of dated) await append(ledger, [event], event.occurredAt);
  await ledger.close();
  const { rows } = await pool.query<{ recordedAt: string }>(
    `select recorded_at as "recordedAt" from ledger_events order by position`,
  );
  return dated.map((event, at) => ({ ...event, recordedAt: rows[at]?.recordedAt ?? "" }));
});

describe("a pass over the ledger", () => {
  // shows T132
  test("has the events that count, numbered, and never ends a stream too early", async ({
    history,
    pool,
  }) => {
    const pass = (limits: Omit<PassLimits, "through">) =>
      withConnection(pool, (client) =>
        inTransaction(client, "repeatable read", async () => {
          const passed: PassedEvent[] = [];
          const range = { ...limits, through: Number.MAX_SAFE_INTEGER };
          for await (const page of passOverLedger(client, range)) passed.push(...page);
          return passed;
        }),
      );
    const knownAt = history[Math.floor(history.length / 2)]?.recordedAt ?? "";
    const moments = [0, 1, 2, 3, 4, 5].map((day) => ({ asOf: dayOf(day) }));
    const limits = [...moments, { knownAt }, ...moments.map((each) => ({ ...each, knownAt })), {}];

    for (const each of limits) {
      const passed = await pass(each);
      const expected = passOf(eventsAsOf(history, each));
      expect(passed.map(numbersOf)).toEqual(expected.map(numbersOf));
      const ends = new Set(positionsOfLast(expected));
      expect(positionsOfLast(passed).filter((position) => !ends.has(position))).toEqual([]);
    }
    expect(positionsOfLast(await pass({}))).toEqual(positionsOfLast(passOf(history)));
  });
});

const numbersOf = ({ event, position }: PassedEvent) => [event.type, event.position, position];

const positionsOfLast = (passed: readonly PassedEvent[]): number[] =>
  passed.filter(({ isLast }) => isLast).map(({ position }) => position);
