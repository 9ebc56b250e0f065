import { listMessagesSchema } from "@portal/shared/platform/messages.ts";
import { describe, expect } from "vitest";
import type { TestShop } from "../../testing/shop-test.ts";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aCodeRequest, aReader, test } from "../../testing/messages-test.ts";

async function office({ as, people }: TestShop) {
  return (await as(people.admin)).system;
}

describe("the sent emails", () => {
  test("are listed newest first with their state", async ({ shop, context }) => {
    const reader = await aReader(shop);
    const sent = await context.queue({ kind: "password-changed", userId: reader.id });
    await context.send(sent);
    const waiting = await context.queue({ kind: "registration", userId: reader.id });

    const { rows } = await (await office(shop)).sentEmails({ search: reader.email });
    expect(rows).toEqual([
      {
        id: waiting,
        channel: "email",
        kind: "registration",
        to: reader.email,
        userId: reader.id,
        subject: "",
        state: "queued",
        attempts: 0,
        failure: null,
        createdAt: expect.any(String),
        sentAt: null,
        canResend: false,
      },
      {
        id: sent,
        channel: "email",
        kind: "password-changed",
        to: reader.email,
        userId: reader.id,
        subject: "Your Rhizo password was changed",
        state: "sent",
        attempts: 1,
        failure: null,
        canResend: true,
        createdAt: expect.any(String),
        sentAt: expect.any(String),
      },
    ]);
  });

  test("are filtered, paged and counted", async ({ shop, context }) => {
    const reader = await aReader(shop);
    const codeId = await aCodeRequest(shop, reader.id);
    await context.send(await context.queue({ kind: "sign-in-code", userId: reader.id, codeId }));
    const ids: number[] = [];
    for (let nth = 0; nth < 3; nth += 1)
      ids.push(await context.queue({ kind: "converted", userId: reader.id }));
    const { sentEmails } = await office(shop);
    const search = reader.email;

    expect(await sentEmails({ search, state: "queued" })).toMatchObject({ total: 3 });
    expect(await sentEmails({ search, state: "failed" })).toEqual({ rows: [], total: 0 });
    const second = await sentEmails({ search, state: "queued", page: 2, pageSize: 2 });
    expect(second.rows.map(({ id }) => id)).toEqual(ids.slice(0, 1));
    const texts = await sentEmails({ search: reader.cell ?? "", channel: "sms" });
    expect(texts).toMatchObject({ total: 1, rows: [{ to: reader.cell, channel: "sms" }] });
  });

  test("are those of days of the shop, both included", async ({ shop, context }) => {
    const reader = await aReader(shop);
    await context.queue({ kind: "converted", userId: reader.id });
    const { sentEmails } = await office(shop);
    const search = reader.email;
    const today = shopDay();
    const of = async (days: Readonly<{ from?: string; to?: string }>) =>
      (await sentEmails({ search, ...days })).total;
    expect(await of({ from: today, to: today })).toBe(1);
    expect(await of({ from: addDays(today, 1) })).toBe(0);
    expect(await of({ to: addDays(today, -1) })).toBe(0);
    await expect(of({ from: "yesterday" })).rejects.toThrow(/from/);
  });

  test("are searched literally", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    await context.queue({ kind: "converted", userId });
    const { sentEmails } = await office(shop);
    for (const search of ["%", "_", "\\", "%@%", "' or 1=1 --"])
      expect(await sentEmails({ search })).toEqual({ rows: [], total: 0 });
    expect((await sentEmails({ search: "READER-" })).total).toBeGreaterThan(0);
    expect((await sentEmails({ search: "   " })).total).toBeGreaterThan(0);
  });

  test("can be read as they were sent", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "converted", userId });
    await context.send(id);
    const { html, text } = context.mails[0] ?? {};
    expect(await (await office(shop)).sentEmail({ id })).toMatchObject({ id, html, text });
  });

  test("that are unknown are refused", async ({ shop }) => {
    const { sentEmail, resendEmail } = await office(shop);
    await expect(sentEmail({ id: 999_999 })).rejects.toThrow("We could not find that message.");
    await expect(resendEmail({ id: 999_999 })).rejects.toThrow("We could not find that message.");
  });

  test("are for the office only", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "converted", userId });
    await context.send(id);
    const { people } = shop;
    for (const person of [people.anna, people.ben, people.sam, people.kim, userId, null]) {
      const { system } = await shop.as(person);
      const refused = person === null ? "Sign in to continue." : "You do not have access to this.";
      await expect(system.sentEmails({})).rejects.toThrow(refused);
      await expect(system.sentEmail({ id })).rejects.toThrow(refused);
      await expect(system.resendEmail({ id })).rejects.toThrow(refused);
    }
    expect(await context.rowsOf(id)).toMatchObject([{ state: "sent" }]);
  });

  test.for([{ page: 0 }, { pageSize: 101 }, { state: "lost" }, { channel: "post" }])(
    "are not listed by %j",
    (input) => {
      expect(listMessagesSchema.safeParse(input).success).toBe(false);
    },
  );
});

describe("sending again", () => {
  test("sends the same text to the present address, and is audited", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "bank-details-changed", userId });
    await context.send(id);
    const email = `now-${userId}@shop.test`;
    await shop.deps.db.updateTable("account").set({ email }).where("id", "=", userId).execute();

    const { resendEmail, sentEmail } = await office(shop);
    expect(await resendEmail({ id })).toEqual({ queued: true });
    expect(await sentEmail({ id })).toMatchObject({ state: "queued", canResend: false, to: email });
    await context.send(id);

    const [first, second] = context.mails;
    expect(second).toEqual({ ...first, to: email });
    const audit = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["actor_id", "subject_id", "details"])
      .where("action", "=", "message.resent")
      .where("target", "=", String(id))
      .execute();
    expect(audit).toEqual([
      {
        actor_id: shop.people.admin,
        subject_id: userId,
        details: { kind: "bank-details-changed" },
      },
    ]);
  });

  test("never repeats the undo link of a changed email, which went to the former address", async ({
    shop,
    context,
  }) => {
    const { id: userId } = await aReader(shop);
    const formerEmail = "once@shop.test";
    const id = await context.queue({
      kind: "email-changed",
      userId,
      formerEmail,
      formerCell: null,
    });
    await context.send(id);
    await expect((await office(shop)).resendEmail({ id })).rejects.toMatchObject({
      cause: { code: "message.holds-secret" },
    });
    expect(context.mails.map(({ to }) => to)).toEqual([formerEmail]);
  });

  // shows S4.19
  test("twice at once sends one message", async ({ shop, context }) => {
    const { id: userId } = await aReader(shop);
    const id = await context.queue({ kind: "converted", userId });
    await context.send(id);
    const { resendEmail } = await office(shop);
    const tries = await Promise.allSettled([resendEmail({ id }), resendEmail({ id })]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(resendEmail({ id })).rejects.toThrow("Already in progress.");
  });

  test.for(["registration", "password-reset", "confirm-email"] as const)(
    "a %s is refused: its link is made anew by asking for it",
    async (kind, { shop, context }) => {
      const { id: userId } = await aReader(shop);
      const id = await context.queue({ kind, userId });
      await context.send(id);
      const { resendEmail, sentEmail } = await office(shop);
      await expect(resendEmail({ id })).rejects.toThrow("Codes and links cannot be resent.");
      expect(await sentEmail({ id })).toMatchObject({ state: "sent", canResend: false });
      expect(context.mails).toHaveLength(1);
    },
  );
});
