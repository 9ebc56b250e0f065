import { describe, expect, test } from "vitest";
import type { MessageKind } from "@portal/shared/office/message-kinds.ts";
import type { Secret } from "./define-message.ts";
import { mask, type Reader, renderWords } from "./render-message.ts";
import { inOneLine, type Values } from "./fill-words.ts";
import { allMessages, messageOf } from "../../office/messages/message-catalogue.ts";

const shop = { region: "za", publicUrl: "https://shop.example.com" } as const;
const anna: Reader = { firstName: "Anna", role: "distributor" };
const code = "K7M2PX";
const link = `${shop.publicUrl}/set-password#7c1f0a52-6f2d-4d25-9a86-0f6d3b6f2c11`;
const secret = { code, link };
const facts = {
  orderNumber: "10421",
  inviter: "Ben Naidoo",
  newEmail: "anna@new.example.test",
  newCellEnding: "4567",
  invitedRole: "a stockist",
  orderPage: `${shop.publicUrl}/orders/pay/7f2c1d1e-0000-4000-8000-000000000001`,
  lines: {
    as: "amounts",
    rows: [
      ["4 × Original 50ml", "R1\u00a0300.00"],
      ["1 × Delivery", "R100.00"],
      ["Total", "R1\u00a0400.00"],
    ],
  },
  bankDetails: {
    as: "facts",
    rows: [
      ["Amount", "R1\u00a0400.00"],
      ["Reference", "RH10421"],
      ["Account number", "62000000000"],
    ],
  },
  tracking: "Tracking number: PZDRMT",
  handedTo: "with the courier",
  courierCall: "The courier will call the recipient on the day of delivery.",
  afterPayment: "We’ll pack and send it as soon as your payment reaches us.",
  collectFrom: "Collect it from our office: 1 Long Street\nMonday to Friday",
  productName: "Original 50ml",
  sender: "Kim Buyer",
  giftMessage: "Happy birthday!\nWith love",
  moneyBack: "You had not paid, so there is nothing to refund.",
  refundAmount: "R325.00",
  refundWay: "We are paying it into your bank account. It can take a day or two to show.",
  repaidAmount: "R325.00",
  payoutAmount: "R16\u00a0184.56",
  payoutDay: "21 November 2026",
  monthName: "October 2026",
  month: "2026-10",
  officeDay: "21 November 2026",
  officeActs: { as: "facts", rows: [["Thandi Nkosi", "recorded a bank transfer, once, R325.00"]] },
  questionAsker: "Thandi Nkosi",
  questionText: "Why is it less\nthan last time?",
  entryAmount: "R169.56",
  answerText: "One bottle was sent back.",
  answerCredit: "You can also read our answer in your wallet.",
  contactSource: "General feedback",
  contactLines: {
    as: "facts",
    rows: [
      ["Email", "thandi@example.test"],
      ["Name", "Thandi"],
    ],
  },
  contactText: "Thank you,\nit came in two days.",
  networkTitle: "You have a new team member",
  networkText: "Ben is now a stockist in your team.",
  networkNote: "You’ll find them under My network.",
  proposalTitle: "A change needs your confirmation",
  proposalPreheader: "Proposed by Thandi Nkosi.",
  proposalText: "Thandi Nkosi proposed a new bank account for the shop.",
  adminList: { as: "facts", rows: [["Thandi Nkosi", "thandi@example.test"]] },
  backupTime: "21 November 2026, 03:00 UTC",
  adminTitle: "An office account was locked",
  headline: "Thandi Nkosi has a new sign-in method",
  whatHappened: "A passkey or a code app was set up for the account of Thandi Nkosi.",
  whatToDo: "If they did not tell you about it, call them.",
  adminText: "Thandi Nkosi was locked by the person who runs the server, from its command line.",
  proposalDecline: "You can decline it without signing in, on this page:",
  outstandingAmount: "R1\u00A0400.00",
  placedDay: "21 November 2026",
} as const;

/** With the words of the code. */
function renderMessage(
  kind: MessageKind,
  reader: Reader,
  secrets: Secret,
  sites: Parameters<typeof renderWords>[3],
  values: Values = {},
) {
  return renderWords(messageOf(kind).words, reader, secrets, sites, values);
}

const kinds = allMessages.map(({ kind }) => kind);

const byPhone: readonly MessageKind[] = [
  "sign-in-code",
  "sign-up-code",
  "registration",
  "email-change-asked",
  "email-changed",
  "cell-changed",
  "order-ready",
  "admin-sign-in",
  "admin-account",
  "office-change",
];
const holdsSecret = (kind: MessageKind) => messageOf(kind).isSecret;

test("every kind is declared once", () => {
  expect(new Set(kinds).size).toBe(kinds.length);
});

describe.each(kinds)("the message %s", (kind) => {
  test("reads as it always did", () => {
    const { subject, text, sms } = renderMessage(kind, anna, secret, shop, facts);
    expect(`${subject}\n\n${text}${sms === null ? "" : `\nSMS: ${sms}\n`}`).toMatchSnapshot();
  });

  test("has a subject that a phone shows in one line", () => {
    expect(renderMessage(kind, anna, secret, shop, facts).subject.length).toBeLessThan(50);
  });

  test("is a page that needs no image, script or file of others", () => {
    const { html } = renderMessage(kind, anna, secret, shop, facts);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en-ZA">/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(/);
    expect(html).toContain("max-width:600px");
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    for (const href of addresses) expect(href).toMatch(/^https:\/\/shop\.example\.com(\/|$)/);
  });

  test("says the same in HTML and in text", () => {
    const { html, text } = renderMessage(kind, anna, secret, shop, facts);
    const plain = messageOf(kind).words.paragraphs.filter((words) => !words.includes("{{"));
    for (const words of plain) expect(`${html}\n${text}`.split(words)).toHaveLength(3);
  });

  test("goes by SMS exactly where a phone is asked, in one part", () => {
    const { sms } = renderMessage(
      kind,
      anna,
      secret,
      { ...shop, publicUrl: "https://a-rather-long-name.of-a-shop.example" },
      facts,
    );
    expect(sms !== null).toBe(byPhone.includes(kind));
    expect(messageOf(kind).isForPhone).toBe(byPhone.includes(kind));
    // The letters that one SMS of 160 takes, apart from a few that nobody writes here.
    expect(sms ?? "").toMatch(/^[\w @$!"#%&'()*+,./:;<=>?-]{0,160}$/);
  });

  test("has a secret exactly where it is said to", () => {
    const message = JSON.stringify(renderMessage(kind, anna, secret, shop, facts));
    expect(message.includes(code) || message.includes(link)).toBe(holdsSecret(kind));
    const masked = JSON.stringify(
      renderMessage(kind, anna, { code: mask, link: mask }, shop, facts),
    );
    expect(masked).not.toContain(code);
    expect(masked).not.toContain(link);
    expect(masked.includes(mask)).toBe(holdsSecret(kind));
  });

  test.each([
    `"><script>alert(1)</script>`,
    "<img src=x onerror=alert(1)>",
    "{{7*7}}{{code}}",
    "Anna\r\nBcc: x@y.example",
    "Win at https://evil.example",
    "evil.example",
    "\u0000\u0007",
    "A".repeat(5000),
    "",
  ])("is greeted without the name %j", (firstName) => {
    const hostile = renderMessage(kind, { ...anna, firstName }, secret, shop, facts);
    const harmless = renderMessage(kind, { ...anna, firstName: "Nobody" }, secret, shop, facts);
    expect(JSON.stringify(hostile)).toBe(
      JSON.stringify(harmless).replaceAll("Hello Nobody,", "Hello,"),
    );
    expect(hostile.subject).not.toMatch(/[\r\n]/);
  });
});

// A test mail has the words that somebody is writing.
describe.each(kinds.filter((kind) => kind !== "copy-test"))("a list of mails", (kind) => {
  test(`shows a short preview of ${kind} that its text does not have, and nothing secret`, () => {
    const { subject, html, text } = renderMessage(kind, anna, secret, shop, facts);
    const shown = /<div aria-hidden="true" style="display:none;[^"]*">(.*?)&#847;/.exec(html)?.[1];
    expect(shown).toMatch(/^[^!?]{1,70}\.$/);
    expect(html.indexOf(`>${shown}`)).toBeLessThan(html.indexOf("<h1"));
    expect(`${subject}\n${text}`).not.toContain(shown);
    expect(shown).not.toMatch(new RegExp(`${code}|${link}|Anna`));
  });
});

test.each(["Anna", "Anna-Marie", "O'Brien", "Zoë", "Nomvula Grace", "Đặng", "李"])(
  "%s is greeted by name",
  (firstName) => {
    const { text, html } = renderMessage("password-reset", { ...anna, firstName }, secret, shop);
    expect(text).toContain(`Hello ${firstName},`);
    expect(html).toContain(`Hello ${firstName.replace("'", "&#39;")},`);
  },
);

test("sums are read below each other with the total last, and facts beside their names", () => {
  const { html, text } = renderMessage("order-eft", anna, secret, shop, facts);
  const rows = [
    ...html.matchAll(
      /<tr><th [^>]*scope="row"[^>]*>(.*?)<\/th><td [^>]*style="([^"]*)"[^>]*>(.*?)<\/td>/g,
    ),
  ];
  const read = rows.map(([, label, style = "", value]) => [
    label,
    value,
    /text-align:(\w+)/.exec(style)?.[1],
  ]);
  expect(read).toEqual([
    ["Amount", "R1\u00a0400.00", "left"],
    ["Reference", "RH10421", "left"],
    ["Account number", "62000000000", "left"],
    ["4 × Original 50ml", "R1\u00a0300.00", "right"],
    ["1 × Delivery", "R100.00", "right"],
    ["Total", "R1\u00a0400.00", "right"],
  ]);
  for (const [, , style] of rows) expect(style).toContain("tabular-nums");
  expect(text).toContain("1 × Delivery: R100.00\nTotal: R1\u00a0400.00\n");
});

test("what is read in columns is text, whoever wrote it", () => {
  const lines = {
    as: "amounts",
    rows: [
      ["<b>A</b> {{code}}", "<i>"],
      ["Total", "R1.00"],
    ],
  } as const;
  const { html } = renderMessage("order-paid", anna, secret, shop, { ...facts, lines });
  expect(html).toContain("&lt;b&gt;A&lt;/b&gt; {{code}}</th>");
  expect(html).toContain("&lt;i&gt;</td>");
});

test("the sentence of a list of mails is text on one line, whoever it names", () => {
  const questionAsker = "<b>\r\nA";
  const { html } = renderMessage("entry-question-asked", anna, secret, shop, {
    ...facts,
    questionAsker,
  });
  expect(html).toContain(">&lt;b&gt; A asks about commission of R169.56.&#847;");
});

test("nobody's own words go to an address that is not proven", () => {
  const message = renderMessage("sign-up-code", { ...anna, firstName: "Free Money" }, secret, shop);
  expect(JSON.stringify(message)).not.toContain("Free Money");
});

test("a word that the message does not know is a bug, not an empty place", () => {
  expect(() => renderMessage("sign-in-code", anna, {}, shop)).toThrow("{{code}}");
});

// shows R40, T59
test("what hides, turns or ends a line becomes a space", () => {
  expect(inOneLine(" a\r\nb\u202Ec\u200Bd\u2028e\t\tf ")).toBe("a b c d e f");
});

test.for([
  ["distributor", "https://office.example.com"],
  ["stockist", "https://office.example.com"],
  ["school", "https://office.example.com"],
  ["admin", "https://office.example.com"],
  ["customer", "https://shop.example.com"],
] as const)("leads %s to %s", ([role, host]) => {
  const place = { ...shop, officeUrl: "https://office.example.com" };
  const { text } = renderMessage("already-registered", { ...anna, role }, {}, place);
  expect(text).toContain(`${host}/login`);
});

test("leads nobody to the shop's own host for pages of members and the office", () => {
  const place = { ...shop, officeUrl: "https://office.example.com" };
  for (const kind of kinds) {
    const { text } = renderMessage(kind, anna, secret, place, facts);
    expect(text, kind).not.toMatch(/shop\.example\.com\/(?:distributor|stockist|admin|login)/);
  }
});
