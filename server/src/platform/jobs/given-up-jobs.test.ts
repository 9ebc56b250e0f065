import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, onTestFinished, vi } from "vitest";
import { test } from "../../testing/shop-test.ts";
import { readOnly } from "../db/database.ts";
import { listGivenUpJobs, runAgain } from "./given-up-jobs.store.ts";
import { startJobs } from "./pg-boss-jobs.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

test("a job that was given up is listed with its reason, and runs once more when it is asked for", async ({
  shop,
  ownerUrl,
}) => {
  const { db, jobs } = shop.deps;
  const quoted: string[] = [];
  const ignored = async () => {};
  const { stop } = await startJobs({
    databaseUrl: ownerUrl,
    log: silent,
    handlers: {
      "card-notification": ignored,
      message: ignored,
      "track-shipment": ignored,
      "simulate-plan": ignored,
      "write-archive": ignored,
      "publish-plan": ignored,
      housekeeping: ignored,
      retention: ignored,
      async "quote-delivery"({ orderId }) {
        quoted.push(orderId);
        if (quoted.length === 1) throw new Error("the courier did not answer");
      },
    },
  });
  onTestFinished(stop);
  const orderId = randomUUID();
  await db.transaction().execute((tx) => jobs.enqueue(tx, "quote-delivery", { orderId }));
  await vi.waitUntil(() => quoted.length === 1, { timeout: 10_000 });
  // As after the last of its attempts, which takes hours.
  await expect
    .poll(async () => {
      const { numAffectedRows } = await sql`
        update pgboss.job set state = 'failed', completed_on = now() where state = 'retry'`.execute(
        db,
      );
      return numAffectedRows;
    })
    .toBe(1n);

  const [job, ...others] = await listGivenUpJobs(readOnly(db));
  expect(others).toEqual([]);
  expect(job).toMatchObject({
    queue: "quote-delivery",
    data: { orderId },
    attempts: 1,
    error: "the courier did not answer",
  });
  expect(await runAgain(db, randomUUID())).toEqual([]);
  expect(await runAgain(db, job?.id ?? "")).toEqual(["quote-delivery"]);
  await vi.waitUntil(() => quoted.length === 2, { timeout: 10_000 });
  expect(quoted).toEqual([orderId, orderId]);
  expect(await listGivenUpJobs(readOnly(db))).toEqual([]);
  expect(await runAgain(db, null)).toEqual([]);
});
