import { expect, test } from "vitest";
import { type MonthStepFacts, openStepsOf } from "./month-steps.rules.ts";

const done: MonthStepFacts = {
  bankLines: { count: 0 },
  outgoing: { count: 0 },
  bank: { missing: [], gaps: [], difference: 0 },
  card: { exceptions: 0, fees: { count: 0 }, missing: [] },
  notifications: { count: 0 },
  payouts: { count: 0 },
  checks: [{ isSound: true }],
  sealedThrough: 7,
};

test("the step of the cards is open while a fee that the provider kept is not booked", () => {
  expect(openStepsOf(done)).toEqual([]);
  expect(openStepsOf({ ...done, card: { ...done.card, fees: { count: 1 } } })).toEqual(["cards"]);
});
