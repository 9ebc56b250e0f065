import { expect, test } from "vitest";
import { type VatRates, vatBpsAt, vatSettingOf } from "./vat-rates.ts";

const zone = "Africa/Johannesburg";
const rates: VatRates = [
  { vatBps: 1400, from: null },
  { vatBps: 1500, from: "2026-03-31T22:00:00.000Z" },
  { vatBps: 1600, from: "2026-06-30T22:00:00.000Z" },
];

test("a rate holds from its instant to the next one", () => {
  expect(vatBpsAt(rates, "1999-01-01T00:00:00.000Z")).toBe(1400);
  expect(vatBpsAt(rates, "2026-03-31T21:59:59.999Z")).toBe(1400);
  expect(vatBpsAt(rates, "2026-03-31T22:00:00.000Z")).toBe(1500);
  expect(vatBpsAt(rates, "2030-01-01T00:00:00.000Z")).toBe(1600);
});

test("of two rates from one instant on, the later one holds", () => {
  const changed = [...rates, { vatBps: 1500, from: "2026-06-30T22:00:00.000Z" }];
  expect(vatBpsAt(changed, "2026-07-01T00:00:00.000Z")).toBe(1500);
  expect(vatSettingOf(changed, { at: "2026-05-01T00:00:00.000Z", timeZone: zone })).toEqual({
    vatBps: 1500,
    vatFrom: null,
  });
});

test("settings show the rate to come with its day, and once it holds without", () => {
  const at = (instant: string) => vatSettingOf(rates, { at: instant, timeZone: zone });
  expect(at("2026-06-30T21:59:59.999Z")).toEqual({ vatBps: 1600, vatFrom: "2026-07-01" });
  expect(at("2026-06-30T22:00:00.000Z")).toEqual({ vatBps: 1600, vatFrom: null });
});
