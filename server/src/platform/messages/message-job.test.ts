import { sql } from "kysely";
import { expect, vi } from "vitest";
import { jobHandlers } from "../../job-handlers.ts";
import { startJobs } from "../jobs/pg-boss-jobs.ts";
import { aCodeRequest, aReader, test } from "../../testing/messages-test.ts";

const erasedList = "/dev/null";
const exportAnchors = async () => {};
const silent = { info: () => {}, warn: () => {}, error: () => {} };

test("a code leaves at once, and a failure that is tried again names nobody", async ({
  shop,
  desk,
  ownerUrl,
}) => {
  const { id: userId, email, cell } = await aReader(shop);
  const jobs = await startJobs({ databaseUrl: ownerUrl, isWorker: true, log: silent });
  try {
    await jobs.work(jobHandlers({ ...shop.deps, ...desk, erasedList, exportAnchors, log: silent }));

    const codeId = await aCodeRequest(shop, userId);
    await desk.queue({ kind: "sign-in-code", userId, codeId });
    await vi.waitUntil(() => desk.mails.length + desk.texts.length === 2, { timeout: 5000 });
    expect(desk.mails).toMatchObject([{ to: email }]);
    expect(desk.texts).toMatchObject([{ to: cell }]);

    desk.mood.mail = new Error(`451 ${email}: come back later`);
    const id = await desk.queue({ kind: "converted", userId });
    const failed = () => failuresOf(id);
    await vi.waitUntil(async () => (await failed()).length > 0, { timeout: 5000 });
    expect(JSON.stringify(await failed())).toContain(`message ${id} was not taken`);
    expect(JSON.stringify(await failed())).not.toContain(email);
    expect(await desk.rowsOf(id)).toMatchObject([{ state: "queued", attempts: 1 }]);
  } finally {
    await jobs.stop();
  }

  async function failuresOf(messageId: number) {
    const { rows } = await sql`
      select * from pgboss.job
      where (data ->> 'messageId')::int = ${messageId} and state = 'retry'`.execute(shop.deps.db);
    return rows;
  }
});

test("that a code was sent is forgotten after a month, and nothing else that was", async ({
  shop,
  desk,
}) => {
  const { id: userId } = await aReader(shop);
  const codeId = await aCodeRequest(shop, userId);
  const code = await desk.queue({ kind: "sign-in-code", userId, codeId });
  const notice = await desk.queue({ kind: "password-changed", userId });
  const days = (count: number) => new Date(Date.now() + count * 24 * 3600 * 1000).toISOString();
  let exports = 0;
  const forgetAfter = (count: number) =>
    jobHandlers({
      ...shop.deps,
      ...desk,
      erasedList,
      exportAnchors: async () => void (exports += 1),
      log: silent,
      now: () => days(count),
    }).retention({});

  await forgetAfter(29);
  expect(exports, "the same night exports the newest seal").toBe(1);
  expect(await desk.rowsOf(code)).toHaveLength(2);
  await forgetAfter(31);
  expect(await desk.rowsOf(code)).toEqual([]);
  expect(await desk.rowsOf(notice)).toHaveLength(1);
});
