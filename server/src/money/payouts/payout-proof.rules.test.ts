import { describe, expect, test } from "vitest";
import {
  type DebitLine,
  differenceOf,
  proofsFor,
  type UnprovedPayout,
} from "./payout-proof.rules.ts";

const payout = (batchId: number, item: number, amount: number): UnprovedPayout => ({
  batchId,
  payoutId: `${batchId}-${item}`,
  reference: `PAYOUT ${batchId}-${item}`,
  amount,
  layout: "fnb",
  payOn: "2026-11-02",
});
const lumped = (batchId: number, item: number, amount: number): UnprovedPayout => ({
  ...payout(batchId, item, amount),
  layout: "absa",
});
const debit = (id: number, amount: number, description: string): DebitLine => ({
  id,
  day: "2026-11-03",
  amount,
  description,
  isUsed: false,
  isRepeat: false,
});
const proved = (payouts: readonly UnprovedPayout[], lines: readonly DebitLine[]) =>
  proofsFor(payouts, lines).map(({ payoutId, line }) => `${payoutId} by ${line.id}`);

describe("proof of a payout", () => {
  test("is a debit with its reference and amount", () => {
    const lines = [
      debit(1, 500, "FNB OB PMT PAYOUT12-31 A"),
      debit(2, 500, "PAYOUT 112-3"),
      debit(3, 501, "PAYOUT 12-3"),
      debit(4, 500, "fnb payout12-3 a nkosi"),
    ];
    expect(proved([payout(12, 3, 500)], lines)).toEqual(["12-3 by 4"]);
  });

  // shows T272
  test("is no debit that proves another one", () => {
    const line = debit(1, 500, "PAYOUT 12-3");
    expect(proved([payout(12, 3, 500), payout(12, 3, 500)], [line])).toEqual(["12-3 by 1"]);
    expect(proved([payout(12, 3, 500)], [{ ...line, isUsed: true }])).toEqual([]);
  });

  test("is one debit for a batch that it names", () => {
    const batch = [payout(12, 1, 500), payout(12, 2, 700)];
    expect(proved(batch, [debit(1, 1200, "BULK PAYMENT PAYOUTS-12-FNB")])).toHaveLength(2);
    expect(proved(batch, [debit(1, 1200, "PAYOUT 12")])).toEqual(["12-1 by 1", "12-2 by 1"]);
    expect(proved(batch, [debit(1, 1199, "PAYOUT 12")])).toEqual([]);
    expect(proved(batch, [debit(1, 1200, "PAYOUT 12-7")])).toEqual([]);
    expect(proved(batch, [debit(1, 1200, "PAYOUT 121")])).toEqual([]);
    expect(proved(batch, [debit(1, 1200, "BULK PAYMENT")])).toEqual([]);
  });

  // shows T272
  test("is a debit without a reference only where there is no other", () => {
    const batch = [lumped(12, 1, 500), lumped(12, 2, 700)];
    const line = debit(1, 1200, "ACB DEBIT BATCH");
    expect(proved(batch, [line])).toEqual(["12-1 by 1", "12-2 by 1"]);
    expect(proved(batch, [line, debit(2, 1200, "RENT")])).toEqual([]);
    expect(proved(batch, [line, { ...debit(2, 1200, "ACB DEBIT BATCH"), isUsed: true }])).toEqual(
      [],
    );
    expect(proved(batch, [{ ...line, isUsed: true }])).toEqual([]);
    expect(proved(batch, [{ ...line, isRepeat: true }])).toEqual([]);
    expect(proved(batch, [{ ...line, day: "2026-11-01" }])).toEqual([]);
    expect(proved(batch, [{ ...line, day: "2026-11-10" }])).toEqual([]);
    expect(proved([...batch, lumped(13, 1, 1200)], [line])).toEqual([]);
  });

  test("with another amount is a difference", () => {
    const line = debit(1, 501, "PAYOUT 12-3");
    expect(differenceOf(payout(12, 3, 500), [line])).toEqual(line);
    expect(differenceOf(payout(12, 3, 501), [line])).toBeNull();
    expect(differenceOf(payout(12, 4, 500), [line])).toBeNull();
  });
});
