import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { describe, expect, test } from "vitest";
import { projectionsOf, recorded } from "../../testing/recorded-facts.ts";
import { bottles, distributor, reassigned, refunded, sold } from "../../testing/some-facts.ts";
import type { LedgerEvent } from "../ledger-catalogue.ts";
import { checkAgainstProjections } from "./check-against-projections.ts";

/** 1 earns 20 % of R282.61: 5652 cents, at position 4. */
const history = [distributor(1, 1, null), ...sold({ number: 1, sellerId: 1, lines: [bottles(1)] })];
const earned = 5652;

const request = (changes: object = {}): LedgerEvent => ({
  type: "PayoutRequested",
  data: {
    payoutId: "p1",
    userId: 1,
    credit: 0,
    commission: earned,
    requested: earned,
    withheld: 0,
    ...changes,
  },
});
const converted = (amount: number): LedgerEvent => ({
  type: "CommissionConverted",
  data: { userId: 1, amount },
});

/** Checks the last event against the projections of the previous ones. */
function check(...facts: LedgerEvent[]) {
  const events = recorded(...history, ...facts);
  const last = events.pop();
  if (!last) throw new Error("nothing to check");
  return () => checkAgainstProjections(projectionsOf(events), last);
}
const refusal = (code: DomainErrorCode) => expect.objectContaining({ code });

describe("imported commission that was repaid", () => {
  const repaid = (amount: number): LedgerEvent => ({
    type: "CommissionRepaid",
    data: { userId: 1, amount, bankLineId: null },
  });
  const paid: LedgerEvent = {
    type: "PayoutPaid",
    data: {
      payoutId: "p1",
      userId: 1,
      amount: earned,
      withheld: 0,
      selfBilledVatBps: null,
      paidOn: "2026-01-18",
      referenceId: null,
    },
  };
  const back = refunded(1, { refundId: "r", amount: 32_500, productAmount: 32_500, units: 1 });

  test("or written off brings the balance up to zero at most", () => {
    expect(check(request(), paid, back, repaid(earned))).not.toThrow();
    expect(check(request(), paid, back, repaid(earned - 1), repaid(1))).not.toThrow();
    expect(check(request(), paid, back, repaid(earned + 1))).toThrow(
      refusal("wallet.wrong-amounts"),
    );
    expect(check(request(), paid, repaid(1))).toThrow(refusal("wallet.wrong-amounts"));
    expect(check(repaid(1))).toThrow(refusal("wallet.wrong-amounts"));
    const writtenOff = (amount: number): LedgerEvent => ({
      type: "CommissionWrittenOff",
      data: { userId: 1, amount },
    });
    expect(check(request(), paid, back, repaid(1), writtenOff(earned - 1))).not.toThrow();
    expect(check(request(), paid, back, repaid(1), writtenOff(earned))).toThrow(
      refusal("wallet.wrong-amounts"),
    );
    const setOff = (amount: number): LedgerEvent => ({
      type: "CreditSetOff",
      data: { userId: 1, amount },
    });
    expect(check(request(), paid, back, repaid(1), setOff(earned - 1))).not.toThrow();
    expect(check(request(), paid, back, repaid(1), setOff(earned))).toThrow(
      refusal("wallet.wrong-amounts"),
    );
  });
});

describe("an imported payout request", () => {
  test("may request the unpaid amount", () => {
    expect(check(request())).not.toThrow();
  });
  test("may request less", () => {
    expect(check(request({ commission: 1, requested: 1 }))).not.toThrow();
  });
  test("may not request a cent more", () => {
    const tooMuch = request({ commission: earned + 1, requested: earned + 1 });
    expect(check(tooMuch)).toThrow(refusal("wallet.wrong-amounts"));
  });
  test("may not request what was converted to credit", () => {
    expect(check(converted(100), request())).toThrow(refusal("wallet.wrong-amounts"));
    const net = request({ credit: 100, requested: earned - 100 });
    expect(check(converted(100), net)).not.toThrow();
  });
  test("is checked at its cut-off: later entries belong to the next request", () => {
    const more = sold({ number: 2, sellerId: 1, lines: [bottles(1)] });
    const both = { commission: 2 * earned, requested: 2 * earned };
    expect(check(...more, request(both))).not.toThrow();
    expect(check(...more, request({ ...both, throughPosition: 4 }))).toThrow(
      refusal("wallet.wrong-amounts"),
    );

    const back = refunded(1, { refundId: "r", amount: 32_500, productAmount: 32_500, units: 1 });
    expect(check(back, request())).toThrow(refusal("wallet.wrong-amounts"));
    expect(check(back, request({ throughPosition: 4 }))).not.toThrow();
  });
  test("needs a cut-off in the past", () => {
    expect(check(request({ throughPosition: 5 }))).toThrow(refusal("wallet.wrong-amounts"));
  });
  test("needs a unique id", () => {
    const other = [
      distributor(2, 1, null),
      ...sold({ number: 2, sellerId: 2, lines: [bottles(1)] }),
    ];
    expect(check(...other, request(), request({ userId: 2 }))).toThrow(
      refusal("payout.already-requested"),
    );
  });
});

describe("imported credit", () => {
  test("cannot exceed the balance", () => {
    expect(check(converted(earned))).not.toThrow();
    expect(check(converted(earned + 1))).toThrow(refusal("wallet.balance-too-small"));
  });
  test("excludes the amount of an open request", () => {
    expect(
      check(request({ commission: 600, requested: 600 }), converted(earned - 600)),
    ).not.toThrow();
    expect(check(request({ commission: 600, requested: 600 }), converted(earned - 599))).toThrow(
      refusal("wallet.balance-too-small"),
    );
  });
});

describe("an imported order", () => {
  test.each([
    ["placed by", sold({ number: 2, sellerId: 77, lines: [bottles(1)] }).slice(0, 1)],
    ["given to", [reassigned(1, 77)]],
  ])("cannot be %s somebody who is not in the network", (_what, facts) => {
    expect(check(...facts)).toThrow(refusal("network.unknown-member"));
  });
  test("may have no seller", () => {
    expect(check(reassigned(1, null))).not.toThrow();
  });
});

describe("an imported event", () => {
  test("has to be in its own stream", () => {
    const [event] = recorded(distributor(1, 1, null));
    if (!event) throw new Error("nothing recorded");
    const misplaced = { ...event, streamId: "wallet-1" };
    expect(() => checkAgainstProjections(projectionsOf([]), misplaced)).toThrow(
      refusal("ledger.wrong-stream"),
    );
  });
});
