import { sql } from "kysely";
import { expect, vi } from "vitest";
import { type TestShop, test } from "../../testing/shop-test.ts";
import type { JobHandlers } from "./jobs.ts";
import { startJobs } from "./pg-boss-jobs.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const count = 60;

function handlersNoting(done: number[], failing: (messageId: number) => boolean): JobHandlers {
  return {
    "card-notification": async () => {},
    "quote-delivery": async () => {},
    "track-shipment": async () => {},
    "simulate-plan": async () => {},
    "write-archive": async () => {},
    "publish-plan": async () => {},
    housekeeping: async () => {},
    retention: async () => {},
    async message({ messageId }) {
      done.push(messageId);
      if (failing(messageId)) throw new Error(`message ${messageId} failed`);
    },
  };
}

const want = ({ deps }: TestShop, messageId: number) =>
  deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, "message", { messageId }));

async function leftOver({ deps }: TestShop) {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from job_outbox`.execute(deps.db);
  return rows[0]?.left;
}

async function statesOf({ deps }: TestShop): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; jobs: number }>`
    select state::text, count(*)::int as jobs from pgboss.job
    where name = 'message' group by state`.execute(deps.db);
  return Object.fromEntries(rows.map(({ state, jobs }) => [state, jobs]));
}

test("a job runs once on one of two workers, and a failing one blocks no other", async ({
  shop,
  ownerUrl,
}) => {
  const done: number[] = [];
  const handlers = handlersNoting(done, (messageId) => messageId % 10 === 0);
  for (let id = 1; id <= count; id++) await want(shop, id);
  const workers = [
    await startJobs({ databaseUrl: ownerUrl, handlers, log: silent }),
    await startJobs({ databaseUrl: ownerUrl, handlers, log: silent }),
  ];
  try {
    await vi.waitUntil(() => new Set(done).size === count, { timeout: 10_000 });
    expect(done.filter((id) => id % 10 !== 0)).toHaveLength((count / 10) * 9);
    expect(await leftOver(shop)).toBe(0);
    await expect
      .poll(() => statesOf(shop))
      .toEqual({ completed: (count / 10) * 9, retry: count / 10 });
  } finally {
    for (const worker of workers) await worker.stop();
  }
});

test("a code does not wait for the many messages that were queued before it", async ({
  shop,
  ownerUrl,
}) => {
  const { deps } = shop;
  const done: number[] = [];
  await deps.db.transaction().execute(async (tx) => {
    for (let id = 1000; id < 1030; id++) await deps.jobs.enqueue(tx, "message", { messageId: id });
    await deps.jobs.enqueue(tx, "message", { messageId: 1030 }, { isUrgent: true });
  });
  const handlers = handlersNoting(done, () => false);
  const worker = await startJobs({ databaseUrl: ownerUrl, handlers, log: silent });
  try {
    await vi.waitUntil(() => done.length >= 31, { timeout: 10_000 });
    expect(done.indexOf(1030)).toBeLessThan(10);
  } finally {
    await worker.stop();
  }
});

// shows R73, T106
test("a job of a transaction that was rolled back never runs", async ({ shop, ownerUrl }) => {
  const done: number[] = [];
  await shop.deps.db
    .transaction()
    .execute(async (tx) => {
      await shop.deps.jobs.enqueue(tx, "message", { messageId: 901 });
      throw new Error("it did not happen");
    })
    .catch(() => {});
  await want(shop, 902);
  const handlers = handlersNoting(done, () => false);
  const worker = await startJobs({ databaseUrl: ownerUrl, handlers, log: silent });
  try {
    await vi.waitUntil(() => done.includes(902), { timeout: 5000 });
    expect(done).not.toContain(901);
  } finally {
    await worker.stop();
  }
});

test("a job that a newer release wants waits for it, and holds up no other", async ({
  shop,
  ownerUrl,
}) => {
  const done: number[] = [];
  const insert = sql`insert into job_outbox (name, data, start_after_seconds)
    values ('of-a-newer-release', '{}', 0)`;
  await insert.execute(shop.deps.db);
  await want(shop, 903);
  const handlers = handlersNoting(done, () => false);
  const worker = await startJobs({ databaseUrl: ownerUrl, handlers, log: silent });
  try {
    await vi.waitUntil(() => done.includes(903), { timeout: 5000 });
    expect(await leftOver(shop)).toBe(1);
  } finally {
    await worker.stop();
    await sql`delete from job_outbox`.execute(shop.deps.db);
  }
});

// shows T432
test("a job that waits is not deleted, however long no worker runs it", async ({
  shop,
  ownerUrl,
}) => {
  const handlers = handlersNoting([], () => true);
  const worker = await startJobs({ databaseUrl: ownerUrl, handlers, log: silent });
  try {
    await want(shop, 904);
    const keptDays = async () => {
      const { rows } = await sql<{ days: number }>`
        select extract(day from keep_until - now())::int as days from pgboss.job
        where name = 'message' and (data ->> 'messageId')::int = 904`.execute(shop.deps.db);
      return rows[0]?.days;
    };
    await expect.poll(keptDays, { timeout: 5000 }).toBeGreaterThan(3000);
  } finally {
    await worker.stop();
  }
});

test("a job that fails is logged with its reason", async ({ shop, ownerUrl }) => {
  const lines: object[] = [];
  const log = { ...silent, warn: (details: object) => void lines.push(details) };
  const handlers = {
    ...handlersNoting([], () => false),
    "publish-plan": () => Promise.reject(new Error("the plan was withdrawn")),
  };
  const { deps } = shop;
  await deps.db.transaction().execute((tx) => deps.jobs.enqueue(tx, "publish-plan", {}));
  const worker = await startJobs({ databaseUrl: ownerUrl, handlers, log });
  try {
    await expect
      .poll(() => lines, { timeout: 10_000 })
      .toContainEqual({ queue: "publish-plan", err: new Error("the plan was withdrawn") });
  } finally {
    await worker.stop();
  }
});
