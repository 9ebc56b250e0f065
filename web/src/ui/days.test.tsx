import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { grouped, setShopCurrency } from "../digit-groups.ts";
import { AgoText } from "./days.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime("2026-03-09T12:00:00.000Z");
});
afterEach(() => {
  vi.useRealTimers();
  setShopCurrency("ZAR");
});

test("the time since an instant goes on while it is looked at", () => {
  render(<AgoText value="2026-03-09T11:57:00.000Z" />);
  expect(screen.getByText("3 minutes ago")).toBeTruthy();
  act(() => void vi.advanceTimersByTime(120_000));
  expect(screen.getByText("5 minutes ago")).toBeTruthy();
});

test.each([
  ["ZAR", "12\u00a0345"],
  ["GBP", "12,345"],
  ["USD", "12,345"],
] as const)("counts are grouped as amounts in %s are", (currency, words) => {
  setShopCurrency(currency);
  expect(grouped(12_345)).toBe(words);
});
