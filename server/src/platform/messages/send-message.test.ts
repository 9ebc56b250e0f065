import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { RefusedForGood } from "./senders.ts";
import { aGuestOrder, aRecipient, payByBank } from "../../testing/shop-test.ts";
import { aCodeRequest, aReader, test } from "../../testing/messages-test.ts";
import { mask } from "./render-message.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const away = new Error("421 come back later");

describe("an email", () => {
  test("goes to the address at the time of sending, and is stored as it was sent", async ({
    shop,
    context,
  }) => {
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "password-changed", userId }, `password:${userId}`);
    const email = `moved-${userId}@shop.test`;
    await shop.deps.db.updateTable("account").set({ email }).where("id", "=", userId).execute();

    await context.send(id);

    expect(context.mails).toEqual([
      expect.objectContaining({ messageKey: `password:${userId}`, to: email }),
    ]);
    const [row] = await context.rowsOf(id);
    const { subject, html, text } = context.mails[0] ?? {};
    expect(row).toMatchObject({ state: "sent", attempts: 1, failure: null, to_address: email });
    expect(row).toMatchObject({ subject, html, text });
    expect(row?.sent_at).not.toBeNull();
  });

  // shows R73, T106
  test("is sent once, however often the job runs", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "converted", userId });
    await context.send(id);
    await context.send(id);
    expect(context.mails).toHaveLength(1);
  });

  test("without a mail server is stored", async ({ shop, context }) => {
    context.mood.mail = "kept";
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "converted", userId });
    await context.send(id);
    expect(await context.rowsOf(id)).toMatchObject([{ state: "kept" }]);
  });

  test("about a changed address or number goes to the former ones", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const former = { formerEmail: "former@shop.test", formerCell: "+27820000006" };
    for (const kind of ["email-changed", "cell-changed"] as const)
      await context.send(await context.queue({ kind, userId, ...former }));
    expect(context.mails.map(({ to }) => to)).toEqual(["former@shop.test", "former@shop.test"]);
    expect(context.texts.map(({ to }) => to)).toEqual(["+27820000006", "+27820000006"]);
  });

  test("about a refused card is dropped when the order is paid by then", async ({
    shop,
    context,
  }) => {
    const [paid, unpaid] = [await aGuestOrder(shop), await aGuestOrder(shop)];
    const ask = ({ uuid: orderId }: { uuid: string }) =>
      context.queue({ kind: "order-payment-failed", userId: null, orderId });
    const [needless, needed] = [await ask(paid), await ask(unpaid)];
    await payByBank(shop, paid.uuid, paid.total);

    await context.send(needless);
    await context.send(needed);

    expect(await context.rowsOf(needless)).toEqual([]);
    expect(context.mails).toMatchObject([
      {
        to: aRecipient.recipientEmail,
        subject: `Payment for order ${unpaid.orderNumber} did not go through`,
        text: expect.stringContaining(`/orders/pay/${unpaid.uuid}`),
      },
    ]);
  });

  test("to a deleted user is dropped", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "registration", userId });
    const gone = shop.deps.db.updateTable("account").set({ active: false });
    await gone.where("id", "=", userId).execute();

    await context.send(id);

    expect([...context.mails, ...context.texts]).toEqual([]);
    expect(await context.rowsOf(id)).toMatchObject([
      { state: "failed", failure: expect.stringContaining("No longer needed") },
      { state: "failed" },
    ]);
  });

  test("that was deleted with its user is no failure", async ({ context }) => {
    await expect(context.send(999_999_999)).resolves.toBeUndefined();
  });
});

describe("a mail server that refuses an email", () => {
  test("temporarily, is retried by the job", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "converted", userId });
    context.mood.mail = away;
    // The queue keeps the words of an error: they name nobody.
    await expect(context.send(id)).rejects.toThrow(`message ${id} was not taken`);
    expect(await context.rowsOf(id)).toMatchObject([
      { state: "queued", attempts: 1, failure: "421 come back later" },
    ]);

    context.mood.mail = "sent";
    await context.send(id);
    expect(await context.rowsOf(id)).toMatchObject([{ state: "sent", attempts: 2, failure: null }]);
    expect(context.mails.map(({ messageKey }) => messageKey)).toEqual([
      context.mails[0]?.messageKey,
      context.mails[0]?.messageKey,
    ]);
  });

  test("permanently, is not retried", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "converted", userId });
    context.mood.mail = new RefusedForGood("550 no such user");
    await context.send(id);
    expect(await context.rowsOf(id)).toMatchObject([
      { state: "refused", failure: "550 no such user" },
    ]);
  });

  // shows T193
  test.for([
    ["password-changed", 5, 15],
    ["converted", 5, 8],
    ["password-reset", 0.03, 0.05],
  ] as const)(
    "for days, is retried for the life of the message: %s",
    async ([kind, alive, over], { shop, context }) => {
      const { id: userId } = await aReader(shop);
      const inDays = (days: number) => () =>
        new Date(Date.parse(shop.deps.now()) + days * 24 * 3600_000).toISOString();
      const id = await context.queue({ kind, userId });
      context.mood.mail = away;
      for (let tries = 0; tries < 30; tries += 1)
        await expect(context.send(id, { now: inDays(alive) })).rejects.toThrow("was not taken");
      expect(await context.rowsOf(id)).toMatchObject([{ state: "queued", attempts: 30 }]);
      context.mood.mail = "sent";
      await context.send(id, { now: inDays(alive) });
      expect(await context.rowsOf(id)).toMatchObject([{ state: "sent" }]);

      const lost = await aReader(shop);
      const late = await context.queue({ kind, userId: lost.id });
      context.mood.mail = away;
      const warnings: unknown[] = [];
      const log = { ...silent, warn: (...said: unknown[]) => void warnings.push(said) };
      await context.send(late, { now: inDays(over), log });
      // Neither the address nor the reason, which may hold it.
      expect(warnings).toEqual([
        [{ messageId: late, messageKind: kind }, "a message was given up"],
      ]);
      expect(await context.rowsOf(late)).toMatchObject([
        { state: "failed", attempts: 1, failure: "421 come back later" },
      ]);
    },
  );

  // shows T193
  test("is retried with a warning whose SMS was sent", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const former = { formerEmail: "former@shop.test", formerCell: "+27820000006" };
    const id = await context.queue({ kind: "email-changed", userId, ...former });
    context.mood.mail = away;
    await expect(context.send(id)).rejects.toThrow("was not taken");
    context.mood.mail = "sent";
    await context.send(id);
    expect(await context.rowsOf(id)).toMatchObject([{ state: "sent" }, { state: "sent" }]);
    expect(context.texts).toHaveLength(1);
  });
});

describe("a code", () => {
  test("is the same in email and SMS, and works", async ({ shop, context }) => {
    const reader = await aReader(shop);
    const codeId = await aCodeRequest(shop, reader.id);
    const id = await context.queue({ kind: "sign-in-code", userId: reader.id, codeId });
    await context.send(id);

    expect(context.mails).toMatchObject([{ to: reader.email }]);
    expect(context.texts).toMatchObject([{ to: reader.cell }]);
    const code = /^[A-Z0-9]{4,8}(?= is your )/.exec(context.texts[0]?.text ?? "")?.[0] ?? "";
    expect(context.mails[0]?.text).toContain(`\n${code}\n`);
    const { code_hash: hash } = await shop.deps.db
      .selectFrom("sign_in_code")
      .select("code_hash")
      .where("id", "=", codeId)
      .executeTakeFirstOrThrow();
    expect(await shop.deps.passwords.isRight(hash, code)).toBe(true);
    expect(await context.rowsOf(id)).toMatchObject([
      { channel: "email", state: "sent", text: expect.stringContaining(mask) },
      { channel: "sms", state: "sent", html: null, text: expect.stringContaining(mask) },
    ]);
  });

  test("that is no longer needed is not sent", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const codeId = await aCodeRequest(shop, userId);
    const id = await context.queue({ kind: "sign-in-code", userId, codeId });
    const request = shop.deps.db.updateTable("sign_in_code").set({ ended_at: shop.deps.now() });
    await request.where("id", "=", codeId).execute();

    await context.send(id);

    expect([...context.mails, ...context.texts]).toEqual([]);
    expect(await context.rowsOf(id)).toMatchObject([{ state: "failed" }, { state: "failed" }]);
  });

  test.for([
    ["SMS", "mail"],
    ["mail", "SMS"],
  ] as const)(
    "sent by %s is not invalidated by a retry of the %s",
    async ([arrived], { shop, context }) => {
      const { id: userId } = await aReader(shop);
      const codeId = await aCodeRequest(shop, userId, "sign-up");
      const id = await context.queue({ kind: "sign-up-code", userId, codeId });
      if (arrived === "SMS") context.mood.mail = away;
      else context.mood.sms = away;

      await context.send(id);
      await context.send(id);

      expect([context.mails.length, context.texts.length]).toEqual([1, 1]);
      const states = (await context.rowsOf(id)).map(({ channel, state }) => `${channel} ${state}`);
      expect(states).toEqual(
        arrived === "SMS" ? ["email failed", "sms sent"] : ["email sent", "sms failed"],
      );
    },
  );

  test("that was not sent is a new one in the retry, with a new message key", async ({
    shop,
    context,
  }) => {
    const { id: userId } = await aReader(shop);
    const codeId = await aCodeRequest(shop, userId);
    const id = await context.queue({ kind: "sign-in-code", userId, codeId }, `code:${codeId}`);
    context.mood.mail = away;
    context.mood.sms = away;
    await expect(context.send(id)).rejects.toThrow("was not taken");
    context.mood.mail = "sent";
    context.mood.sms = "sent";
    await context.send(id);

    expect(new Set(context.texts.map(({ text }) => text)).size).toBe(2);
    const keys = context.texts.map(({ messageKey }) => messageKey);
    expect(keys).toEqual([`code:${codeId}`, `code:${codeId}#1`]);
  });

  test("goes by email only where the number cannot receive SMS", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop, { cell: "0800 123 456" });
    const codeId = await aCodeRequest(shop, userId);
    const id = await context.queue({ kind: "sign-in-code", userId, codeId });
    await context.send(id);
    expect(context.texts).toEqual([]);
    expect(await context.rowsOf(id)).toMatchObject([
      { channel: "email", state: "sent" },
      { channel: "sms", state: "failed", failure: "No mobile number on file." },
    ]);
  });

  test("goes to a number that was stored in national form", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop, { cell: "082 123 4567" });
    const codeId = await aCodeRequest(shop, userId);
    await context.send(await context.queue({ kind: "sign-in-code", userId, codeId }));
    expect(context.texts).toMatchObject([{ to: "+27821234567" }]);
  });
});

// shows T432
describe("a message that cannot be written", () => {
  test("is retried, given up after an hour where the office sees it, and can be sent again", async ({
    shop,
    context,
  }) => {
    const { id: userId } = await aReader(shop);
    const { db } = shop.deps;
    const id = await context.queue({ kind: "converted", userId });
    const damage = (about: object) =>
      db
        .updateTable("message")
        .set({ about: JSON.stringify(about) })
        .where("id", "=", id)
        .execute();
    await damage({ userId: "nobody" });
    const failure = "It could not be written. The log of the server has the error.";

    await expect(context.send(id)).rejects.toThrow(`message ${id} cannot be written`);
    expect(await context.rowsOf(id)).toMatchObject([{ state: "queued", attempts: 0, failure }]);

    await sql`update message set created_at = now() - interval '61 minutes' where id = ${id}`.execute(
      db,
    );
    await context.send(id);
    expect(await context.rowsOf(id)).toMatchObject([{ state: "failed", attempts: 1, failure }]);
    const admin = await shop.as(shop.people.admin);
    const { rows } = await admin.system.sentEmails({ state: "failed", userId });
    expect(rows).toMatchObject([{ id, failure, canResend: true }]);
    const { body } = await shop.app.inject({ url: "/metrics" });
    expect(body).toMatch(/^messages_failed\{class="work"\} [1-9]/m);

    await damage({ userId });
    await admin.system.resendEmail({ commandId: randomUUID(), id });
    await context.send(id);
    expect(await context.rowsOf(id)).toMatchObject([{ state: "sent", failure: null }]);
  });

  test("waits as before where the database is away", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "converted", userId });
    const stuck = shop.deps.db.transaction().execute(async (tx) => {
      await sql`lock table account in access exclusive mode`.execute(tx);
      await context.send(id);
    });
    await expect(stuck).rejects.toThrow("lock timeout");
    expect(await context.rowsOf(id)).toMatchObject([{ state: "queued", failure: null }]);
  });
});
