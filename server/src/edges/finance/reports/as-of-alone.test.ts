import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type pg from "pg";
import { describe, expect, inject, type TestContext } from "vitest";
import { connectPool, patient } from "../../../platform/db/connect.ts";
import { defaultPlan } from "../../../network/commissions/commission-plan.events.ts";
import type { RecordedLedgerEvent } from "../../../projections/ledger-catalogue.ts";
import { memberTotals } from "../../../projections/rebuild/member-totals.ts";
import { test } from "../../../testing/database-test.ts";
import { append, createProjectionsLedger } from "../../../testing/projection-ledger.ts";
import { recorded } from "../../../testing/recorded-facts.ts";
import { createSimulatedShop, type SimulatedShop } from "../../../testing/simulated-shop.ts";
import { anyStep, type Step, takeStep } from "../../../testing/some-business.ts";
import { bottles, distributor, sold } from "../../../testing/some-facts.ts";
import { createDatabase, databaseUrl, dropDatabase } from "../../../testing/test-database.ts";
import { formatEnvelope, publish } from "../export/envelope.ts";
import { type CapturedFinance, captureFinance } from "../finance-test.ts";

/** An empty ledger, with its commands. */
async function emptyLedger(onTestFinished: TestContext["onTestFinished"]) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(inject("serverUrl"), name, inject("templateName"));
  const pool = connectPool(databaseUrl(inject("serverUrl"), name), { ...patient, poolSize: 4 });
  const finance = await captureFinance(pool);
  onTestFinished(async () => {
    await finance.close();
    await pool.end();
    await dropDatabase(inject("serverUrl"), name);
  });
  const readHead = async (): Promise<string> => {
    const { rows } = await pool.query("select recorded_at from ledger_head");
    return String(Reflect.get(Object(rows[0]), "recorded_at"));
  };
  return { finance, pool, readHead };
}

/** Appends events one by one, with the tables in the same transaction as in the server. */
async function recordEvents(pool: pg.Pool, events: readonly RecordedLedgerEvent[]) {
  const ledger = createProjectionsLedger(pool);
  for (const event of events) await append(ledger, [event], event.occurredAt);
  await ledger.close();
}

async function importEvents(finance: CapturedFinance, events: readonly RecordedLedgerEvent[]) {
  const lines = events.map((each) => formatEnvelope({ ...each, ...publish(each, new Map()) }));
  await finance.json("import", await finance.file("events.ndjson", `${lines.join("\n")}\n`));
}

function shopOf(steps: readonly Step[]): SimulatedShop {
  const shop = createSimulatedShop();
  for (const step of steps) takeStep(shop, step);
  return shop;
}

const [firstBusiness = [], ...otherBusinesses] = fc.sample(
  fc.array(anyStep, { minLength: 400, maxLength: 400 }),
  { numRuns: 2, seed: 27 },
);
/** One of them keeps the default plan. */
const businesses = [firstBusiness.filter(({ what }) => what !== "plan"), ...otherBusinesses];

const unitValue = 28_261;

describe("the figures of a random ledger", () => {
  // shows T131, T132
  test.for(businesses)(
    "of an earlier time are those of its events alone",
    async (steps, { onTestFinished }) => {
      const { history, projections } = shopOf(steps);
      const half = Math.floor(history.length / 2);
      const { finance, pool, readHead } = await emptyLedger(onTestFinished);
      await recordEvents(pool, history.slice(0, half));
      const knownAt = await readHead();
      await recordEvents(pool, history.slice(half));

      const live = await finance.json("totals");
      expect(live).toEqual(memberTotals(projections, { unitValue }));
      expect(await finance.json("totals", "--as-of", "2100-01-01")).toEqual(live);
      expect(await finance.json("totals", "--known-at", await readHead())).toEqual(live);
      expect(await finance.run("reconcile")).toMatchObject({ exitCode: 0 });

      const moments = [half, Math.floor(half / 2), half + Math.floor(half / 2)].map(
        (at) => ["--as-of", history[at]?.occurredAt ?? ""] as const,
      );
      for (const limit of [...moments, ["--known-at", knownAt] as const]) {
        const file = await finance.file("alone.ndjson", "");
        await finance.json("export", file, ...limit);
        const alone = await emptyLedger(onTestFinished);
        await alone.finance.json("import", file);

        const then = await finance.json("totals", ...limit);
        expect(then).not.toEqual(live);
        expect(then).toEqual(await alone.finance.json("totals"));
      }
    },
  );

  // shows T133
  test.for(businesses)(
    "are what a simulation says was earned",
    async (steps, { onTestFinished }) => {
      const { history, projections } = shopOf(steps);
      const { finance } = await emptyLedger(onTestFinished);
      await importEvents(finance, history);
      const plan = await finance.file("plan.json", JSON.stringify(defaultPlan));

      const simulation = Object(await finance.json("simulate", "--plan", plan));

      expect(simulation.members).toMatchObject(
        memberTotals(projections, { unitValue }).map(({ memberId, accrued: actual }) => ({
          memberId,
          actual,
        })),
      );
      const published = history.filter(({ type }) => type === "CommissionPlanPublished").length;
      const changed = simulation.members.filter(({ delta }: { delta: number }) => delta !== 0);
      expect(published > 0 || changed.length === 0).toBe(true);
    },
  );
});

describe("as of a time", () => {
  const sale = sold({ number: 1, sellerId: 1, lines: [bottles(4)] });
  const dated = (events: readonly RecordedLedgerEvent[], ...days: readonly number[]) =>
    events.map((event, at) => ({
      ...event,
      occurredAt: `2026-03-${String(days[at]).padStart(2, "0")}T08:00:00.000Z`,
    }));

  // shows T132
  test("a payment that is dated before its order counts from the day of the order", async ({
    onTestFinished,
  }) => {
    const { finance } = await emptyLedger(onTestFinished);
    await importEvents(finance, dated(recorded(distributor(1, 1, null), ...sale), 1, 12, 10, 10));
    const accruedOn = async (day: string) =>
      Object(await finance.json("totals", "--as-of", day))[0]?.accrued;

    expect(await accruedOn("2026-03-11")).toBe(0);
    expect(await accruedOn("2026-03-12")).toBe(22_609);
    const file = await finance.file("alone.ndjson", "");
    expect(await finance.json("export", file, "--as-of", "2026-03-11")).toMatchObject({
      exported: 1,
    });
  });

  // shows T132
  test("an order whose seller joined later is refused by the totals, the simulation and an import alike", async ({
    onTestFinished,
  }) => {
    const { finance } = await emptyLedger(onTestFinished);
    await importEvents(finance, dated(recorded(distributor(1, 1, null), ...sale), 9, 3, 3, 3));
    const asOf = ["--as-of", "2026-03-05"];

    const sentence =
      "The replay stopped at position 2: it rests on an event that is dated later, so it cannot count yet. We could not find that member. (1)";
    expect(await finance.run("totals", ...asOf)).toMatchObject({
      exitCode: 1,
      stdout: `${sentence}\n`,
    });
    const plan = await finance.file("plan.json", JSON.stringify(defaultPlan));
    expect(await finance.run("simulate", "--plan", plan, ...asOf)).toMatchObject({
      exitCode: 1,
      stdout: `${sentence}\n`,
    });
    expect(await finance.run("explain", "--order", "1", ...asOf)).toMatchObject({
      exitCode: 1,
      stdout: `${sentence}\n`,
    });
    const file = await finance.file("alone.ndjson", "");
    expect(await finance.json("export", file, ...asOf)).toMatchObject({ exported: 3 });
    const alone = await emptyLedger(onTestFinished);
    expect(await alone.finance.run("import", file)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("We could not find that member. (1)"),
    });
  });
});
