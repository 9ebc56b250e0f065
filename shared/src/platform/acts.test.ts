import { expect, test } from "vitest";
import { acts, GIVE_MAX, OPEN_MAX, waits } from "./acts.ts";

const rules = Object.entries(acts);

test("what one admin never does alone has a way where nobody else is independent", () => {
  const never = rules.filter(([, { alone }]) => alone === "never");
  expect(never.map(([act]) => act)).toEqual(["add-admin", "deactivate-admin", "new-factor"]);
  expect(never.filter(([, { nobody }]) => nobody === null)).toEqual([]);
});

test("only the deactivation of another admin waits for silence", () => {
  expect(rules.flatMap(([act, { nobody }]) => (nobody === "silence" ? [act] : []))).toEqual([
    "deactivate-admin",
  ]);
});

test("a hold is over before what nobody else can confirm takes effect", () => {
  expect(waits.DAY).toBeLessThan(waits.HOLD);
  expect(waits.HOLD).toBeLessThan(waits.ALONE_WAIT);
  expect(waits.ALONE_WAIT).toBeLessThan(waits.DECISION_LIFE);
  expect(waits.DECISION_LIFE).toBeLessThan(waits.LOOKBACK);
});

test("bounds of one admin leave room for real sales", () => {
  expect([OPEN_MAX, GIVE_MAX]).toEqual([20, 50]);
});
