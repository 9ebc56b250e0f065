import { expect, test } from "vitest";
import { type MonthStepFacts, openStepsOf } from "./month-steps.rules.ts";

const done: MonthStepFacts = {
  bankLines: { count: 0 },
  outgoing: { count: 0 },
  unproved: { count: 0 },
  suspense: { count: 0 },
  bank: { missing: [], gaps: [], difference: 0 },
  card: {
    exceptions: { count: 0 },
    fees: { count: 0 },
    deposits: { count: 0 },
    unsettled: { count: 0 },
    difference: 0,
    missing: [],
  },
  notifications: { count: 0 },
  payouts: { count: 0 },
  checks: [
    { isSound: true, through: 7 },
    { isSound: true, through: 9 },
  ],
  lastEvent: 7,
  sealedThrough: 7,
};

test("the step of the cards is open while a fee that the provider kept is not booked", () => {
  expect(openStepsOf(done)).toEqual([]);
  expect(openStepsOf({ ...done, card: { ...done.card, fees: { count: 1 } } })).toEqual(["cards"]);
});

test("the steps of bank and cards are open while something is in the ledger, or with the provider, and not in the bank", () => {
  expect(openStepsOf({ ...done, unproved: { count: 1 } })).toEqual(["bank"]);
  expect(openStepsOf({ ...done, suspense: { count: 1 } })).toEqual(["bank"]);
  expect(openStepsOf({ ...done, card: { ...done.card, deposits: { count: 1 } } })).toEqual([
    "cards",
  ]);
});

test.for([
  ["was booked from the bank and is in no settlement", { unsettled: { count: 1 } }],
  ["is in the balances of a settlement and in none of its lines", { difference: -5 }],
] as const)("the step of the cards is open while something %s", ([, of]) => {
  expect(openStepsOf({ ...done, card: { ...done.card, ...of } })).toEqual(["cards"]);
});

// shows T137
test.for([
  ["ledger-check", "never ran", { checks: [...done.checks, { isSound: null, through: null }] }],
  ["ledger-check", "found something", { checks: [{ isSound: false, through: 9 }] }],
  ["ledger-check", "ended before the last event", { checks: [{ isSound: true, through: 6 }] }],
  ["seal", "was never made", { sealedThrough: null }],
  ["seal", "ends before the last event", { sealedThrough: 6 }],
] as const)("the step %s is open where one %s", ([step, , facts]) => {
  expect(openStepsOf({ ...done, ...facts })).toEqual([step]);
});
