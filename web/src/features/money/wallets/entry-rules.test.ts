import { percentWords } from "@portal/shared/network/commission-words.ts";
import { describe, expect, test } from "vitest";
import {
  entryFacts,
  exactProduct,
  kindWords,
  ledgerFacts,
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
  Object.fromEntries(entryFacts(entry, "VAT").map(({ name, value }) => [name, value]));

describe("the explanation of an entry", () => {
  test("shows the product with all digits before rounding", () => {
    expect(exactProduct(113_043, 1500, "ZAR")).toBe("R1\u00a0130.43 × 15% = R169.5645");
    expect(exactProduct(200, 5000, "GBP")).toBe("£2.00 × 50% = £1.00");
    expect(factsOf(ownSale)).toMatchObject({
      "Value (excl. VAT and delivery)": "R1\u00a0130.43",
      "Rounded to": "R169.56",
      Amount: "R169.56",
    });
  });

  test("states the rule of each kind in words", () => {
    expect(ruleWords(ownSale, "VAT")).toBe(
      "Your own sale. As a level 2 you earn 15% of its value.",
    );
    expect(
      ruleWords(
        {
          ...ownSale,
          kind: "upline",
          sellerLevel: 3,
          sellerName: "Cara Cele",
          rateBps: 500,
        },
        "VAT",
      ),
    ).toBe(
      "Cara Cele, a level 3 in your team, made this sale. A level 2 earns 5% on sales by a level 3 in their team.",
    );
    expect(
      ruleWords({ ...ownSale, kind: "stockist", sellerName: null, rateBps: 1250 }, "VAT"),
    ).toContain("member 12 is your stockist");
    expect(ruleWords({ ...ownSale, kind: "leader", rateBps: 1000 }, "VAT")).toContain(
      "leader bonus of 10%",
    );
  });

  test("states the share of a refund, and what was already reversed", () => {
    const secondRefund: WalletEntry = {
      ...ownSale,
      kind: "reversal-of-own",
      amount: -4239,
      refundedGoods: 65_000,
    };

    expect(kindWords(secondRefund.kind)).toBe("Own sale, reversed");
    expect(ruleWords(secondRefund, "VAT")).toMatch(/^Goods on this order were refunded/);
    expect(factsOf(secondRefund)).toMatchObject({
      "Goods refunded so far": "R650.00 of R1\u00a0300.00",
      "Total to reverse": "R84.78",
      "Already reversed": "R42.39",
      Amount: "−R42.39",
    });
  });

  test("states the reduction by the limit, and reverses shares of the limited amount", () => {
    const limited: WalletEntry = { ...ownSale, amount: 6956, cappedBy: 10_000 };
    expect(ruleWords(limited, "VAT")).toContain(
      "limited to what was paid for its goods, excl. VAT, so it is R100.00 less.",
    );
    expect(factsOf(limited)).toMatchObject({
      "Rounded to": "R169.56",
      "Limited to what was paid for the goods": "R69.56",
      Amount: "R69.56",
    });
    const halfBack = { kind: "reversal-of-own", amount: -3478, refundedGoods: 65_000 } as const;
    expect(factsOf({ ...limited, ...halfBack })).toMatchObject({
      "Total to reverse": "R34.78",
      "Already reversed": "R0.00",
    });
  });

  test("explains the reversal of a reassigned order", () => {
    const reassigned: WalletEntry = { ...ownSale, kind: "reversal-of-own", amount: -16_956 };
    expect(ruleWords(reassigned, "VAT")).toMatch(/^This order was reassigned to another seller/);
  });

  test("names the ledger position and the plan in force", () => {
    expect(ledgerFacts(ownSale).map(({ value }) => value)).toEqual([
      "4711, entry 1",
      "The original plan",
      ownSale.orderId,
    ]);
    expect(ledgerFacts({ ...ownSale, planPosition: 99 })[1]?.value).toBe(
      "The plan at ledger position 99",
    );
  });

  test.each([
    [1500, "15%"],
    [1250, "12.5%"],
    [5, "0.05%"],
    [10_000, "100%"],
  ])("%i basis points read %s", (bps, text) => {
    expect(percentWords(bps)).toBe(text);
  });
});
