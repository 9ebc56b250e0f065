import { expect, test } from "vitest";
import { settlementKindOf } from "./settlement-kind.rules.ts";

// shows T269
test.each([
  ["FUNDS_RECEIVED", 100, "payment"],
  ["Funds Received", 100, "payment"],
  ["FUNDS_RECEIVED", -100, "unknown"],
  ["Funds Received (Reversal)", -100, "refund"],
  ["Funds Received (Reversal)", 100, "unknown"],
  ["Refund", -100, "refund"],
  ["CHARGEBACK", -100, "refund"],
  ["PAYOUT", -100, "payout"],
  ["Withdrawal", -100, "payout"],
  ["PAYOUT_FEE", -100, "unknown"],
  ["Payout (Reversal)", 100, "unknown"],
  ["MONTHLY_FEE", -100, "unknown"],
  ["TOPUP", 100, "unknown"],
  ["FUNDS_SENT", -100, "unknown"],
  ["", -100, "unknown"],
  ["RESERVE_HELD", -100, "unknown"],
  ["charge", 100, "payment"],
  ["charge", -100, "unknown"],
  ["payment", 100, "payment"],
  ["refund", -100, "refund"],
  ["refund_failure", 100, "unknown"],
  ["dispute", -100, "refund"],
  ["dispute_reversal", 100, "unknown"],
  ["fee", -100, "fee"],
  ["fee", 100, "unknown"],
  ["payout", -100, "payout"],
  ["payout_reversal", 100, "unknown"],
  ["other_adjustment", -100, "unknown"],
])("has lines of the kind that their type says: %s %i is %s", (type, gross, kind) => {
  expect(settlementKindOf(type, gross)).toBe(kind);
});
