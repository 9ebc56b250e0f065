import { describe, expect, test } from "vitest";
import { auditTitle, auditWords, detailWords, targetWords } from "./audit-words.ts";

const zone = "Africa/Johannesburg";

describe("an action", () => {
  test("has a sentence", () => {
    expect(auditWords("payout.paid")).toBe("marked a payout as paid");
    expect(auditTitle("payout.paid")).toBe("Marked a payout as paid");
  });

  test.each(["newly.made", "constructor", "toString"])(
    "without a sentence keeps its name: %s",
    (name) => {
      expect(auditWords(name)).toBe(name);
      expect(auditTitle(name)).toBe(name);
    },
  );
});

describe("the details", () => {
  test.each([
    [{}, ""],
    [{ reason: "asked by phone" }, "reason: asked by phone"],
    [{ by: "password", device: "Chrome on Linux" }, "method: password; device: Chrome on Linux"],
    [{ amount: 40_000, receivedOn: "2026-03-09" }, "amount: 400.00; received on: 9 Mar 2026"],
    [{ collectionAt: "2026-03-09T12:05:00.000Z" }, "collection at: 9 Mar 2026, 14:05"],
    [{ reference: "2026-02-31" }, "reference: 2026-02-31"],
    [{ fields: ["email", "cell"] }, "fields: email, cell"],
    [{ stockistMargin: { old: 30, new: 25 } }, "stockist margin: 30 to 25"],
    [
      {
        changed: ["terms"],
        terms: {
          before: { marginBps: 2500, distributorBps: 1000, vatRegistered: false },
          after: { marginBps: 2650, distributorBps: 1000, vatRegistered: true },
        },
      },
      "changed: terms; margin: 25% to 26.5%; vat registered: no to yes",
    ],
    [{ confirmHold: true, reference: null }, "confirm hold: yes"],
    [
      { changed: { price: [32_500, 34_950], hide: [false, true], name: ["50ml", "50 ml"] } },
      "price: 325.00 to 349.50; hide: no to yes; name: 50ml to 50 ml",
    ],
    [{ changed: { stockIssues: ["", "None left"] } }, "stock issues: nothing to None left"],
    [
      { changed: ["email", "test"], values: { test: [false, true], margin_bps: [null, 500] } },
      "changed: email, test; test: no to yes; margin: nothing to 5%",
    ],
    [{ fields: [], changed: {} }, ""],
    [{ words: "<p>Fish &amp; chips</p>" }, "words: Fish & chips"],
    [{ uses: [{ orderNumber: 1042, amount: 32_500 }] }, "uses: order number 1042, amount 325.00"],
    [
      { stockistMargin: 25, distributorPercent: 10, stockistVAT: 15 },
      "stockist margin: 25%; distributor percent: 10%; stockist vat: 15%",
    ],
    [{ formerPlan: { leader: 1000 } }, "former plan: leader 10%"],
    [
      { plan: { own: { "1": 2000 }, upline: { "1": { "2": 500 } }, leader: 1000 } },
      "plan: own level 1 20%, upline level 1 level 2 5%, leader 10%",
    ],
  ])("%j read %s", (details, words) => {
    expect(detailWords({ action: "any", details }, zone)).toBe(words);
  });
});

test.each([
  [
    { action: "bank-rule.added", details: { way: "in", kind: "card-payout" } },
    "way: Money in; kind: Payout of the card provider",
  ],
  [
    { action: "proposal.made", details: { kind: "price", way: "confirmed" } },
    "kind: price; way: another admin confirms it",
  ],
  [{ action: "proposal.expired", details: { state: "void" } }, "state: could not be carried out"],
  [{ action: "message.resent", details: { kind: "sign-in-code" } }, "kind: Sign-in code"],
  [{ action: "user.created", details: { role: "school" } }, "role: School"],
  [{ action: "user.created", details: { role: "constructor" } }, "role: constructor"],
])("a code has the words of its screen: %j", (entry, words) => {
  expect(detailWords(entry, zone)).toBe(words);
});

test.each([
  ["bank line 12", "bank transaction 12"],
  ["payment batch 3", "payout batch 3"],
  ["product 94", "product 94"],
  ["0d9f1a7c-1111-4222-8333-444455556666", "0d9f1a7c…"],
])("what %s was about is called %s", (target, words) => {
  expect(targetWords(target)).toBe(words);
});
