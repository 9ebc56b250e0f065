import { DomainError } from "@portal/shared/platform/domain-error.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { specify } from "../../testing/decider-spec.ts";
import { type RequestPayout, type WalletCommand, walletDecider } from "./wallet.decider.ts";
import type { WalletEvent } from "./wallet.events.ts";

const given = specify(walletDecider);

const typedText = "0190a0e0-0000-7000-8000-000000000001";
const userId = 101;
const orderId = "5b0f7f0e-3f0e-4c57-9d2b-0a53f6f2a001";

const request: RequestPayout = {
  type: "RequestPayout",
  userId,
  payoutId: "p1",
  hasBankDetails: true,
  accrued: 20_178,
  throughPosition: 40,
  earned: 20_178,
  paidThrough: 0,
  maturing: 0,
  minimum: 0,
  withholdingBps: 0,
};
const payout = {
  payoutId: "p1",
  userId,
  commission: 20_178,
  credit: 0,
  requested: 20_178,
  withheld: 0,
  throughPosition: 40,
};
const requested: WalletEvent = { type: "PayoutRequested", data: payout };

const settlement = { payoutId: "p1", userId, paidOn: "2026-01-18", referenceId: typedText };
const days = { requestedOn: "2026-01-10", today: "2026-01-31" };
const markPaid = {
  type: "MarkPayoutPaid",
  ...settlement,
  ...days,
  selfBilling: null,
} as const;
const correct = { type: "CorrectPayout", ...settlement, ...days, paidOn: "2026-01-20" } as const;
const corrected: WalletEvent = {
  type: "PayoutCorrected",
  data: { ...settlement, paidOn: "2026-01-20" },
};
const paid = {
  type: "PayoutPaid",
  data: { ...settlement, amount: 20_178, withheld: 0, selfBilledVatBps: null },
} satisfies WalletEvent;
const refusal = { payoutId: "p1", userId, reasonId: typedText };
const reject = { type: "RejectPayout", ...refusal } as const;
const rejected: WalletEvent = { type: "PayoutRejected", data: refusal };

const withPayout = (changes: object): WalletEvent => ({
  type: "PayoutRequested",
  data: { ...payout, ...changes },
});

const granted = (amount: number): WalletEvent => ({
  type: "CreditGranted",
  data: { userId, amount, reasonId: typedText },
});
const converted = (amount: number): WalletEvent => ({
  type: "CommissionConverted",
  data: { userId, amount },
});
const spent = (amount: number): WalletEvent => ({
  type: "CreditSpent",
  data: { userId, amount, orderId },
});
const restored = (amount: number): WalletEvent => ({
  type: "CreditRestored",
  data: { userId, amount, orderId },
});

const closing = {
  type: "CloseWallet",
  userId,
  creditedOn: "2026-01-17",
  today: "2026-01-19",
  withholdingBps: 2500,
} as const;
const payingOut = (amount: number) =>
  ({ decision: "paid-out", amount, paidOn: "2026-01-18", reason: "account-closed" }) as const;

describe("requesting a payout", () => {
  test("requests everything unpaid up to its cut-off", () =>
    given().when(request).thenHappened(requested));
  test("excludes commission converted to credit", () =>
    given(converted(5000))
      .when(request)
      .thenHappened({
        type: "PayoutRequested",
        data: { ...payout, credit: 5000, requested: 15_178 },
      }));
  test("requests only what accrued since the last paid request", () =>
    given(requested, paid)
      .when({ ...request, payoutId: "p2", accrued: 23_427, earned: 23_427, throughPosition: 90 })
      .thenHappened({
        type: "PayoutRequested",
        data: {
          payoutId: "p2",
          userId,
          credit: 0,
          throughPosition: 90,
          commission: 3249,
          requested: 3249,
          withheld: 0,
        },
      }));
  test("requests the full amount again after a rejection", () =>
    given(requested, rejected)
      .when({ ...request, payoutId: "p2" })
      .thenHappened({ type: "PayoutRequested", data: { ...payout, payoutId: "p2" } }));

  test("leaves what accrued after its cut-off to the next request", () =>
    given()
      .when({ ...request, earned: 25_000, maturing: 4822 })
      .thenHappened(requested));
  test("needs a cut-off after which nothing of it was reversed", () => {
    given()
      .when({ ...request, earned: 20_177 })
      .thenRefused("payout.wrong-cutoff");
    given()
      .when({ ...request, earned: 25_000, maturing: 4823 })
      .thenRefused("payout.wrong-cutoff");
  });
  test("needs a cut-off that is not before that of the last paid request", () => {
    given()
      .when({ ...request, paidThrough: 41 })
      .thenRefused("payout.wrong-cutoff");
    given()
      .when({ ...request, paidThrough: 40 })
      .thenHappened(requested);
  });

  test("needs bank details", () =>
    given()
      .when({ ...request, hasBankDetails: false })
      .thenRefused("wallet.no-bank-details"));
  test.each([0, -1])("is refused with %i cents accrued", (accrued) =>
    given()
      .when({ ...request, accrued })
      .thenRefused("wallet.nothing-due"),
  );
  test("is refused when everything was converted to credit", () =>
    given(converted(20_178)).when(request).thenRefused("wallet.nothing-due"));
  test("needs at least the minimum payout", () => {
    given()
      .when({ ...request, minimum: 20_179 })
      .thenRefused("wallet.below-minimum");
    given()
      .when({ ...request, minimum: 20_178 })
      .thenHappened(requested);
  });
  test("is refused as still maturing when nothing else is payable", () =>
    given()
      .when({ ...request, accrued: 0, maturing: 500 })
      .thenRefused("wallet.still-maturing"));
  // shows S4.19
  test("is refused while another request is open", () =>
    given(requested)
      .when({ ...request, payoutId: "p2" })
      .thenRefused("payout.already-requested"));
});

describe("a payout to a member who agreed to self-billing", () => {
  const selfBilling = { agreedOn: "2026-01-18", until: null, vatBps: 1500 };
  const paidWith = (selfBilledVatBps: number | null): WalletEvent => ({
    type: "PayoutPaid",
    data: { ...settlement, amount: 20_178, withheld: 0, selfBilledVatBps },
  });

  // shows T316, T317
  test.each([
    ["has the rate of VAT of that moment", selfBilling, 1500],
    ["has another where the region has another", { ...selfBilling, vatBps: 2000 }, 2000],
    ["has none where nothing was agreed", null, null],
    ["has it on the last day of the agreement", { ...selfBilling, until: "2026-01-18" }, 1500],
    [
      "has none after the agreement",
      { ...selfBilling, agreedOn: "2025-01-18", until: "2026-01-17" },
      null,
    ],
    ["has none before the agreement", { ...selfBilling, agreedOn: "2026-01-19" }, null],
    ["has none in a region without VAT", { ...selfBilling, vatBps: 0 }, null],
  ])("%s", (_what, agreement, vatBps) =>
    given(requested)
      .when({ ...markPaid, selfBilling: agreement })
      .thenHappened(paidWith(vatBps)),
  );
  test("keeps it when the payment is corrected", () =>
    given(requested, paidWith(1500)).when(correct).thenHappened(corrected));
});

describe("tax withheld of a payout", () => {
  const asked = (withholdingBps: number, changes: object = {}) => ({
    ...request,
    ...changes,
    withholdingBps,
  });

  // shows T307
  test.each([
    [0, 20_178, 0],
    [1, 20_178, 2],
    [2500, 20_178, 5045],
    [2500, 20_179, 5045],
    [5000, 1, 1],
    [4999, 1, 0],
    [10_000, 20_178, 20_178],
  ])("is %i basis points of %i cents, rounded half up: %i", (bps, accrued, withheld) =>
    given()
      .when(asked(bps, { accrued, earned: accrued }))
      .thenHappened(withPayout({ commission: accrued, requested: accrued, withheld })),
  );
  test("is of all commission that the payout settles, store credit included", () =>
    given(converted(5000))
      .when(asked(2500))
      .thenHappened(
        withPayout({
          credit: 5000,
          requested: 15_178,
          withheld: 5045,
        }),
      ));
  test("is at most the cash, where most of the commission became store credit", () =>
    given(converted(20_000))
      .when(asked(2500))
      .thenHappened(
        withPayout({
          credit: 20_000,
          requested: 178,
          withheld: 178,
        }),
      ));
  // shows T307
  test("stays what it was requested with, whatever the rate is at the payment", () =>
    given(withPayout({ withheld: 5045 }))
      .when(markPaid)
      .thenHappened({
        type: "PayoutPaid",
        data: { ...settlement, amount: 20_178, withheld: 5045, selfBilledVatBps: null },
      }));
});

describe("settling a payout", () => {
  test.each(["2026-01-09", "2026-02-01"])(
    "is refused for %s, before the request or after today",
    (paidOn) => {
      given(requested)
        .when({ ...markPaid, paidOn })
        .thenRefused("payout.wrong-day");
      given(requested, paid)
        .when({ ...correct, paidOn })
        .thenRefused("payout.wrong-day");
    },
  );
  test.each([days.requestedOn, days.today])("accepts %s, the first or last day", (paidOn) =>
    given(requested)
      .when({ ...markPaid, paidOn })
      .thenHappened({
        type: "PayoutPaid",
        data: { ...settlement, paidOn, amount: 20_178, withheld: 0, selfBilledVatBps: null },
      }),
  );
  test("corrects the day and the reference of a paid payout, repeatedly", () => {
    given(requested, paid).when(correct).thenHappened(corrected);
    given(requested, paid, corrected).when(correct).thenHappened(corrected);
  });
  test("refuses to correct a payout that was not paid", () => {
    given(requested).when(correct).thenRefused("payout.not-paid");
    given(requested, rejected).when(correct).thenRefused("payout.already-rejected");
    given().when(correct).thenRefused("payout.unknown");
  });
  test("credits the tax invoice of a paid payout, once", () => {
    const about = { payoutId: "p1", userId, reason: "wrong-supplier" } as const;
    const credit = { type: "CreditSelfBilledInvoice", ...about } as const;
    const billed: WalletEvent = { ...paid, data: { ...paid.data, selfBilledVatBps: 1500 } };
    const credited: WalletEvent = { type: "SelfBilledInvoiceCredited", data: about };
    given(requested, billed).when(credit).thenHappened(credited);
    given(requested, billed, corrected).when(credit).thenHappened(credited);
    given(requested, billed, credited).when(credit).thenRefused("payout.invoice-credited");
    given(requested, billed, credited)
      .whenHappening(credited)
      .thenRefused("payout.invoice-credited");
    given(requested, paid).when(credit).thenRefused("payout.no-tax-invoice");
    given(requested, paid).whenHappening(credited).thenRefused("payout.no-tax-invoice");
    given(requested).when(credit).thenRefused("payout.not-paid");
    given(requested, rejected).when(credit).thenRefused("payout.already-rejected");
    given().when(credit).thenRefused("payout.unknown");
    // No money moves: what was credited changes no later request.
    given(requested, billed, credited)
      .when({ ...request, payoutId: "p2", accrued: 30_178, earned: 30_178 })
      .thenHappened(withPayout({ payoutId: "p2", commission: 10_000, requested: 10_000 }));
  });
  test("returns a paid payout once, by what went to the bank, and owes all of it again", () => {
    const taxed = withPayout({ credit: 178, requested: 20_000, withheld: 5045 });
    const paidWithTax: WalletEvent = {
      ...paid,
      data: { ...paid.data, amount: 20_000, withheld: 5045 },
    };
    const about = { payoutId: "p1", userId, bankLineId: 7 } as const;
    const give = { type: "ReturnPayout", ...about, amount: 14_955 } as const;
    const returned = (amount: number, withheld: number): WalletEvent => ({
      type: "PayoutReturned",
      data: { ...about, amount, withheld },
    });
    const history = [converted(178), taxed, paidWithTax];
    given(...history)
      .when(give)
      .thenHappened(returned(20_000, 5045));
    given(...history)
      .when({ ...give, amount: 20_000 })
      .thenRefused("payout.other-return");
    given(...history)
      .whenHappening(returned(20_000, 5044))
      .thenRefused("wallet.wrong-amounts");
    given(...history, returned(20_000, 5045))
      .when(give)
      .thenRefused("payout.returned");
    given(...history, returned(20_000, 5045))
      .when(markPaid)
      .thenRefused("payout.returned");
    given(...history, returned(20_000, 5045))
      .when({ ...request, payoutId: "p2", withholdingBps: 2500 })
      .thenHappened(withPayout({ payoutId: "p2", credit: 178, requested: 20_000, withheld: 5045 }));
    const whole = withPayout({ withheld: 20_178 });
    const paidAsTax: WalletEvent = { ...paid, data: { ...paid.data, withheld: 20_178 } };
    given(whole, paidAsTax)
      .whenHappening(returned(20_178, 20_178))
      .thenRefused("wallet.wrong-amounts");
    given(requested).when(give).thenRefused("payout.not-paid");
    given(requested, rejected).when(give).thenRefused("payout.already-rejected");
    given().when(give).thenRefused("payout.unknown");
  });
  test("credits the tax invoice of a payout that is returned, where it was not yet", () => {
    const billed: WalletEvent = { ...paid, data: { ...paid.data, selfBilledVatBps: 1500 } };
    const about = { payoutId: "p1", userId };
    const credited = (reason: "payout-returned" | "wrong-rate"): WalletEvent => ({
      type: "SelfBilledInvoiceCredited",
      data: { ...about, reason },
    });
    const returned: WalletEvent = {
      type: "PayoutReturned",
      data: { ...about, amount: 20_178, withheld: 0, bankLineId: 7 },
    };
    const give = { type: "ReturnPayout", ...about, amount: 20_178, bankLineId: 7 } as const;
    given(requested, billed).when(give).thenHappened(credited("payout-returned"), returned);
    given(requested, billed, credited("wrong-rate")).when(give).thenHappened(returned);
  });
  test("undoes the return of a payout, the last one and once, and the member owes what was paid since", () => {
    const taxed = withPayout({ credit: 178, requested: 20_000, withheld: 5045 });
    const paidWithTax: WalletEvent = {
      ...paid,
      data: { ...paid.data, amount: 20_000, withheld: 5045 },
    };
    const of = (bankLineId: number | null) =>
      ({ payoutId: "p1", userId, amount: 20_000, withheld: 5045, bankLineId }) as const;
    const returned = (bankLineId: number | null): WalletEvent => ({
      type: "PayoutReturned",
      data: of(bankLineId),
    });
    const undone = (bankLineId: number | null): WalletEvent => ({
      type: "PayoutReturnUndone",
      data: of(bankLineId),
    });
    const undo = { type: "UndoPayoutReturn", payoutId: "p1", userId } as const;
    const history = [converted(178), taxed, paidWithTax];
    given(...history, returned(7))
      .when(undo)
      .thenHappened(undone(7));
    given(...history, returned(null))
      .when(undo)
      .thenHappened(undone(null));
    given(...history)
      .when(undo)
      .thenRefused("payout.not-returned");
    given(...history, returned(7), undone(7))
      .when(undo)
      .thenRefused("payout.not-returned");
    given(...history, returned(7), undone(7), returned(8))
      .when(undo)
      .thenHappened(undone(8));
    given(...history, returned(7))
      .whenHappening(undone(8))
      .thenRefused("wallet.wrong-amounts");
    given(...history, returned(7))
      .whenHappening({ type: "PayoutReturnUndone", data: { ...of(7), withheld: 0 } })
      .thenRefused("wallet.wrong-amounts");
    given(requested).when(undo).thenRefused("payout.not-returned");
    given(requested, rejected).when(undo).thenRefused("payout.not-returned");
    given().when(undo).thenRefused("payout.unknown");

    // It is paid as before: it can be corrected, and nothing of it can be requested.
    given(...history, returned(7), undone(7))
      .when(markPaid)
      .thenRefused("payout.already-paid");
    given(...history, returned(7), undone(7))
      .when({ ...request, payoutId: "p2" })
      .thenRefused("wallet.nothing-due");
    // Paid twice: the second payout netted the same credit, and later commission makes up for the cash alone.
    const again = withPayout({ payoutId: "p2", credit: 178, requested: 20_000, withheld: 0 });
    const paidAgain: WalletEvent = {
      ...paid,
      data: { ...paid.data, payoutId: "p2", amount: 20_000 },
    };
    given(...history, returned(7), again, paidAgain, undone(7))
      .when({ ...request, payoutId: "p3", accrued: 40_178, earned: 40_178 })
      .thenRefused("wallet.nothing-due");
    given(...history, returned(7), again, paidAgain, undone(7))
      .when({ ...request, payoutId: "p3", accrued: 40_179, earned: 40_179 })
      .thenHappened(withPayout({ payoutId: "p3", commission: -177, credit: -178, requested: 1 }));
  });
  test("writes no second credit note where a return is undone and the payout returned again", () => {
    const billed: WalletEvent = { ...paid, data: { ...paid.data, selfBilledVatBps: 1500 } };
    const about = { payoutId: "p1", userId };
    const credited: WalletEvent = {
      type: "SelfBilledInvoiceCredited",
      data: { ...about, reason: "payout-returned" },
    };
    const back = { ...about, amount: 20_178, withheld: 0, bankLineId: 7 };
    const returned: WalletEvent = { type: "PayoutReturned", data: back };
    const undone: WalletEvent = { type: "PayoutReturnUndone", data: back };
    const give = { type: "ReturnPayout", ...about, amount: 20_178, bankLineId: 7 } as const;
    given(requested, billed, credited, returned, undone).when(give).thenHappened(returned);
  });
  test("has commission repaid up to what is owed, and pays what is earned after it", () => {
    const about = { userId, amount: 5000, bankLineId: 7 } as const;
    const repay = { type: "RepayCommission", ...about, accrued: 15_178 } as const;
    const repaid: WalletEvent = { type: "CommissionRepaid", data: about };
    given(requested, paid).when(repay).thenHappened(repaid);
    given(requested, paid)
      .when({ ...repay, amount: 1 })
      .thenHappened({ type: "CommissionRepaid", data: { ...about, amount: 1 } });
    given(requested, paid)
      .when({ ...repay, amount: 5001 })
      .thenRefused("wallet.owes-less");
    given(requested, paid)
      .when({ ...repay, amount: 0 })
      .thenRefused("wallet.wrong-amounts");
    given(requested, paid, repaid).when(repay).thenRefused("wallet.owes-less");
    given(requested, paid)
      .when({ ...repay, accrued: 20_178 })
      .thenRefused("wallet.owes-less");
    given(requested).when(repay).thenRefused("wallet.owes-less");
    given().when(repay).thenRefused("wallet.owes-less");
    // Commission that became store credit is owed too.
    given(converted(5000))
      .when({ ...repay, accrued: 0 })
      .thenHappened(repaid);
    given(requested, paid, repaid)
      .when({ ...request, payoutId: "p2", accrued: 16_000, earned: 16_000 })
      .thenHappened(withPayout({ payoutId: "p2", commission: 822, requested: 822 }));
  });
  test("undoes the repayment by a transaction, once, and the member owes it again", () => {
    const about = { userId, amount: 4000, bankLineId: 7 } as const;
    const repaid: WalletEvent = { type: "CommissionRepaid", data: about };
    const undone: WalletEvent = { type: "CommissionRepaymentUndone", data: about };
    const undo = { type: "UndoCommissionRepayment", userId, bankLineId: 7 } as const;
    const repay = { type: "RepayCommission", ...about, accrued: 15_178 } as const;
    const history = [requested, paid];
    given(...history, repaid)
      .when(undo)
      .thenHappened(undone);
    given(...history, repaid)
      .when({ ...undo, bankLineId: 8 })
      .thenRefused("wallet.not-repaid");
    given(...history, repaid, undone)
      .when(undo)
      .thenRefused("wallet.not-repaid");
    given(...history, repaid, undone)
      .when({ ...repay, amount: 5000 })
      .thenHappened({ type: "CommissionRepaid", data: { ...about, amount: 5000 } });
    given(...history, repaid, undone, repaid)
      .when(undo)
      .thenHappened(undone);
    given(...history, repaid)
      .whenHappening({ type: "CommissionRepaymentUndone", data: { ...about, amount: 3999 } })
      .thenRefused("wallet.not-repaid");
    given(...history)
      .when(undo)
      .thenRefused("wallet.not-repaid");
  });
  test("has what is owed written off, all of it, and nothing where nothing is owed", () => {
    const writeOff = { ...closing, credit: null, accrued: 15_178 } as const;
    const amount = 5000;
    const writtenOff: WalletEvent = { type: "CommissionWrittenOff", data: { userId, amount } };
    const repaid: WalletEvent = {
      type: "CommissionRepaid",
      data: { userId, amount: 4000, bankLineId: 7 },
    };
    given(requested, paid).when(writeOff).thenHappened(writtenOff);
    given(requested, paid, repaid)
      .when(writeOff)
      .thenHappened({ type: "CommissionWrittenOff", data: { userId, amount: 1000 } });
    given(requested, paid, writtenOff).when(writeOff).thenHappened();
    given(requested, paid)
      .when({ ...writeOff, accrued: 20_178 })
      .thenHappened();
    given(requested).when(writeOff).thenHappened();
  });
  test("pays the requested amount", () => given(requested).when(markPaid).thenHappened(paid));
  test("rejects with a reason", () => given(requested).when(reject).thenHappened(rejected));
  // shows S4.5
  test("rejects without a reason", () => {
    const cleared = { ...refusal, reasonId: null };
    given(requested)
      .when({ type: "RejectPayout", ...cleared })
      .thenHappened({ type: "PayoutRejected", data: cleared });
  });
  test.each([
    ["paid", paid, "payout.already-paid"],
    ["rejected", rejected, "payout.already-rejected"],
  ] as const)("is refused for a payout that is already %s", (_what, settled, code) => {
    given(requested, settled).when(markPaid).thenRefused(code);
    given(requested, settled).when(reject).thenRefused(code);
  });
  test("is refused without a matching request", () => {
    given().when(markPaid).thenRefused("payout.unknown");
    given(requested)
      .when({ ...reject, payoutId: "p9" })
      .thenRefused("payout.unknown");
  });
});

describe("store credit", () => {
  const spend = {
    type: "SpendCredit",
    userId,
    orderId,
    amount: 3000,
    accrued: 0,
    waiting: 0,
  } as const;

  test("is granted by the office", () =>
    given()
      .when({ type: "GrantCredit", userId, amount: 500, reasonId: typedText })
      .thenHappened(granted(500)));
  test("pays an order", () => given(granted(3000)).when(spend).thenHappened(spent(3000)));
  test("is topped up from commission when it is too small", () =>
    given(granted(1000))
      .when({ ...spend, accrued: 2000 })
      .thenHappened(converted(2000), spent(3000)));
  test("cannot exceed credit and commission together", () =>
    given(granted(1000))
      .when({ ...spend, accrued: 1999 })
      .thenRefused("wallet.credit-too-small"));
  test("is not topped up from commission in an open request", () => {
    given(requested)
      .when({ ...spend, accrued: 20_178 + 2999 })
      .thenRefused("wallet.credit-too-small");
    given(requested)
      .when({ ...spend, accrued: 20_178 + 3000 })
      .thenHappened(converted(3000), spent(3000));
  });
  // shows T413
  test("is spent only beyond what is owed, whatever of it was converted, granted or netted by a payout", () => {
    const owing = { ...spend, accrued: 15_178 };
    const netted = [
      converted(3000),
      withPayout({ credit: 3000, requested: 17_178 }),
      { ...paid, data: { ...paid.data, amount: 17_178 } },
    ];
    for (const history of [
      [requested, paid, granted(7999)],
      [...netted, granted(4999)],
    ]) {
      given(...history)
        .when(owing)
        .thenRefused("wallet.credit-too-small");
      given(...history)
        .when({ ...owing, waiting: 5000, commission: 0 })
        .thenRefused("wallet.credit-too-small");
      given(...history, granted(1))
        .when(owing)
        .thenHappened(spent(3000));
      given(...history)
        .when({ ...owing, accrued: 15_179 })
        .thenHappened(spent(3000));
    }
    // Its commission was reversed before a payout.
    given(converted(3000))
      .when({ ...spend, accrued: 2999, amount: 3000 })
      .thenRefused("wallet.credit-too-small");
    given(converted(3000))
      .when({ ...spend, accrued: 2999, amount: 2999 })
      .thenHappened(spent(2999));
  });
  // shows T413
  test("leaves nobody with more than was earned and granted, whatever was reversed, converted, paid and spent", () => {
    const anyMove = fc.record({
      what: fc.constantFrom("earn", "reverse", "convert", "grant", "spend", "spend", "pay"),
      amount: fc.integer({ min: 1, max: 1000 }),
    });
    let spentWhileOwing = 0;
    const refusals: unknown[] = [];
    fc.assert(
      fc.property(fc.array(anyMove, { minLength: 5, maxLength: 30 }), (moves) => {
        let wallet = walletDecider.initialState;
        let [accrued, grantedSum, spentSum, cash] = [0, 0, 0, 0];
        const tried = (command: WalletCommand): boolean => {
          try {
            wallet = walletDecider.decide(command, wallet).reduce(walletDecider.evolve, wallet);
            return true;
          } catch (error) {
            refusals.push(error);
            return false;
          }
        };
        let isWithinMeans = true;
        for (const [nth, { what, amount }] of moves.entries()) {
          const payoutId = `p${nth}`;
          switch (what) {
            case "earn":
            case "reverse":
              accrued = what === "earn" ? accrued + amount : Math.max(0, accrued - amount);
              break;
            case "convert":
              tried({ type: "ConvertCommission", userId, amount, accrued, waiting: 0 });
              break;
            case "grant":
              if (tried({ type: "GrantCredit", userId, amount, reasonId: null }))
                grantedSum += amount;
              break;
            case "spend": {
              const isOwing = accrued < wallet.paid + wallet.credit;
              if (!tried({ ...spend, amount, accrued })) break;
              if (isOwing) spentWhileOwing += 1;
              spentSum += amount;
              isWithinMeans &&= cash + spentSum <= accrued + grantedSum;
              break;
            }
            case "pay":
              if (!tried({ ...request, payoutId, accrued, earned: accrued, throughPosition: nth }))
                break;
              cash += wallet.open?.requested ?? 0;
              tried({ ...markPaid, payoutId });
          }
        }
        expect(isWithinMeans).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(refusals.filter((error) => !(error instanceof DomainError))).toEqual([]);
    expect(spentWhileOwing).toBeGreaterThan(0);
  });
  test("is restored when an order is cancelled, up to the amount spent on it", () => {
    const restore = { type: "RestoreCredit", userId, orderId, amount: 3000 } as const;
    given(granted(5000), spent(3000)).when(restore).thenHappened(restored(3000));
    given(granted(5000), spent(3000), restored(1))
      .when(restore)
      .thenRefused("wallet.wrong-amounts");
  });
  // shows T140
  test("is closed by paying out or giving up exactly the whole amount", () => {
    const paidOut = {
      decision: "paid-out",
      amount: 700,
      paidOn: "2026-01-18",
      reason: "account-closed",
    } as const;
    const givenUp = { decision: "given-up", amount: 700, reason: "lapsed" } as const;
    const close = { ...closing, accrued: 0 } as const;
    const data = { userId, amount: 700 };
    const closed: WalletEvent = {
      type: "CreditPaidOut",
      // Granted credit is no commission.
      data: { ...data, paidOn: "2026-01-18", reason: "account-closed", withheld: 0 },
    };
    given(granted(500), granted(200))
      .when({ ...close, credit: paidOut })
      .thenHappened(closed);
    for (const paidOn of ["0001-01-01", "2026-01-16", "2026-01-20", "2099-01-01"])
      given(granted(500), granted(200))
        .when({ ...close, credit: { ...paidOut, paidOn } })
        .thenRefused("wallet.wrong-day");
    given(granted(700))
      .when({ ...close, credit: givenUp })
      .thenHappened({ type: "CreditGivenUp", data: { ...data, reason: "lapsed" } });
    for (const credit of [paidOut, givenUp]) {
      for (const amount of [699, 701])
        given(granted(amount))
          .when({ ...close, credit })
          .thenRefused("wallet.wrong-amounts");
      given(granted(700), closed)
        .when({ ...close, credit })
        .thenRefused("wallet.wrong-amounts");
    }
  });
  // shows T390
  test("is paid out less the tax of the commission that was converted and is not settled", () => {
    const close = (amount: number) => ({ ...closing, accrued: 5000, credit: payingOut(amount) });
    const paidOut = (amount: number, withheld: number): WalletEvent => ({
      type: "CreditPaidOut",
      data: { userId, amount, paidOn: "2026-01-18", reason: "account-closed", withheld },
    });
    given(converted(5000)).when(close(5000)).thenHappened(paidOut(5000, 1250));
    given(converted(5000), granted(300)).when(close(5300)).thenHappened(paidOut(5300, 1250));
    given(converted(5000), spent(4000)).when(close(1000)).thenHappened(paidOut(1000, 250));
    given(converted(2)).whenHappening(paidOut(2, 3)).thenRefused("wallet.wrong-amounts");
    given(granted(2)).whenHappening(paidOut(2, 1)).thenRefused("wallet.wrong-amounts");
  });
  // shows T413
  test("pays back what is owed first, before the rest of it is paid out or given up, and the rest of that written off", () => {
    const close = (accrued: number, amount: number | null) => ({
      ...closing,
      accrued,
      credit: amount === null ? null : payingOut(amount),
    });
    const setOff = (amount: number): WalletEvent => ({
      type: "CreditSetOff",
      data: { userId, amount },
    });
    const writtenOff = (amount: number): WalletEvent => ({
      type: "CommissionWrittenOff",
      data: { userId, amount },
    });
    const paidOut = (amount: number, withheld = 0): WalletEvent => ({
      type: "CreditPaidOut",
      data: { userId, amount, paidOn: "2026-01-18", reason: "account-closed", withheld },
    });
    const history = [requested, paid, granted(6000)];
    given(...history)
      .when(close(15_178, 1000))
      .thenHappened(setOff(5000), paidOut(1000));
    for (const amount of [6000, 1001, 999])
      given(...history)
        .when(close(15_178, amount))
        .thenRefused("wallet.wrong-amounts");
    given(...history)
      .when(close(14_178, null))
      .thenHappened(setOff(6000));
    given(...history)
      .when(close(14_177, null))
      .thenHappened(setOff(6000), writtenOff(1));
    given(...history)
      .when(close(14_177, 1))
      .thenRefused("wallet.wrong-amounts");
    given(...history, setOff(5000))
      .when(close(15_178, 1000))
      .thenHappened(paidOut(1000));
    // Undecided, what is left of it stays, and stops the erasure elsewhere.
    given(...history)
      .when(close(15_178, null))
      .thenHappened(setOff(5000));
    // Tax is of what was converted and is still commission.
    given(converted(5000), granted(2000))
      .when(close(4000, 6000))
      .thenHappened(setOff(1000), paidOut(6000, 1000));
    given(granted(2)).whenHappening(setOff(3)).thenRefused("wallet.credit-too-small");
  });
  test("keeps its commission converted after being paid out", () =>
    given(converted(5000), {
      type: "CreditPaidOut",
      data: { userId, amount: 5000, paidOn: "2026-01-18", reason: "person-asked", withheld: 0 },
    })
      .when(request)
      .thenHappened({
        type: "PayoutRequested",
        data: { ...payout, credit: 5000, requested: 15_178 },
      }));
  test("is converted from commission up to the balance", () => {
    const convert = { type: "ConvertCommission", userId, accrued: 100, waiting: 0 } as const;
    given()
      .when({ ...convert, amount: 100 })
      .thenHappened(converted(100));
    given()
      .when({ ...convert, amount: 101 })
      .thenRefused("wallet.balance-too-small");
    given(converted(1))
      .when({ ...convert, amount: 100 })
      .thenRefused("wallet.balance-too-small");
  });
  test("uses no more commission for an order than the user agreed to", () => {
    const order = { ...spend, accrued: 3000 };
    given(granted(1000))
      .when({ ...order, commission: 2000 })
      .thenHappened(converted(2000), spent(3000));
    for (const commission of [0, 1999])
      given(granted(1000))
        .when({ ...order, commission })
        .thenRefused("wallet.commission-not-confirmed");
    given(granted(3000))
      .when({ ...order, commission: 0 })
      .thenHappened(spent(3000));
  });
  // shows T82
  test("is never converted from maturing commission", () => {
    const convert = { type: "ConvertCommission", userId, accrued: 100, waiting: 60 } as const;
    given()
      .when({ ...convert, amount: 40 })
      .thenHappened(converted(40));
    given()
      .when({ ...convert, amount: 41 })
      .thenRefused("wallet.still-maturing");
    given()
      .when({ ...convert, amount: 101 })
      .thenRefused("wallet.balance-too-small");
    const young = { ...spend, accrued: 3000, waiting: 2000 };
    given(granted(2000)).when(young).thenHappened(converted(1000), spent(3000));
    given(granted(1999)).when(young).thenRefused("wallet.still-maturing");
    given(requested)
      .when({ ...young, accrued: 20_178 + 3000, waiting: 1 })
      .thenRefused("wallet.still-maturing");
  });
  test.each([0, -5, Number.NaN])("is never spent in an amount of %d cents", (amount) =>
    given(granted(10))
      .when({ ...spend, amount })
      .thenRefused("wallet.wrong-amounts"),
  );
});

describe("an event that contradicts the history", () => {
  test.each([
    [
      "a second request while one is open",
      [requested],
      withPayout({ payoutId: "p2" }),
      "payout.already-requested",
    ],
    ["a request with a used id", [requested, paid], requested, "payout.already-requested"],
    [
      "a requested amount other than commission less credit",
      [],
      withPayout({ requested: 1 }),
      "wallet.wrong-amounts",
    ],
    [
      "deducted credit that was never converted",
      [],
      withPayout({ credit: 1, requested: 20_177 }),
      "wallet.wrong-amounts",
    ],
    [
      "a request for nothing",
      [],
      withPayout({ commission: 0, requested: 0 }),
      "wallet.nothing-due",
    ],
    [
      "a payment that differs from the requested amount",
      [requested],
      { ...paid, data: { ...paid.data, amount: 1 } },
      "wallet.wrong-amounts",
    ],
    [
      "a payment with another tax than was requested",
      [requested],
      { ...paid, data: { ...paid.data, withheld: 1 } },
      "wallet.wrong-amounts",
    ],
    [
      "a request that withholds more than its cash",
      [],
      withPayout({ withheld: 20_179 }),
      "wallet.wrong-amounts",
    ],
    ["a payment without a request", [], paid, "payout.unknown"],
    ["a payment after a rejection", [requested, rejected], paid, "payout.already-rejected"],
    [
      "more credit given up than available",
      [granted(2)],
      { type: "CreditGivenUp", data: { userId, amount: 3, reason: "lapsed" } },
      "wallet.credit-too-small",
    ],
    [
      "more credit paid out than available",
      [granted(2), spent(1)],
      {
        type: "CreditPaidOut",
        data: { userId, amount: 2, paidOn: "2026-01-18", reason: "account-closed", withheld: 0 },
      },
      "wallet.credit-too-small",
    ],
    ["more credit spent than available", [granted(2)], spent(3), "wallet.credit-too-small"],
    [
      "more credit restored than was spent",
      [granted(2), spent(1)],
      restored(2),
      "wallet.wrong-amounts",
    ],
  ] as const)("is refused: %s", (_what, history, event, code) =>
    given(...history)
      .whenHappening(event)
      .thenRefused(code),
  );
});
