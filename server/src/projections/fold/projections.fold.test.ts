import { exclVat } from "@portal/shared/platform/money.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { projectionsOf, recorded } from "../../testing/recorded-facts.ts";
import {
  bottles,
  deactivated,
  distributor,
  parcel,
  planPublished,
  reassigned,
  refunded,
  someOrderId,
  sold,
  stockist,
  withMargin,
} from "../../testing/some-facts.ts";
import { defaultPlan } from "../../network/commissions/commission-plan.events.ts";
import type { LedgerEvent } from "../ledger-catalogue.ts";
import { memberTotals } from "../rebuild/member-totals.ts";
import type { MemoryProjections } from "../store/memory-projections.ts";

const members = [1, 2, 20, 21, 30, 31, 90, 91];
const network = [
  distributor(1, 1, null),
  distributor(2, 1, 1),
  distributor(20, 2, 2),
  distributor(21, 2, 1),
  distributor(30, 3, 20),
  distributor(31, 3, 2),
  stockist(90, 20, 1000),
  stockist(91, 2, 750),
];

const projectionsAfter = (...facts: LedgerEvent[]) => projectionsOf(recorded(...network, ...facts));
const netOf = ({ commissionEntries }: MemoryProjections) => {
  const net = new Map<string, number>();
  for (const { beneficiaryId, kind, amount } of commissionEntries) {
    const key = `${beneficiaryId} ${kind.replace("reversal-of-", "")}`;
    net.set(key, (net.get(key) ?? 0) + amount);
  }
  return [...net]
    .filter(([, amount]) => amount !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
};
const salesOf = ({ saleEntries }: MemoryProjections) => {
  const sales = new Map<number, number[]>();
  for (const { sellerId, units, value, charged } of saleEntries) {
    const [u = 0, v = 0, c = 0] = sales.get(sellerId) ?? [];
    sales.set(sellerId, [u + units, v + value, c + charged]);
  }
  return [...sales]
    .filter(([, sums]) => sums.some((sum) => sum !== 0))
    .toSorted(([one], [other]) => one - other);
};
const totalsOf = (projections: MemoryProjections) =>
  memberTotals(projections, { unitValue: 28_261 });

const anySeller = fc.constantFrom(...members);
const anyPrice = fc.integer({ min: 1, max: 100_000 });
const anyQuantity = fc.integer({ min: 1, max: 200 });
const anyLines = fc
  .array(fc.tuple(anyQuantity, anyPrice), { minLength: 1, maxLength: 4 })
  .map((lines) => [...lines.map(([quantity, price]) => bottles(quantity, price)), parcel]);
/** Cuts of a whole, each as a share of the rest. */
const anyCuts = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 6 });

function goodsOf(lines: readonly ReturnType<typeof bottles>[]): [goods: number, units: number] {
  const counted = lines.filter(({ commissionPrice }) => commissionPrice > 0);
  return [
    counted.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0),
    counted.reduce((sum, { quantity }) => sum + quantity, 0),
  ];
}

/** Refunds that add up to all goods of an order, one more than there are cuts. */
function refundsInParts(number: number, [goods, units]: [number, number], cuts: number[]) {
  let goodsLeft = goods;
  let unitsLeft = units;
  const parts: LedgerEvent[] = [];
  for (const [index, cut] of [...cuts, 100].entries()) {
    const productAmount = Math.ceil((goodsLeft * cut) / 100);
    goodsLeft -= productAmount;
    const back = goodsLeft === 0 ? unitsLeft : Math.floor((unitsLeft * cut) / 100);
    unitsLeft -= back;
    if (productAmount === 0) continue;
    const refundId = `part-${index}`;
    const part = { refundId, amount: productAmount, productAmount, units: back };
    parts.push(refunded(number, part));
  }
  return parts;
}

describe("refunds", () => {
  test("of all goods leave exactly zero, in any number of parts", () => {
    fc.assert(
      fc.property(anySeller, anyLines, anyCuts, (sellerId, lines, cuts) => {
        const sale = sold({ number: 1, sellerId, lines });
        const projections = projectionsAfter(...sale, ...refundsInParts(1, goodsOf(lines), cuts));

        expect(netOf(projections)).toEqual([]);
        expect(salesOf(projections)).toEqual([]);
        expect(
          totalsOf(projections).every(({ accrued, units }) => accrued === 0 && units === 0),
        ).toBe(true);
      }),
    );
  });

  test("never reverse more than is left, and never accrue again", () => {
    fc.assert(
      fc.property(anySeller, anyLines, anyCuts, (sellerId, lines, cuts) => {
        const parts = refundsInParts(1, goodsOf(lines), cuts);
        const { commissionEntries } = projectionsAfter(
          ...sold({ number: 1, sellerId, lines }),
          ...parts,
        );

        const reversals = commissionEntries.filter(({ kind }) => kind.startsWith("reversal-of-"));
        expect(reversals.every(({ amount }) => amount < 0)).toBe(true);
      }),
    );
  });

  test("of delivery alone reverse nothing", () => {
    const sale = sold({ number: 1, sellerId: 30, lines: [bottles(3), parcel] });
    const delivery = { refundId: "d", amount: 10_000, productAmount: 0, units: 0 };
    const projections = projectionsAfter(...sale, refunded(1, delivery));

    expect(netOf(projections)).toEqual(netOf(projectionsAfter(...sale)));
    expect(projections.orders.get(someOrderId(1))).toMatchObject({
      state: "partly-refunded",
      refunded: 10_000,
      refundedGoods: 0,
    });
  });

  test("of one unit of three reverse a third", () => {
    const one = { refundId: "one", amount: 32_500, productAmount: 32_500, units: 1 };
    const projections = projectionsAfter(
      ...sold({ number: 1, sellerId: 30, lines: [bottles(3), parcel] }),
      refunded(1, one),
    );

    expect(projections.commissionEntries.slice(-4)).toMatchObject([
      { kind: "reversal-of-own", beneficiaryId: 30, amount: -2826, refundedGoods: 32_500 },
      { kind: "reversal-of-upline", beneficiaryId: 20, amount: -1413 },
      { kind: "reversal-of-upline", beneficiaryId: 2, amount: -1413 },
      { kind: "reversal-of-leader", beneficiaryId: 1, amount: -141 },
    ]);
    expect(salesOf(projections)).toEqual([[30, [2, 56_522, 65_000]]]);
  });
});

describe("a reassignment", () => {
  test("leaves the order as if the new seller had sold it, after any refunds", () => {
    fc.assert(
      fc.property(anySeller, anySeller, anyLines, anyCuts, (from, to, lines, cuts) => {
        const parts = refundsInParts(1, goodsOf(lines), cuts).slice(0, -1);
        const before = projectionsAfter(
          ...sold({ number: 1, sellerId: from, lines }),
          ...parts,
          reassigned(1, to),
        );
        const direct = projectionsAfter(...sold({ number: 1, sellerId: to, lines }), ...parts);

        expect(netOf(before)).toEqual(netOf(direct));
        expect(salesOf(before)).toEqual(salesOf(direct));
      }),
    );
  });

  test("can be followed by refunds, down to exactly zero", () => {
    fc.assert(
      fc.property(anySeller, anySeller, anyLines, anyCuts, (from, to, lines, cuts) => {
        const [first, ...rest] = refundsInParts(1, goodsOf(lines), cuts);
        const sale = sold({ number: 1, sellerId: from, lines });
        const projections = projectionsAfter(
          ...sale,
          ...(first ? [first] : []),
          reassigned(1, to),
          ...rest,
        );

        expect(netOf(projections)).toEqual([]);
        expect(salesOf(projections)).toEqual([]);
      }),
    );
  });

  test("uses the tree and the plan of its own day", () => {
    const sale = sold({ number: 1, sellerId: 30, lines: [bottles(1)] });
    const plan = { ...defaultPlan, own: { ...defaultPlan.own, "2": 1000 } };
    const projections = projectionsAfter(
      ...sale,
      deactivated(2),
      planPublished(plan),
      reassigned(1, 20),
    );

    expect(netOf(projections)).toEqual([["20 own", 2826]]);
    expect(projections.commissionEntries.at(-1)).toMatchObject({ rateBps: 1000, planPosition: 13 });
  });

  test("to no seller reverses everything", () => {
    const projections = projectionsAfter(
      ...sold({ number: 1, sellerId: 30, lines: [bottles(1)] }),
      reassigned(1, null),
    );
    expect([netOf(projections), salesOf(projections)]).toEqual([[], []]);
  });

  test("of a house sale assigns its first seller", () => {
    const house = sold({ number: 1, sellerId: null, lines: [bottles(1)] });
    const direct = sold({ number: 1, sellerId: 30, lines: [bottles(1)] });
    expect(projectionsAfter(...house).commissionEntries).toEqual([]);
    expect(netOf(projectionsAfter(...house, reassigned(1, 30)))).toEqual(
      netOf(projectionsAfter(...direct)),
    );
  });

  test("before payment changes the seller and nothing else", () => {
    const [placed, ...payment] = sold({ number: 1, sellerId: 30, lines: [bottles(1)] });
    const direct = sold({ number: 1, sellerId: 20, lines: [bottles(1)] });
    const projections = projectionsAfter(
      ...(placed ? [placed] : []),
      reassigned(1, 20),
      ...payment,
    );

    expect(netOf(projections)).toEqual(netOf(projectionsAfter(...direct)));
    expect(projections.commissionEntries.every(({ amount }) => amount > 0)).toBe(true);
  });
});

describe("the projections", () => {
  const anySales = fc.array(fc.record({ sellerId: anySeller, lines: anyLines }), { maxLength: 12 });

  test("do not depend on the sequence of unrelated orders", () => {
    fc.assert(
      fc.property(anySales, fc.infiniteStream(fc.nat()), (sales, chances) => {
        const orders = sales.map((sale, index) => sold({ ...sale, number: index + 1 }));
        const shuffled = orders
          .map((facts) => ({ facts, place: chances.next().value ?? 0 }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ facts }) => facts);

        expect(totalsOf(projectionsAfter(...shuffled.flat()))).toEqual(
          totalsOf(projectionsAfter(...orders.flat())),
        );
      }),
    );
  });

  test("never count an order that is not live", () => {
    const sale = sold({ number: 1, sellerId: 30, lines: [bottles(2)], live: false });
    const refund = { refundId: "r", amount: 32_500, productAmount: 32_500, units: 1 };
    const projections = projectionsAfter(...sale, refunded(1, refund), reassigned(1, 20));

    expect(projections.commissionEntries).toEqual([]);
    expect(projections.saleEntries).toEqual([]);
    expect(projections.orders.get(someOrderId(1))).toMatchObject({
      live: false,
      refundedGoods: 32_500,
    });
  });

  // shows R57, T75
  test("keep the past: a plan or a move does not change earlier entries", () => {
    const sale = sold({ number: 1, sellerId: 30, lines: [bottles(2)] });
    const later: LedgerEvent[] = [
      planPublished({ ...defaultPlan, leader: 0 }),
      { type: "DistributorMoved", data: { userId: 30, parentId: 21 } },
      { type: "DistributorUplifted", data: { userId: 20 } },
    ];
    const refund = { refundId: "r", amount: 32_500, productAmount: 32_500, units: 1 };

    expect(netOf(projectionsAfter(...sale, ...later, refunded(1, refund)))).toEqual(
      netOf(projectionsAfter(...sale, refunded(1, refund))),
    );
  });

  test("reverse a sale at the level at which it was made", () => {
    const refund = { refundId: "r", amount: 65_000, productAmount: 65_000, units: 2 };
    const { saleEntries, wallets } = projectionsAfter(
      ...sold({ number: 1, sellerId: 20, lines: [bottles(2)] }),
      { type: "DistributorUplifted", data: { userId: 20 } },
      refunded(1, refund),
    );

    expect(saleEntries.map(({ sellerLevel }) => sellerLevel)).toEqual([2, 2]);
    expect(wallets.get(20)).toMatchObject({ commissionLevel1: 0, commissionLevel2: 0, accrued: 0 });
  });

  test("number the entries of one event from 1", () => {
    const { commissionEntries } = projectionsAfter(
      ...sold({ number: 1, sellerId: 30, lines: [bottles(2)] }),
      reassigned(1, 20),
    );
    const atReassignment = commissionEntries.filter(({ position }) => position === 12);
    expect(atReassignment.map(({ entryNo }) => entryNo)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe("an order that cost less than its commission", () => {
  // 60 bottles at a margin of 99 %: a value of R16,956.52, and R169.57 paid without VAT.
  const nearlyFree = [withMargin(bottles(60), 9900), parcel];
  const sale = (sellerId: number) => sold({ number: 1, sellerId, lines: nearlyFree });

  test("pays out exactly what was paid for its goods", () => {
    expect(netOf(projectionsAfter(stockist(92, 30, 1000), ...sale(92)))).toEqual([
      ["30 stockist", 16_957],
    ]);
    expect(netOf(projectionsAfter(...sale(30)))).toEqual([["30 own", 16_957]]);
    // Without the ceiling, the plan would give R1,695.65.
    const [entry] = projectionsAfter(stockist(92, 30, 1000), ...sale(92)).commissionEntries;
    expect(entry).toMatchObject({ amount: 16_957, cappedBy: 152_608, value: 1_695_652 });
  });

  test("is refunded by shares of the capped entries, down to exactly zero", () => {
    const part = { refundId: "a", amount: 6500, productAmount: 6500, units: 20 };
    const rest = { refundId: "b", amount: 13_000, productAmount: 13_000, units: 40 };
    const third = projectionsAfter(...sale(30), refunded(1, part));
    expect(netOf(third)).toEqual([["30 own", 16_957 - 5652]]);
    expect(third.commissionEntries.at(-1)).toMatchObject({ amount: -5652, cappedBy: 152_608 });
    expect(netOf(projectionsAfter(...sale(30), refunded(1, part), refunded(1, rest)))).toEqual([]);
  });

  test("keeps its ceiling with another seller, on the whole order net of refunds", () => {
    const part = { refundId: "a", amount: 6500, productAmount: 6500, units: 20 };
    expect(netOf(projectionsAfter(...sale(30), reassigned(1, 1)))).toEqual([["1 own", 16_957]]);
    expect(netOf(projectionsAfter(...sale(30), refunded(1, part), reassigned(1, 1)))).toEqual([
      ["1 own", 16_957 - 5652],
    ]);
  });

  // shows T80
  test("never pays out more, for any seller, plan and refund", () => {
    const anyBps = fc.integer({ min: 0, max: 10_000 });
    const anyPlan = fc.record({
      own: fc.record({ "1": anyBps, "2": anyBps, "3": anyBps }),
      upline: fc.record({
        "1": fc.record({ "2": anyBps, "3": anyBps }),
        "2": fc.record({ "3": anyBps }),
      }),
      leader: anyBps,
    });
    fc.assert(
      fc.property(
        ...([anyPlan, anySeller, anySeller, anyQuantity, anyPrice, anyBps, anyCuts] as const),
        (plan, sellerId, nextId, quantity, price, marginBps, cuts) => {
          const lines = [withMargin(bottles(quantity, price), marginBps), parcel];
          const paid = exclVat((lines[0]?.unitPrice ?? 0) * quantity, 1500);
          const refunds = refundsInParts(1, goodsOf(lines), cuts);
          const facts = [planPublished(plan), ...sold({ number: 1, sellerId, lines })];
          for (let count = 0; count <= refunds.length; count++) {
            const net = netOf(
              projectionsAfter(...facts, ...refunds.slice(0, count), reassigned(1, nextId)),
            );
            const sum = net.reduce((total, [, amount]) => total + amount, 0);
            expect(sum).toBeLessThanOrEqual(paid);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
