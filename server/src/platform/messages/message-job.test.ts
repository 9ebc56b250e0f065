import { sql } from "kysely";
import { expect, vi } from "vitest";
import { jobHandlers } from "../../job-handlers.ts";
import { startJobs } from "../jobs/pg-boss-jobs.ts";
import { aCodeRequest, aReader, test } from "../../testing/messages-test.ts";

const erasedList = "/dev/null";
const exportAnchors = async () => {};
const silent = { info: () => {}, warn: () => {}, error: () => {} };

test("a code is sent at once, and the log of a retry holds no personal data", async ({
  shop,
  context,
  ownerUrl,
}) => {
  const { id: userId, email, cell } = await aReader(shop);
  const handlers = jobHandlers({
    ...shop.deps,
    ...context,
    erasedList,
    exportAnchors,
    log: silent,
  });
  const jobs = await startJobs({ databaseUrl: ownerUrl, handlers, log: silent });
  try {
    const codeId = await aCodeRequest(shop, userId);
    await context.queue({ kind: "sign-in-code", userId, codeId });
    await vi.waitUntil(() => context.mails.length + context.texts.length === 2, { timeout: 5000 });
    expect(context.mails).toMatchObject([{ to: email }]);
    expect(context.texts).toMatchObject([{ to: cell }]);

    context.mood.mail = new Error(`451 ${email}: come back later`);
    const id = await context.queue({ kind: "converted", userId });
    const failed = () => failuresOf(id);
    await vi.waitUntil(async () => (await failed()).length > 0, { timeout: 5000 });
    expect(JSON.stringify(await failed())).toContain(`message ${id} was not taken`);
    expect(JSON.stringify(await failed())).not.toContain(email);
    expect(await context.rowsOf(id)).toMatchObject([{ state: "queued", attempts: 1 }]);
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

test("sent codes are deleted after a month, and other messages are not", async ({
  shop,
  context,
}) => {
  const { id: userId } = await aReader(shop);
  const codeId = await aCodeRequest(shop, userId);
  const code = await context.queue({ kind: "sign-in-code", userId, codeId });
  const notice = await context.queue({ kind: "password-changed", userId });
  const days = (count: number) => new Date(Date.now() + count * 24 * 3600 * 1000).toISOString();
  let exports = 0;
  const forgetAfter = (count: number) =>
    jobHandlers({
      ...shop.deps,
      ...context,
      erasedList,
      exportAnchors: async () => void (exports += 1),
      log: silent,
      now: () => days(count),
    }).retention({});

  await forgetAfter(29);
  expect(exports, "the same night exports the newest seal").toBe(1);
  expect(await context.rowsOf(code)).toHaveLength(2);
  await forgetAfter(31);
  expect(await context.rowsOf(code)).toEqual([]);
  expect(await context.rowsOf(notice)).toHaveLength(1);
});
