import { emailCopyKinds, emailCopyRules, smsLength } from "@portal/shared/office/email-copy.ts";
import { describe, expect } from "vitest";
import { aCodeRequest, aReader, everythingStored, test } from "../../testing/messages-test.ts";
import { goesByPhone } from "../../platform/messages/message-kinds.ts";
import { messageWords } from "../../platform/messages/templates/message-words.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import { asMessageWords, originalWords } from "./email-copy.store.ts";

const news = {
  subject: "Something about {{shop}}",
  body: "{{greeting}}\n\nYou are {{role}} now.",
  buttonLabel: "Go in",
  sms: "",
};
const context = async (shop: TestShop) => (await shop.as(shop.people.admin)).emailCopy;

describe("the original texts", () => {
  test.for(emailCopyKinds)("of %s can be saved unchanged", (kind) => {
    expect(asMessageWords(kind, originalWords(kind))).toEqual(messageWords[kind]);
  });

  test.for(emailCopyKinds)("of %s have the parts that the office can edit", (kind) => {
    const { hasButton, hasSms } = emailCopyRules[kind];
    expect(hasButton).toBe(messageWords[kind].button !== undefined);
    expect(hasSms).toBe(goesByPhone(kind));
  });
});

describe("texts of the office", () => {
  test.for([
    ["{{greeting}}\n\nYou are {{role}} now. Sign in.", "You are {{role}} now."],
    ["Hello,\n\n{{shop}}\n\nWelcome to us", "Welcome to us"],
    ["{{greeting}}", ""],
  ] as const)("%j show %j in a list of mails", ([body, preheader]) => {
    expect(asMessageWords("converted", { ...news, body })).toMatchObject({ preheader });
  });

  test("show no code in the preview of a mailbox", () => {
    const body = "{{greeting}}\n\nIt is {{code}} for you.\n\nTell nobody. Ever.";
    const written = asMessageWords("sign-in-code", { ...news, body, sms: "{{code}}" });
    expect(written).toMatchObject({ preheader: "Tell nobody." });
  });

  // shows S2.56, S2.58
  test("are used from then on, with their values filled in", async ({ shop, context: post }) => {
    const { save, get, list } = await context(shop);
    await save({ kind: "converted", ...news });
    expect(await get({ kind: "converted" })).toMatchObject({
      words: news,
      original: { buttonLabel: "Sign in" },
      dateUpdated: expect.any(String),
    });
    expect((await list()).find(({ kind }) => kind === "converted")?.subject).toBe(news.subject);

    const reader = await aReader(shop, { firstName: "Zoë" });
    await post.send(await post.queue({ kind: "converted", userId: reader.id }));
    expect(post.mails[0]).toMatchObject({ subject: "Something about Rhizo" });
    expect(post.mails[0]?.text).toContain(
      "Hello Zoë,\n\nYou are a customer now.\n\nGo in:\nhttp://shop.test/login",
    );
  });

  test("can be replaced by the original ones", async ({ shop, context: post }) => {
    const { save, restore, get } = await context(shop);
    await restore({ kind: "converted" });
    await save({ kind: "converted", ...news });
    await restore({ kind: "converted" });
    await restore({ kind: "converted" });
    expect(await get({ kind: "converted" })).toMatchObject({ dateUpdated: null });
    const { id: userId } = await aReader(shop);
    await post.send(await post.queue({ kind: "converted", userId }));
    expect(post.mails[0]?.subject).toBe("You are now a customer at Rhizo");

    const trail = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["action", "details"])
      .where("target", "=", "converted")
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(trail).toEqual([
      { action: "email-copy.restored", details: {} },
      { action: "email-copy.changed", details: { changed: ["subject", "body", "buttonLabel"] } },
    ]);
  });

  test("reject a stale version", async ({ shop }) => {
    const { save, get } = await context(shop);
    await save({ kind: "payout-paid", ...news, body: "{{payoutAmount}}" });
    const { version } = await get({ kind: "payout-paid" });
    const words = { kind: "payout-paid", ...news, body: "Yes: {{payoutAmount}}" } as const;
    await save({ ...words, version });
    await expect(save({ ...words, version })).rejects.toThrow("has changed this");
  });

  test.for([
    ["converted", { body: "{{password}}" }, "{{password}} cannot be used here"],
    ["converted", { body: "{{lines}}" }, "{{lines}} cannot be used here"],
    ["converted", { body: "{{ greeting }}" }, "Write placeholders like {{shop}}"],
    ["converted", { body: "{{greeting" }, "Write placeholders like {{shop}}"],
    ["converted", { body: "{{constructor}}" }, "{{constructor}} cannot be used here"],
    ["converted", { buttonLabel: "" }, "Required"],
    ["converted", { buttonLabel: "{{link}}" }, "{{link}} cannot be used here"],
    ["converted", { subject: "a\r\nBcc: x@y.example" }, "Use one line"],
    ["converted", { subject: "x".repeat(151) }, "Use 150 characters at most"],
    ["converted", { body: " \n " }, "Required"],
    ["sign-in-code", { body: "Hello", sms: "{{code}}" }, "{{code}} is missing"],
    ["sign-in-code", { body: "{{code}}", sms: "Your code" }, "{{code}} is missing"],
    ["sign-in-code", { subject: "{{code}}", body: "{{code}}", sms: "{{code}}" }, "cannot be used"],
    ["sign-up-code", { body: "{{greeting}}{{code}}", sms: "{{code}}" }, "{{greeting}} cannot"],
    ["registration", { sms: "An account was made." }, "{{link}} is missing"],
    ["order-eft", { body: "Please pay." }, "{{bankDetails}} is missing"],
    ["no-such-mail", {}, "Choose one of the options"],
  ] as const)("are refused for %s with %j", async ([kind, wrong, words], { shop }) => {
    const api = await context(shop);
    const asked = { ...news, body: "{{greeting}}", ...wrong, kind };
    for (const call of [api.save, api.preview, api.sendTest])
      await expect(call(Object.assign({ kind: "converted" as const }, asked))).rejects.toThrow(
        words,
      );
  });

  // shows S2.56
  test("that are invalid fall back to the original ones, with a log line", async ({
    shop,
    context: post,
  }) => {
    const row = { subject: "{{gone}}", body: "{{code}}", button_label: "", sms: "no code" };
    const saved = shop.deps.db.insertInto("email_copy");
    const at = shop.deps.now();
    for (const kind of ["password-changed", "converted"] as const)
      await saved
        .values({ kind, ...row, updated_at: at })
        .onConflict((conflict) => conflict.column("kind").doUpdateSet(row))
        .execute();
    const { id: userId } = await aReader(shop);
    const lines: object[] = [];
    const log = { info: () => {}, warn: () => {}, error: (line: object) => lines.push(line) };
    await post.send(await post.queue({ kind: "password-changed", userId }), { log });
    expect(post.mails[0]?.subject).toBe("Your Rhizo password was changed");
    expect(lines).toContainEqual({ messageKind: "password-changed" });
    expect(JSON.stringify(lines)).not.toContain("no code");
  });
});

describe("a test message", () => {
  // shows S2.56
  test("goes to the requesting admin, with sample data and no working code", async ({
    shop,
    context: post,
  }) => {
    const { sendTest, get } = await context(shop);
    const sms = "{{code}} for {{shop}}";
    const { to } = await sendTest({
      kind: "sign-in-code",
      subject: "Your code",
      body: "{{code}}",
      buttonLabel: "",
      sms,
    });
    expect(to).toMatch(/^admin/);
    const { id } = await shop.deps.db
      .selectFrom("message")
      .select("id")
      .where("kind", "=", "copy-test")
      .executeTakeFirstOrThrow();
    await post.send(id);
    expect(post.texts).toEqual([]);
    expect(post.mails).toMatchObject([{ to, subject: "Test: Your code" }]);
    expect(post.mails[0]?.text).toContain("K7M2PX");
    const codes = await shop.deps.db.selectFrom("sign_in_code").select("id").execute();
    expect(codes).toEqual([]);
    expect((await get({ kind: "sign-in-code" })).dateUpdated).toBeNull();
  });
});

/** The office's text is plain text, whatever it contains. */
// shows R39, T58
describe("hostile text", () => {
  const attack = `<img src=x onerror=alert(1)><script>alert(1)</script><a href="javascript:alert(1)">x</a><style>*{}</style>&lt;b&gt;`;

  test("is shown as it was typed", async ({ shop }) => {
    const { preview } = await context(shop);
    const { html, text, subject, preheader } = await preview({
      kind: "converted",
      subject: attack.slice(0, 100),
      body: attack,
      buttonLabel: `"><svg onload=alert(1)>`,
      sms: "",
    });
    expect(html).not.toMatch(/<(?:img|script|svg|iframe)|javascript:[^&]*"|<style>\*/);
    expect(html.match(/<style>/g)).toHaveLength(1);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(text).toContain(attack);
    expect([subject, preheader]).toEqual([attack.slice(0, 100), attack]);
  });

  test("adds no markup to stored messages", async ({ shop, context: post }) => {
    const { save, restore } = await context(shop);
    const words = { subject: "In", body: "Secret: {{code}}", buttonLabel: "", sms: "{{code}}" };
    await save({ kind: "sign-in-code", ...words });
    const reader = await aReader(shop);
    const codeId = await aCodeRequest(shop, reader.id);
    await post.send(await post.queue({ kind: "sign-in-code", userId: reader.id, codeId }));
    const code = post.texts[0]?.text ?? "";
    expect(code).toMatch(/^[A-Z0-9]{4,8}$/);
    expect(await everythingStored(shop)).not.toContain(code);
    await restore({ kind: "sign-in-code" });
  });
});

test.for([
  ["", 0, 160, 1],
  ["x".repeat(160), 160, 160, 1],
  ["x".repeat(161), 161, 153, 2],
  ["{}", 4, 160, 1],
  ["’".repeat(70), 70, 70, 1],
  ["’".repeat(71), 71, 67, 2],
] as const)("an SMS is counted as phones count it (%#)", ([text, used, perPart, parts]) => {
  expect(smsLength(text)).toEqual({ used, perPart, parts });
});
