import { decimalText } from "@portal/shared/platform/money.ts";
import { describe, expect, test } from "vitest";
import { addressRanges } from "./payfast-addresses.ts";
import { amountFrom } from "./payfast-fields.ts";

describe("an amount of the provider", () => {
  test.each([
    ["580.00", 58_000],
    ["580", 58_000],
    ["0.01", 1],
    ["-45.88", -4588],
    ["0.00", 0],
    ["-0.00", 0],
  ])("%s is %i", (text, minor) => {
    expect(amountFrom(text)).toBe(minor);
  });

  test.each([
    "5.8e2",
    "580,00",
    " 580.00",
    "580.00 ",
    "",
    "580.0",
    "580.001",
    "0x10",
    "1 000.00",
    "NaN",
    "+5",
  ])("%j is not an amount", (text) => {
    expect(amountFrom(text)).toBe(null);
  });

  test.each([1, 10, 100, 129_900])("%i is read as it was written", (minor) => {
    expect(amountFrom(decimalText(minor))).toBe(minor);
  });
});

describe("the provider's addresses", () => {
  const isSource = addressRanges(["197.97.145.144/28", "144.126.193.139/32", "::1/128"]);

  test.each([
    ["197.97.145.144", true],
    ["197.97.145.159", true],
    ["197.97.145.160", false],
    ["::ffff:197.97.145.150", true],
    ["144.126.193.139", true],
    ["127.0.0.1", false],
    ["::1", true],
    ["::2", false],
    ["not an address", false],
    ["", false],
  ])("%s: %s", (address, expected) => {
    expect(isSource(address)).toBe(expected);
  });
});
