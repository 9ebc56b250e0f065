import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  archiveFileName,
  createNameCheck,
  hasBegun,
  monthOf,
  percentOf,
  periodAskedFor,
  taxYearNamed,
} from "./archive.rules.ts";

describe("the period of an archive", () => {
  test.each([
    [{ kind: "documents", from: "2026-01-05", to: "2026-03-09" }, "2026-01-05", "2026-03-09"],
    [{ kind: "statements", month: "2026-02" }, "2026-02-01", "2026-02-28"],
    [{ kind: "month-end", month: "2028-02" }, "2028-02-01", "2028-02-29"],
    [{ kind: "tax-packs", year: 2026 }, "2025-03-01", "2026-02-28"],
  ] as const)("of %o", (asked, from, to) => {
    expect(periodAskedFor(asked, "za")).toEqual({ from, to });
  });

  test("of a tax year is that of the region, and is named after its end", () => {
    const asked = { kind: "tax-packs", year: 2026 } as const;
    expect(periodAskedFor(asked, "uk")).toEqual({ from: "2025-04-01", to: "2026-03-31" });
    expect(periodAskedFor(asked, "usa")).toEqual({ from: "2026-01-01", to: "2026-12-31" });
    for (const region of ["za", "uk", "usa"] as const)
      expect(taxYearNamed(periodAskedFor(asked, region))).toBe(2026);
  });

  test("has begun on its first day; documents may be of any days", () => {
    const march = { from: "2026-03-01", to: "2026-03-31" };
    expect(hasBegun({ kind: "month-end", ...march }, "2026-02-28")).toBe(false);
    expect(hasBegun({ kind: "month-end", ...march }, "2026-03-01")).toBe(true);
    expect(hasBegun({ kind: "documents", ...march }, "2026-02-28")).toBe(true);
    expect(monthOf(march)).toBe("2026-03");
  });
});

describe("the names of an archive", () => {
  const days = { from: "2026-01-01", to: "2026-01-31" };

  test.each([
    [{ kind: "documents", isOpen: false }, "documents-2026-01-01-to-2026-01-31.zip"],
    [{ kind: "statements", isOpen: false }, "statements-2026-01.zip"],
    [{ kind: "month-end", isOpen: true }, "month-end-2026-01-open.zip"],
    [{ kind: "tax-packs", isOpen: true }, "tax-year-2026-open.zip"],
  ] as const)("of %o", (of, name) => {
    expect(archiveFileName({ ...days, ...of })).toBe(name);
  });

  test.each([
    "",
    ".",
    "..",
    "../a.pdf",
    "a/b.pdf",
    String.raw`a\b.pdf`,
    "C:a.pdf",
    ".hidden",
    "-rf",
    "a..b",
    "a b.pdf",
    "a\u0000.pdf",
    "a\n.pdf",
    "a".repeat(121),
    "é.pdf",
  ])("has none like %j", (name) => {
    expect(() => createNameCheck()(name)).toThrow("not safe");
  });

  test("are each there once, also for a system that ignores case", () => {
    const check = createNameCheck();
    expect(check("invoice-7001.pdf")).toBe("invoice-7001.pdf");
    expect(() => check("invoice-7001.pdf")).toThrow("two files");
    expect(() => check("Invoice-7001.PDF")).toThrow("two files");
    expect(check("invoice-7001-2.pdf")).toBe("invoice-7001-2.pdf");
  });
});

test("the progress rises to 99, because 100 is the file", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20_000 }), fc.nat(20_000), (total, done) => {
      const percent = percentOf(Math.min(done, total), total);
      expect(percent).toBeGreaterThanOrEqual(0);
      expect(percent).toBeLessThanOrEqual(99);
      expect(percentOf(Math.min(done + 1, total), total)).toBeGreaterThanOrEqual(percent);
    }),
  );
});
