import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recorded } from "../../testing/recorded-facts.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, takeStep } from "../../testing/some-business.ts";
import {
  bottles,
  deactivated,
  distributor,
  parcel,
  reassigned,
  refunded,
  someOrderId,
  sold,
  stockist,
  withMargin,
} from "../../testing/some-facts.ts";
import type { LedgerEvent } from "../ledger-catalogue.ts";
import {
  type EntryExplanation,
  explainOrder,
  type OrderExplanation,
  type StepExplanation,
} from "./explain-order.ts";

const network = [
  distributor(1, 1, null),
  distributor(2, 1, 1),
  distributor(20, 2, 2),
  distributor(30, 3, 20),
  stockist(90, 20, 1000),
];

function explained(...facts: LedgerEvent[]): OrderExplanation {
  const explanation = explainOrder(recorded(...network, ...facts), someOrderId(1));
  if (!explanation) throw new Error("the order is not there");
  return explanation;
}

const stepOf = ({ steps }: OrderExplanation, type: StepExplanation["type"]) => {
  const step = steps.find((each) => each.type === type);
  if (!step) throw new Error(`no ${type}`);
  return step;
};

const rounded = (exact: Decimal) => exact.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber();

/** Recalculates an entry from the explanation of its own step alone. */
function reckoned(explanation: OrderExplanation, step: StepExplanation, entry: EntryExplanation) {
  if (entry.reverses) {
    const { amount, share, reversedBefore } = entry.reverses;
    const inAll = new Decimal(amount).times(share.numerator).dividedBy(share.denominator);
    return reversedBefore - rounded(inAll);
  }
  const share = rounded(
    new Decimal(valueFor(explanation, step, entry)).times(rateFor(step, entry)),
  );
  const paid = explanation.lines.reduce((sum, line) => sum + line.paid, 0);
  const before = step.entries
    .slice(0, step.entries.indexOf(entry))
    .filter((each) => !each.reverses);
  return Math.min(share, paid - before.reduce((sum, { amount }) => sum + amount, 0));
}

function valueFor(explanation: OrderExplanation, step: StepExplanation, entry: EntryExplanation) {
  if (entry.kind !== "leader") {
    const { vatBps } = explanation.order;
    const values = explanation.lines.map(({ commissionPrice, quantity }) =>
      rounded(
        new Decimal(commissionPrice)
          .times(quantity)
          .times(10_000)
          .dividedBy(10_000 + vatBps),
      ),
    );
    return values.reduce((sum, value) => sum + value, 0);
  }
  const levelOne = step.tree.find((member) => member.level === 1);
  return step.entries
    .filter(({ kind, beneficiaryId }) => kind !== "leader" && beneficiaryId === levelOne?.userId)
    .filter(({ reverses }) => reverses === null)
    .reduce((sum, { amount }) => sum + amount, 0);
}

function rateFor({ plan, tree }: StepExplanation, entry: EntryExplanation): Decimal {
  const [seller] = tree;
  const rates: Record<string, number | null | undefined> = {
    own: plan.own[`${entry.sellerLevel === 4 ? 1 : entry.sellerLevel}`],
    "upline 1 2": plan.upline["1"]["2"],
    "upline 1 3": plan.upline["1"]["3"],
    "upline 2 3": plan.upline["2"]["3"],
    stockist: seller?.distributorBps,
    leader: plan.leader,
  };
  const levels = `${entry.beneficiaryLevel} ${entry.sellerLevel}`;
  const rate = rates[entry.kind === "upline" ? `upline ${levels}` : entry.kind];
  return new Decimal(rate ?? Number.NaN).dividedBy(10_000);
}

describe("the explanation of an order", () => {
  const anyBusiness = fc.array(anyStep, { minLength: 1, maxLength: 60, size: "max" });

  test("has everything to recalculate each entry to the cent", () => {
    fc.assert(
      fc.property(anyBusiness, (business) => {
        const shop = createSimulatedShop();
        for (const step of business) takeStep(shop, step);

        for (const orderId of shop.projections.orders.all.keys()) {
          const explanation = explainOrder(shop.history, orderId);
          const entries = explanation?.steps.flatMap((step) => step.entries) ?? [];
          const made = shop.projections.commissionEntries.filter(
            (entry) => entry.orderId === orderId,
          );
          expect(entries).toMatchObject(made);
          expect(entries).toHaveLength(made.length);
          for (const step of explanation?.steps ?? [])
            for (const entry of step.entries)
              expect(explanation && reckoned(explanation, step, entry)).toBe(entry.amount);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("shows the rounding", () => {
    const [own] = stepOf(
      explained(...sold({ number: 1, sellerId: 30, lines: [bottles(1), parcel] })),
      "OrderPaid",
    ).entries;

    // 10 % of 282.61 is 28.261, written as 28.26: a tenth of a cent less.
    expect(own).toMatchObject({
      kind: "own",
      value: 28_261,
      rateBps: 1000,
      amount: 2826,
      exact: { numerator: 28_261_000, denominator: 10_000 },
      rounding: -1000,
      rule: "Own sale by a level 3: 10% of the value.",
    });
  });

  test("shows the lines of the value, with zero for delivery", () => {
    const sale = sold({ number: 1, sellerId: 30, lines: [bottles(2), parcel] });
    expect(explained(...sale).lines).toMatchObject([
      { section: 1, productId: 94, gross: 65_000, value: 56_522 },
      { section: 1, productId: 142, gross: 0, value: 0 },
    ]);
  });

  test("shows the tree, the terms and the plan as of the event", () => {
    const explanation = explained(
      ...sold({ number: 1, sellerId: 90, lines: [bottles(1)] }),
      {
        type: "StockistTermsChanged",
        data: { userId: 90, marginBps: 0, distributorBps: 1, vatRegistered: false },
      },
      { type: "DistributorUplifted", data: { userId: 20 } },
    );
    const { tree, planPosition, entries } = stepOf(explanation, "OrderPaid");

    expect(tree).toMatchObject([
      { userId: 90, level: 4, distributorBps: 1000 },
      { userId: 20, level: 2 },
      { userId: 2, level: 1 },
      { userId: 1, level: 1 },
    ]);
    expect(planPosition).toBe(0);
    expect(entries).toMatchObject([{ kind: "stockist", beneficiaryId: 20, amount: 2826 }]);
  });

  test("shows unpaid shares with the reason", () => {
    const explanation = explained(
      deactivated(2),
      ...sold({ number: 1, sellerId: 30, lines: [bottles(1)] }),
    );
    expect(stepOf(explanation, "OrderPaid").unwritten).toEqual([
      {
        beneficiaryId: 2,
        beneficiaryLevel: 1,
        amount: 1413,
        rule: "Level 1 upline of a level 3 seller: 5% of the value.",
        reason: "Not active at the time, so no one earns this share.",
      },
      {
        beneficiaryId: 1,
        beneficiaryLevel: 1,
        amount: 141,
        rule: "Sponsor of a level 1: 10% of what the level 1 earned on this order.",
        reason: "The level 1 earned nothing on this order, so there is no leader bonus.",
      },
    ]);
  });

  test("shows the reduction by the ceiling, and the entry without it", () => {
    // A margin of 96 %: of R565.22 without VAT, R22.61 was paid.
    const lines = [withMargin(bottles(2), 9600), parcel];
    const explanation = explained(...sold({ number: 1, sellerId: 30, lines }));
    const { entries, unwritten } = stepOf(explanation, "OrderPaid");

    expect(explanation.order.paidGoods).toBe(2261);
    expect(explanation.lines.map(({ paid }) => paid)).toEqual([2261, 0]);
    expect(entries).toMatchObject([
      { kind: "own", value: 56_522, amount: 2261, cappedBy: 3391, uncapped: 5652, rounding: -2000 },
    ]);
    expect(unwritten.map(({ beneficiaryId, amount }) => [beneficiaryId, amount])).toEqual([
      [20, 2826],
      [2, 2826],
      [1, 283],
    ]);
    expect(new Set(unwritten.map(({ reason }) => reason))).toEqual(
      new Set([
        "The other shares reach the amount paid for the goods excl. tax, so nothing is left for this one.",
      ]),
    );
  });

  test("links a reversal to the reversed entry", () => {
    const refund = { refundId: "r", amount: 32_500, productAmount: 32_500, units: 1 };
    const explanation = explained(
      ...sold({ number: 1, sellerId: 20, lines: [bottles(3)] }),
      refunded(1, refund),
      reassigned(1, 30),
    );

    expect(stepOf(explanation, "PaymentRefunded").entries[0]).toMatchObject({
      kind: "reversal-of-own",
      amount: -4239,
      reverses: {
        position: 8,
        entryNo: 1,
        amount: 12_717,
        reversedBefore: 0,
        share: { numerator: 32_500, denominator: 97_500 },
      },
    });
    expect(stepOf(explanation, "OrderReassigned").entries[0]).toMatchObject({
      kind: "reversal-of-own",
      amount: -8478,
      reverses: { amount: 12_717, reversedBefore: 4239, share: { numerator: 1, denominator: 1 } },
    });
  });

  test("says that a payment was undone", () => {
    const explanation = explained(...sold({ number: 1, sellerId: 20, lines: [bottles(3)] }), {
      type: "PaymentUndone",
      data: { orderId: someOrderId(1), paymentId: "pay-1", method: "card", amount: 97_500 },
    });

    expect(stepOf(explanation, "PaymentUndone").entries[0]).toMatchObject({
      kind: "reversal-of-own",
      rule: "Payment undone, so the order is unpaid: the rest of this entry is reversed.",
      amount: -12_717,
      reverses: { amount: 12_717, reversedBefore: 0, share: { numerator: 1, denominator: 1 } },
    });
  });

  test("needs only the network, the plans and the order's own events", () => {
    const sale = sold({ number: 1, sellerId: 30, lines: [bottles(1)] });
    const others = sold({ number: 2, sellerId: 20, lines: [bottles(9)] });
    const all = recorded(...network, ...others, ...sale);
    const needed = all.filter(
      ({ streamId }) => streamId === "network" || streamId === `order-${someOrderId(1)}`,
    );
    expect(explainOrder(needed, someOrderId(1))).toEqual(explainOrder(all, someOrderId(1)));
  });

  test("of an unknown order is null", () => {
    expect(explainOrder(recorded(...network), someOrderId(1))).toBeNull();
  });
});
