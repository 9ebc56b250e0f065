import { describe, expect, test } from "vitest";
import {
  entryFacts,
  exactProduct,
  kindWords,
  ledgerFacts,
  percentWords,
  ruleWords,
  type WalletEntry,
} from "./entry-rules.ts";

const ownSale: WalletEntry = {
  position: 4711,
  entryNo: 1,
  orderNumber: 10_021,
  orderId: "7f2c1d1e-0000-4000-8000-000000000001",
  kind: "own",
  sellerId: 12,
  sellerName: "Ben Botha",
  sellerLevel: 2,
  beneficiaryLevel: 2,
  rateBps: 1500,
  value: 113_043,
  amount: 16_956,
  currency: "ZAR",
  occurredAt: "2026-03-09T12:05:00.000Z",
  planPosition: 0,
  refundedGoods: null,
  orderGoods: 130_000,
  cappedBy: null,
  questions: [],
};

const factsOf = (entry: WalletEntry) =>
  Object.fromEntries(entryFacts(entry).map(({ name, value }) => [name, value]));

describe("the explanation of an entry", () => {
  test("shows the arithmetic down to the last digit before rounding", () => {
    expect(exactProduct(113_043, 1500, "ZAR")).toBe("R1\u00a0130.43 × 15\u00a0% = R169.5645");
    expect(exactProduct(200, 5000, "GBP")).toBe("£2.00 × 50\u00a0% = £1.00");
    expect(factsOf(ownSale)).toMatchObject({
      "Value, without VAT and delivery": "R1\u00a0130.43",
      "Rounded to the cent": "R169.56",
      Amount: "R169.56",
    });
  });

  test("says the rule in words, for each kind", () => {
    expect(ruleWords(ownSale)).toBe(
      "This sale is your own. As a level 2 you earn 15\u00a0% of its value.",
    );
    expect(
      ruleWords({
        ...ownSale,
        kind: "upline",
        sellerLevel: 3,
        sellerName: "Cara Cele",
        rateBps: 500,
      }),
    ).toBe(
      "Cara Cele, a level 3 below you, made this sale. The level 2 above a level 3 earns 5\u00a0% of its value.",
    );
    expect(ruleWords({ ...ownSale, kind: "stockist", sellerName: null, rateBps: 1250 })).toContain(
      "member 12 is a stockist of yours",
    );
    expect(ruleWords({ ...ownSale, kind: "leader", rateBps: 1000 })).toContain(
      "leader bonus of 10\u00a0%",
    );
  });

  test("of what a refund took back names the share, and what had gone before", () => {
    const secondRefund: WalletEntry = {
      ...ownSale,
      kind: "reversal-of-own",
      amount: -4239,
      refundedGoods: 65_000,
    };

    expect(kindWords(secondRefund.kind)).toBe("Taken back: own sale");
    expect(ruleWords(secondRefund)).toMatch(/^Goods of this order were refunded/);
    expect(factsOf(secondRefund)).toMatchObject({
      "Goods refunded by then": "R650.00 of R1\u00a0300.00",
      "To be taken back in all": "R84.78",
      "Taken back before": "R42.39",
      Amount: "−R42.39",
    });
  });

  test("says what the limit of the order took off, and takes back shares of what was left", () => {
    const limited: WalletEntry = { ...ownSale, amount: 6956, cappedBy: 10_000 };
    expect(ruleWords(limited)).toContain(
      "limited to what was paid for its goods, without VAT, so R100.00 was taken off.",
    );
    expect(factsOf(limited)).toMatchObject({
      "Rounded to the cent": "R169.56",
      "Limited to what was paid for the goods": "R69.56",
      Amount: "R69.56",
    });
    const halfBack = { kind: "reversal-of-own", amount: -3478, refundedGoods: 65_000 } as const;
    expect(factsOf({ ...limited, ...halfBack })).toMatchObject({
      "To be taken back in all": "R34.78",
      "Taken back before": "R0.00",
    });
  });

  test("of what a change of seller took back says so", () => {
    const reassigned: WalletEntry = { ...ownSale, kind: "reversal-of-own", amount: -16_956 };
    expect(ruleWords(reassigned)).toMatch(/^The office gave this order to another seller/);
  });

  test("names the place in the ledger and the plan in force", () => {
    expect(ledgerFacts(ownSale).map(({ value }) => value)).toEqual([
      "4711, entry 1",
      "The plan that the shop started with",
      ownSale.orderId,
    ]);
    expect(ledgerFacts({ ...ownSale, planPosition: 99 })[1]?.value).toBe(
      "The plan at ledger position 99",
    );
  });

  test.each([
    [1500, "15\u00a0%"],
    [1250, "12.5\u00a0%"],
    [5, "0.05\u00a0%"],
    [10_000, "100\u00a0%"],
  ])("%i basis points read %s", (bps, text) => {
    expect(percentWords(bps)).toBe(text);
  });
});
