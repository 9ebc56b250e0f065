import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recogniseSettlement } from "./known-settlement-lines.rules.ts";

type FileLine = Parameters<typeof recogniseSettlement>[0][number];
const aLine = (changes: Partial<FileLine>): FileLine => ({
  transactionId: null,
  day: "2026-11-01",
  writtenDay: changes.day ?? "2026-11-01",
  type: "refund",
  paymentId: "pi_1",
  gross: -500,
  fee: 0,
  net: -500,
  ...changes,
});
type Stored = Parameters<typeof recogniseSettlement>[1][number];
/** As this release stores a line, and as the one before did. */
const stored = (line: FileLine, id: number): Stored => ({ ...line, id });
const storedBefore = (line: FileLine, id: number): Stored => ({
  ...line,
  id,
  transactionId: null,
  day: line.writtenDay,
  writtenDay: null,
});
const idsOf = (found: readonly ({ id: number } | null)[]) => found.map((row) => row?.id ?? null);

describe("a line of a settlement", () => {
  test("is the stored one with its id, whatever day that has", () => {
    const line = aLine({ transactionId: "txn_1" });
    const other = aLine({ transactionId: "txn_2" });
    const rows = [stored(other, 1), { ...stored(line, 2), day: "2026-10-31" }];
    expect(idsOf(recogniseSettlement([line], rows))).toEqual([2]);
    expect(idsOf(recogniseSettlement([aLine({ transactionId: "txn_3" })], rows))).toEqual([null]);
  });

  test("is known by its facts where one of the two has no id", () => {
    const [line, bare] = [aLine({ transactionId: "txn_1" }), aLine({})];
    expect(idsOf(recogniseSettlement([line], [stored(bare, 1)]))).toEqual([1]);
    expect(idsOf(recogniseSettlement([bare], [stored(line, 1)]))).toEqual([1]);
    expect(idsOf(recogniseSettlement([bare, bare], [stored(line, 1)]))).toEqual([1, null]);
  });

  test.for([
    ["PAYOUT", "Payout"],
    ["FUNDS_RECEIVED", "Funds Received"],
    ["FUNDS_RECEIVED_REVERSAL", "Funds Received (Reversal)"],
  ] as const)("is known where the API writes %s and the dashboard %s", ([api, dashboard]) => {
    const [one, other] = [aLine({ type: api }), aLine({ type: dashboard })];
    expect(idsOf(recogniseSettlement([other], [stored(one, 1)]))).toEqual([1]);
    expect(idsOf(recogniseSettlement([one], [stored(other, 1)]))).toEqual([1]);
    expect(idsOf(recogniseSettlement([aLine({ type: "Top up" })], [stored(one, 1)]))).toEqual([
      null,
    ]);
  });

  test("of a payout is known by its id where a report has a line of it and another has not", () => {
    const computed = aLine({ type: "payout", paymentId: "po_1", day: "2026-11-09" });
    const own = aLine({ ...computed, transactionId: "txn_9", day: "2026-11-07" });
    expect(idsOf(recogniseSettlement([own], [stored(computed, 1)]))).toEqual([1]);
    expect(idsOf(recogniseSettlement([computed], [stored(own, 1)]))).toEqual([1]);
    const others = [aLine({ ...own, net: -700 }), aLine({ ...own, paymentId: "po_2" })];
    expect(idsOf(recogniseSettlement(others, [stored(computed, 1)]))).toEqual([null, null]);
  });

  test("is told from an equal one of the day beside it, which an older release stored by UTC", () => {
    const evening = aLine({ transactionId: "txn_1", day: "2026-11-02", writtenDay: "2026-11-01" });
    const morning = aLine({ transactionId: "txn_2", day: "2026-11-02" });
    const rows = [storedBefore(evening, 1), storedBefore(morning, 2)];
    expect(idsOf(recogniseSettlement([evening, morning], rows))).toEqual([1, 2]);
    expect(idsOf(recogniseSettlement([morning, evening], rows))).toEqual([2, 1]);
  });

  const days = fc.constantFrom("2026-11-01", "2026-11-02", "2026-11-03");
  const anyLine = fc
    .record({ writtenDay: days, shifts: fc.boolean(), gross: fc.constantFrom(-500, 700) })
    .map(({ writtenDay, shifts, gross }) => {
      const day = shifts
        ? writtenDay.replace(/.$/, (digit) => String(Number(digit) + 1))
        : writtenDay;
      return { writtenDay, day, gross, net: gross };
    });
  test.for([
    ["this release", stored],
    ["the one before", storedBefore],
  ] as const)("is known again as often as the file has it, when %s stored it", ([, store]) => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 12 }), fc.boolean(), (all, hasIds) => {
        const lines = all.map((line, at) =>
          aLine({ ...line, transactionId: hasIds ? `txn_${at}` : null }),
        );
        const found = idsOf(recogniseSettlement(lines, lines.map(store)));
        expect(found).not.toContain(null);
        expect(new Set(found).size).toBe(lines.length);
      }),
    );
  });
});
