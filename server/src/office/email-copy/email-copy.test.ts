import { type CopyWords, smsLength } from "@portal/shared/office/email-copy.ts";
import {
  type EmailCopyKind,
  emailCopyKinds,
  emailCopyRules,
  hasFixedText,
} from "@portal/shared/office/message-kinds.ts";
import { describe, expect } from "vitest";
import { aReader, test } from "../../testing/messages-test.ts";
import { messageOf } from "../messages/message-catalogue.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import { asMessageWords, originalCopy } from "./email-copy.store.ts";

const news = {
  subject: "Something about {{shop}}",
  body: "{{greeting}}\n\nYou are {{role}} now.",
  buttonLabel: "Go in",
  sms: "",
};
const wordsOf = (kind: EmailCopyKind) => messageOf(kind).words;
const asWords = (kind: EmailCopyKind, copy: CopyWords) => asMessageWords(kind, wordsOf(kind), copy);
const context = async (shop: TestShop) => (await shop.as(shop.people.admin)).emailCopy;

describe("the original texts", () => {
  test.for(emailCopyKinds)("of %s can be saved unchanged", (kind) => {
    expect(asWords(kind, originalCopy(wordsOf(kind)))).toEqual(wordsOf(kind));
  });

  test.for(emailCopyKinds)("of %s have the parts that the office can edit", (kind) => {
    const { hasButton, hasSms } = emailCopyRules[kind];
    expect(hasButton).toBe(wordsOf(kind).button !== undefined);
    expect(hasSms).toBe(messageOf(kind).isForPhone);
  });
});

describe("texts of the office", () => {
  test.for([
    ["{{greeting}}\n\nYou are {{role}} now. Sign in.", "You are {{role}} now."],
    ["Hello,\n\n{{shop}}\n\nWelcome to us", "Welcome to us"],
    ["{{greeting}}", ""],
  ] as const)("%j show %j in a list of mails", ([body, preheader]) => {
    expect(asWords("converted", { ...news, body })).toMatchObject({ preheader });
  });

  test("show no code in the preview of a mailbox", () => {
    const body = "{{greeting}}\n\nIt is {{code}} for you.\n\nTell nobody. Ever.";
    const changed = asWords("sign-in-code", { ...news, body, sms: "{{code}}" });
    expect(changed).toMatchObject({ preheader: "Tell nobody." });
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
    ["order-paid", { subject: "Pay to 62 9999 9999" }, "five digits in a row"],
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
    await saveBadly(shop, "converted");
    const { id: userId } = await aReader(shop);
    const lines: object[] = [];
    const log = { info: () => {}, warn: () => {}, error: (line: object) => lines.push(line) };
    await post.send(await post.queue({ kind: "converted", userId }), { log });
    expect(post.mails[0]?.subject).toBe("You are now a customer at Rhizo");
    expect(lines).toContainEqual({ messageKind: "converted" });
    expect(JSON.stringify(lines)).not.toContain("no code");
  });
});

async function saveBadly({ deps }: TestShop, kind: EmailCopyKind): Promise<void> {
  const row = { subject: "{{gone}}", body: "{{code}}", button_label: "", sms: "no code" };
  await deps.db
    .insertInto("email_copy")
    .values({ kind, ...row, updated_at: deps.now() })
    .onConflict((conflict) => conflict.column("kind").doUpdateSet(row))
    .execute();
}

const fixedKinds = emailCopyKinds.filter(hasFixedText);

describe("texts of warnings and secrets", () => {
  test("are these", () => {
    const warnings = [
      "proposal",
      "password-changed",
      "cell-changed",
      "email-change-asked",
    ] as const;
    const secrets = ["sign-in-code", "sign-up-code", "registration", "password-reset"] as const;
    for (const kind of [...warnings, "bank-details-changed", ...secrets] as const)
      expect(fixedKinds).toContain(kind);
  });

  // shows T196
  test.for(fixedKinds)("cannot be changed: %s", async (kind, { shop, context: post }) => {
    const api = await context(shop);
    const original = (await api.get({ kind })).words;
    const written = { ...original, kind, subject: "Nothing to worry about" };
    for (const call of [api.save, api.sendTest])
      await expect(call(written)).rejects.toThrow("This text is fixed");
    expect(
      await shop.deps.db.selectFrom("email_copy").selectAll().where("kind", "=", kind).execute(),
    ).toEqual([]);

    const row = {
      subject: "Nothing to worry about",
      body: original.body,
      button_label: "",
      sms: "",
    };
    const saved = { kind, ...row, updated_at: shop.deps.now() };
    await shop.deps.db.insertInto("email_copy").values(saved).execute();
    expect(await api.get({ kind })).toMatchObject({ words: original, isFixed: true });
    expect((await api.list()).find((each) => each.kind === kind)).toMatchObject({
      subject: original.subject,
      dateUpdated: null,
    });
    if (kind !== "password-changed") return;
    const { id: userId } = await aReader(shop);
    await post.send(await post.queue({ kind, userId }));
    expect(post.mails[0]?.subject).toBe("Your Rhizo password was changed");
  });
});

describe("another bank account", () => {
  const details = "{{bankDetails}}";
  // shows T196
  test.for([
    "Please pay to 62 9999 9999.",
    "629999",
    "6-2-9-9-9-9",
    "6.2.9 (9) 9/9",
    "62\n99\n99",
    "62 {{shop}} 99 {{orderNumber}} 99",
    "six two nine nine nine nine",
    "６２９９９９",
    "٦٢٩٩٩٩",
    "6\u200b2\u200b9\u200b9\u200b9\u200b9",
    "⑥②⑨⑨⑨⑨",
    "6\ufe0f\u20e32\ufe0f\u20e39\ufe0f\u20e39\ufe0f\u20e39\ufe0f\u20e39\ufe0f\u20e3",
    "Our new details: https://pay.example/rhizo",
    "Our new details: www.pay.example",
    "Our new details: pay.example.co.za",
    "Ask pay@bank.example for our new details.",
  ])("is refused in a mail about paying: %j", async (trap, { shop }) => {
    const { save } = await context(shop);
    const words = { ...news, kind: "order-eft" as const, subject: "How to pay" };
    for (const wrong of [
      { body: `${details}\n\n${trap}` },
      { body: details, buttonLabel: trap.replaceAll(/\s+/g, " ").replaceAll(/\{\{\w+\}\}/g, "") },
    ])
      await expect(save({ ...words, ...wrong })).rejects.toThrow(/in a row|no web or email/);
  });

  // shows T196
  test("is refused where it begins in the subject", async ({ shop }) => {
    const { save } = await context(shop);
    const split = { subject: "Pay to 629", body: `999\n\n${details}` };
    await expect(save({ ...news, kind: "order-eft", ...split })).rejects.toThrow("in a row");
  });

  test("is not what an order's usual text holds", async ({ shop }) => {
    const { save } = await context(shop);
    const body = `Please pay within 14 days, at the latest by 31 October 2026.\n\n${details}\n\n1. Open your bank. 2. Pay R100.00 or more.`;
    await save({ ...news, kind: "order-eft", body });
  });
});

describe("a test message", () => {
  // shows S2.56
  test("goes to the requesting admin, with sample data and no working code", async ({
    shop,
    context: post,
  }) => {
    const { sendTest, get } = await context(shop);
    const { to } = await sendTest({
      kind: "order-ready",
      subject: "Your order",
      body: "{{orderNumber}}",
      buttonLabel: "View order",
      sms: "{{orderNumber}} of {{shop}}",
    });
    expect(to).toMatch(/^admin/);
    const { id } = await shop.deps.db
      .selectFrom("message")
      .select("id")
      .where("kind", "=", "copy-test")
      .executeTakeFirstOrThrow();
    await post.send(id);
    expect(post.texts).toEqual([]);
    expect(post.mails).toMatchObject([{ to, subject: "Test: Your order" }]);
    expect(post.mails[0]?.text).toContain("10421");
    const codes = await shop.deps.db.selectFrom("sign_in_code").select("id").execute();
    expect(codes).toEqual([]);
    expect((await get({ kind: "order-ready" })).dateUpdated).toBeNull();
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
