import { expect, test } from "vitest";
import { percentChange } from "../../../ui/change-mark.tsx";
import { changeWords } from "./figures.tsx";

test.for([
  [120_00, 100_00, "R20.00 more than yesterday.", 20],
  [90_00, 100_00, "R10.00 less than yesterday.", -10],
  [100_00, 100_00, "Same as yesterday.", 0],
  [100_00, 0, "R100.00 more than yesterday.", null],
  [0, 100_00, "R100.00 less than yesterday.", -100],
  [1_000_01, 1_000_00, "R0.01 more than yesterday.", 0],
] as const)("%s after %s: %s", ([now, before, words, percent]) => {
  expect(changeWords(now, before, "ZAR", "yesterday")).toBe(words);
  expect(percentChange(now, before)).toBe(percent);
});
