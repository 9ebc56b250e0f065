import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { describe, expect, vi } from "vitest";
import { buildApp } from "../../app.ts";
import { keepLog } from "../../office/app-log/log-keeper.ts";
import { sendMessage } from "../messages/send-message.actions.ts";
import { aPerson } from "../../testing/a-browser.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { aGuestOrder, appOptions, test as base, type TestShop } from "../../testing/shop-test.ts";
import { tablesWith } from "../../testing/table-contents.ts";
import { type MessageSubject, queueSubject } from "../../testing/messages-test.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A shop that logs as much as it can, into its table and to its output, which is read here. */
const test = base.extend("logging", async ({ shop }, { onCleanup }) => {
  const lines: string[] = [];
  const output = vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  const keeper = keepLog(shop.deps.db);
  const apps: FastifyInstance[] = [];
  const started = async (changes: object) => {
    const options = { ...appOptions, logLevel: "trace", keepLogLine: keeper.write, ...changes };
    const app = await buildApp(shop.deps, options);
    apps.push(app);
    return app;
  };
  const logging = {
    app: await started({}),
    worker: await started({ isWorkerOnly: true }),
    /** All that was said, when it is also where the office reads it. */
    async said(): Promise<string> {
      await keeper.stop();
      return lines.join("");
    },
  };
  onCleanup(async () => {
    output.mockRestore();
    await keeper.stop();
    for (const app of apps) await app.close();
  });
  return logging;
});

const mailed = [
  ["registration", "auth.getCustomerByUUID"],
  ["password-reset", "auth.getCustomerByUUID"],
  ["confirm-email", "auth.confirmEmail"],
  ["email-change-asked", "auth.undoContactChange"],
  ["invitation", "users.invitation"],
] as const;

describe("the secret of a link", () => {
  // shows R28, T49
  test.for(mailed)(
    "in an email is stored nowhere: %s",
    async ([kind, procedure], { shop, superuser, logging }) => {
      const { id: userId } = await aPerson(shop);
      if (kind === "confirm-email")
        await shop.deps.db
          .updateTable("account")
          .set({ verified: false })
          .where("id", "=", userId)
          .execute();
      const link = new URL(await linkMailed(shop, await subjectOf(shop, kind, userId)));
      const secret = link.hash.slice(1);
      expect(secret).toMatch(/^[0-9a-f-]{36}$/);
      expect(link.pathname + link.search).not.toContain(secret);

      await open(logging, { link, secret, procedure });

      const metrics = await logging.app.inject({ url: "/metrics" });
      const said = await logging.said();
      // It would have been seen.
      expect(said).toContain("answered");
      expect(await tablesWith(superuser, `/trpc/${procedure}`)).toContain("public.app_log");
      for (const written of [secret, secret.replaceAll("-", "")]) {
        expect(await tablesWith(superuser, written)).toEqual([]);
        expect(said + metrics.body + (await filesOf(shop))).not.toContain(written);
      }
    },
  );
});

/** As our client opens it, as an old mail or a careless program does, and as somebody who tries what sticks. */
async function open(
  { app, worker }: Readonly<{ app: FastifyInstance; worker: FastifyInstance }>,
  { link, secret, procedure }: Readonly<{ link: URL; secret: string; procedure: string }>,
): Promise<void> {
  const input = encodeURIComponent(JSON.stringify({ uuid: secret }));
  const page = link.pathname;
  const asked = [
    page,
    `${page}/${secret}`,
    `${page}/${secret}%ZZ`,
    `${page}?uuid=${secret}`,
    `/${secret}`,
    `/assets/${secret}.js`,
    `/api/${secret}/fetch/${secret}`,
    `/resources/images/${secret}`,
    `/orders/${secret}/invoice.pdf`,
    `/statements/${secret}/2026-01/statement.pdf`,
    `/via/${secret}`,
    `/trpc/${procedure}?input=${input}`,
    `/trpc/${procedure},${secret}?batch=1&input=${input}`,
    `/trpc/${secret}`,
    `/login?return=${page}/${secret}`,
  ];
  const headers = { referer: link.href, "x-forwarded-host": secret, "idempotency-key": secret };
  for (const url of asked)
    for (const method of ["GET", "POST", "DELETE"] as const)
      for (const server of [app, worker]) await server.inject({ method, url, headers });

  const url = `/trpc/${procedure}`;
  const json = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  await app.inject({ method: "POST", url, headers: json, payload: `{"uuid":"${secret}"` });
  const answer = await app.inject({
    method: "POST",
    url,
    headers: json,
    // Whoever does not know the password of the account chooses a new one.
    payload: {
      uuid: secret,
      ...(procedure === "auth.confirmEmail" && { newPassword: "Quite-new-1234!" }),
    },
  });
  expect(answer.statusCode).toBe(200);
}

describe("the secret that stops payment reminders", () => {
  // shows T298
  test("is in a URL, and not in the log", async ({ shop, superuser, logging }) => {
    const secret = randomUUID();
    const url = `/payment-reminders/${secret}`;
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    for (const payload of ["List-Unsubscribe=One-Click", "a=1"])
      await logging.app.inject({ method: "POST", url, headers, payload });
    for (const server of [logging.app, logging.worker])
      for (const asked of [url, `${url}/`, `${url}?a=1`])
        await server.inject({ url: asked, headers: { referer: url } });

    const { body } = await logging.app.inject({ url: "/metrics" });
    const said = await logging.said();
    expect(said).toContain('"route":"/payment-reminders/:token"');
    expect(said + body + (await filesOf(shop))).not.toContain(secret);
    expect(await tablesWith(superuser, secret)).toEqual([]);
  });
});

describe("the URL of an order", () => {
  // shows T50
  test("opens it, and is not in the log", async ({ shop, superuser, logging }) => {
    const { uuid } = await aGuestOrder(shop);
    const input = encodeURIComponent(JSON.stringify({ uuid }));
    for (const url of [
      `/orders/pay/${uuid}`,
      `/orders/pay/${uuid}/payfast-success`,
      `/orders/${uuid}/invoice.pdf`,
      `/orders/${uuid}/invoices/1`,
      `/orders/${uuid}/credit-notes/1`,
      `/trpc/orders.byUuid?input=${input}`,
      `/trpc/orders.byUuid,orders.detail?batch=1&input=${encodeURIComponent(
        JSON.stringify({ 0: { uuid }, 1: { uuid } }),
      )}`,
    ])
      await logging.app.inject({ url, headers: { referer: `/orders/pay/${uuid}` } });

    const { body } = await logging.app.inject({ url: "/metrics" });
    const said = await logging.said();
    expect(said).toContain('"route":"/orders/:uuid/invoice.pdf"');
    expect(said).toContain('"procedures":["orders.byUuid","orders.detail"]');
    expect(said + body).not.toContain(uuid);
    expect(await tablesWith(superuser, uuid)).not.toContain("public.app_log");
  });

  test("of a statement is not in the log with personal data", async ({ shop, logging }) => {
    const { ben } = shop.people;
    await logging.app.inject({ url: `/statements/${ben}/2026-01/statement.pdf` });
    const said = await logging.said();
    expect(said).toContain('"route":"/statements/:memberId/:month/statement.pdf"');
    expect(said).not.toContain("2026-01/");
  });

  test("is not sent as a referrer", async ({ logging }) => {
    const { headers } = await logging.app.inject({ url: "/orders/pay/x" });
    expect(headers["referrer-policy"]).toBe("no-referrer");
  });
});

async function subjectOf(
  { deps, people }: TestShop,
  kind: (typeof mailed)[number][0],
  userId: number,
): Promise<MessageSubject> {
  if (kind === "email-change-asked")
    return { kind, userId, formerEmail: "old@people.test", formerCell: null };
  if (kind !== "invitation") return { kind, userId };
  const id = deps.newId();
  const invitation = { id, user_id: userId, invited_by: people.ben, parent_id: people.ben };
  const life = { created_at: deps.now(), expires_at: deps.now() };
  await deps.db
    .insertInto("invitation")
    .values({ ...invitation, role: "stockist", ...life })
    .execute();
  return { kind, userId, invitationId: id };
}

/** What the mail says, as the person gets it. */
async function linkMailed({ deps }: TestShop, subject: MessageSubject): Promise<string> {
  const post = openPostOffice();
  const key = `${subject.kind}:${deps.newId()}`;
  await deps.db.transaction().execute((tx) => queueSubject(tx, deps, key, subject));
  const { id } = await deps.db
    .selectFrom("message")
    .select("id")
    .where("message_key", "=", key)
    .where("channel", "=", "email")
    .executeTakeFirstOrThrow();
  await sendMessage({ ...deps, ...post, log: silent }, id);
  return /http:\/\/shop\.test\/[a-z-]+#\S+/.exec(post.mails[0]?.text ?? "")?.[0] ?? "http://none";
}

async function filesOf({ filesDir }: TestShop): Promise<string> {
  const files = await readdir(filesDir, { recursive: true, withFileTypes: true });
  const contents = files
    .filter((file) => file.isFile())
    .map((file) => readFile(path.join(file.parentPath, file.name), "latin1"));
  return [...files.map(({ name }) => name), ...(await Promise.all(contents))].join("\n");
}
