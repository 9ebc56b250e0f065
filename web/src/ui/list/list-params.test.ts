import { expect, test } from "vitest";
import { monthParam } from "./list-controls.tsx";

test.each(["2026-01", "2026-12", "1999-10"])("the month %s is one", (text) => {
  expect(monthParam(text)).toBe(text);
});

test.each([null, "", "x", "2026", "2026-00", "2026-13", "2026-1", "2026-01-01", "0026-01"])(
  "%s is no month",
  (text) => {
    expect(monthParam(text)).toBe("");
  },
);
