import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type MatchableLine, type OpenOrder, proposeUses } from "./bank-line.matching.ts";

const orders: OpenOrder[] = [
  { orderNumber: 1042, outstanding: 140_000 },
  { orderNumber: 1043, outstanding: 42_500 },
  { orderNumber: 10_234, outstanding: 99_500 },
  { orderNumber: 1050, outstanding: 0 },
  { orderNumber: 1052, outstanding: 0 },
  { orderNumber: 1053, outstanding: 77_000 },
].map((order) => ({ ...order, placedOn: "2026-11-01" }));
const day = "2026-11-02";
const aLine = (
  id: number,
  amount: number,
  description: string,
  more: Partial<MatchableLine> = {},
): MatchableLine => ({ id, amount, description, day, repeats: null, waitsFor: null, ...more });
const propose = (description: string, amount: number, others: typeof orders = orders) =>
  proposeUses([aLine(1, amount, description)], others).get(1);

describe("matching a bank transaction", () => {
  test.each([
    ["FNB APP PAYMENT FROM RH1042", 140_000, "exact", 1042],
    ["rh 1042", 140_000, "exact", 1042],
    ["RH-01042 thanks", 140_000, "exact", 1042],
    ["RH1042", 139_500, "short", 1042],
    ["RH1042", 70_000, "part", 1042],
    ["RH1042", 150_000, "over", 1042],
    ["RH1050", 140_000, "paid", 1050],
    ["RH1052", 77_000, "paid", 1052],
    ["RH1O234", 99_500, "mistyped", 10_234],
    ["RHIO42", 140_000, "mistyped", 1042],
    ["RH1024", 140_000, "mistyped", 1042],
    ["RH142", 140_000, "mistyped", 1042],
    ["RH10422", 140_000, "mistyped", 1042],
    ["R H 1042", 140_000, "mistyped", 1042],
    ["1042 Dlamini", 140_000, "mistyped", 1042],
    ["MISS T DLAMINI", 42_500, "amount", 1043],
    ["MISS T DLAMINI", 42_501, "none", undefined],
    ["ORCHARD1042", 1, "none", undefined],
  ] as const)("“%s” of %i cents is %s for order %s", (description, amount, kind, orderNumber) => {
    expect(propose(description, amount)).toMatchObject({
      kind,
      uses: orderNumber === undefined ? [] : [{ orderNumber, amount }],
    });
  });

  test.each([
    ["R5 short", 139_500, -500],
    ["partial", 70_000, -70_000],
    ["too large", 150_000, 10_000],
    ["exact", 140_000, 0],
  ])("reports the difference for a payment that is %s", (_what, amount, difference) => {
    expect(propose("RH1042", amount)).toMatchObject({ difference });
  });

  test("combines two transactions that add up to the outstanding amount of an order", () => {
    const halves = proposeUses(
      [aLine(1, 100_000, "RH1042 part 1"), aLine(2, 40_000, "RH1042 rest")],
      orders,
    );
    expect(halves.get(1)).toEqual({
      kind: "split",
      uses: [{ orderNumber: 1042, amount: 100_000 }],
      difference: 0,
      together: [2],
    });
    expect(halves.get(2)).toMatchObject({ kind: "split", together: [1] });
  });

  test("splits a transaction that names two orders by their outstanding amounts", () => {
    expect(propose("RH1042 + RH1043", 182_500)).toEqual({
      kind: "split",
      uses: [
        { orderNumber: 1042, amount: 140_000 },
        { orderNumber: 1043, amount: 42_500 },
      ],
      difference: 0,
      together: [],
    });
    expect(propose("RH1042 + RH1043", 182_400)).toMatchObject({ kind: "none" });
  });

  // shows T141
  test("that is older than the order it names is left to a person, and matches no order by slip or amount", () => {
    const later = orders.map((order) => ({ ...order, placedOn: "2026-11-03" }));
    const uses = [{ orderNumber: 1042, amount: 140_000 }];
    expect(propose("RH1042", 140_000, later)).toMatchObject({ kind: "early", uses });
    expect(propose("RH1042", 150_000, later)).toMatchObject({ kind: "early" });
    expect(propose("RH1042 + RH1043", 182_500, later)).toMatchObject({ kind: "early" });
    expect(propose("RH1050", 140_000, later)).toMatchObject({ kind: "paid" });
    expect(propose("RH1O42", 140_000, later)).toMatchObject({ kind: "none" });
    expect(propose("MISS T DLAMINI", 42_500, later)).toMatchObject({ kind: "none" });
    const halves = [100_000, 40_000].map((amount, id) =>
      aLine(id, amount, "RH1042", { day: id === 0 ? "2026-11-02" : "2026-11-03" }),
    );
    const proposed = proposeUses(halves, later);
    expect(proposed.get(0)).toMatchObject({ kind: "early" });
    expect(proposed.get(1)).toMatchObject({ kind: "part" });
  });

  test("that names a paid order is never taken for a slip of another order's number", () => {
    const one = { orderNumber: 1054, outstanding: 77_000, placedOn: day };
    expect(propose("RH1052", 77_000, [...orders, one])).toMatchObject({
      kind: "paid",
      uses: [{ orderNumber: 1052 }],
    });
  });

  test("pays an order in full once, whichever of the others is confirmed first", () => {
    const lines = [aLine(3, 140_000, "RH1042"), aLine(2, 140_000, "rh 1042 again")];
    const proposed = proposeUses([...lines, aLine(4, 42_500, "RH1043")], orders);
    expect([2, 3, 4].map((id) => proposed.get(id)?.kind)).toEqual(["exact", "repeat", "exact"]);
  });

  test("that may repeat another is never exact, nor half of a sum", () => {
    const again = { repeats: 7 };
    expect(proposeUses([aLine(1, 140_000, "RH1042", again)], orders).get(1)).toMatchObject({
      kind: "repeat",
      uses: [{ orderNumber: 1042, amount: 140_000 }],
    });
    const halves = [aLine(1, 100_000, "RH1042", again), aLine(2, 40_000, "RH1042")];
    expect(proposeUses(halves, orders).get(2)).toMatchObject({ kind: "part" });
    expect(proposeUses([aLine(1, 10, "RH1050", again)], orders).get(1)?.kind).toBe("paid");
  });

  test("that waits for a second admin says for what, and comes before another for the same order", () => {
    const waitsFor = [{ orderNumber: 1042, amount: 140_000 }];
    const proposed = proposeUses(
      [aLine(1, 140_000, "RH1042"), aLine(2, 140_000, "no reference", { waitsFor })],
      orders,
    );
    expect(proposed.get(2)).toMatchObject({ kind: "waiting", uses: waitsFor });
    expect(proposed.get(1)).toMatchObject({ kind: "repeat" });
  });

  test("proposes nothing if two orders fit equally well", () => {
    const twins = [
      { orderNumber: 1042, outstanding: 42_500, placedOn: day },
      { orderNumber: 1043, outstanding: 42_500, placedOn: day },
    ];
    expect(propose("MISS T DLAMINI", 42_500, twins)).toMatchObject({ kind: "none" });
    expect(propose("RH104", 42_500, twins)).toMatchObject({ kind: "none" });
  });

  test("proposes uses that add up to the amount of the transaction", () => {
    const anOrder = fc.record({
      orderNumber: fc.integer({ min: 1000, max: 1030 }),
      outstanding: fc.constantFrom(0, 10_000, 20_000, 30_000),
      placedOn: fc.constantFrom("2026-11-01", "2026-11-03"),
    });
    const someLine = fc.record({
      amount: fc.constantFrom(10_000, 20_000, 29_500, 40_000),
      description: fc.oneof(
        fc.integer({ min: 999, max: 1031 }).map((number) => `RH${number}`),
        fc.string({ maxLength: 30 }),
      ),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(anOrder, { selector: ({ orderNumber }) => orderNumber, maxLength: 12 }),
        fc.array(someLine, { maxLength: 8 }),
        (someOrders, someLines) => {
          const lines = someLines.map((line, id) => aLine(id, line.amount, line.description));
          const later = new Set(
            someOrders
              .filter(({ placedOn }) => placedOn > day)
              .map(({ orderNumber }) => orderNumber),
          );
          for (const [id, { kind, uses }] of proposeUses(lines, someOrders)) {
            const isEarly = uses.some(({ orderNumber }) => later.has(orderNumber));
            expect(!isEarly || kind === "early" || kind === "paid").toBe(true);
            const sum = uses.reduce((total, { amount }) => total + amount, 0);
            expect(sum).toBe(kind === "none" ? 0 : lines[id]?.amount);
          }
        },
      ),
    );
  });
});
