import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const dist = path.resolve(import.meta.dirname, "../dist");
const manifest = z
  .record(
    z.string(),
    z.object({
      file: z.string(),
      css: z.array(z.string()).default([]),
      imports: z.array(z.string()).default([]),
    }),
  )
  .parse(JSON.parse(readFileSync(path.join(dist, ".vite/manifest.json"), "utf8")));

/** What a page loads before it can be used, in KB as they travel. */
const pages = [
  { page: "the shop's first page", parts: [], js: 127, css: 10 },
  { page: "delivery and summary", parts: ["features/orders/later-steps"], js: 165, css: 16 },
  { page: "a new recipient", parts: ["features/addresses/recipient-dialog"], js: 165, css: 16 },
  { page: "paying", parts: ["features/payments/pay-screen"], js: 165, css: 16 },
  { page: "after paying", parts: ["features/payments/payment-result-screen"], js: 165, css: 16 },
  { page: "signing in", parts: ["features/accounts/login-screen"], js: 162, css: 16 },
  {
    page: "the wallet",
    parts: ["app/office-frame", "features/wallets/wallet-screen"],
    js: 180,
    css: 20,
  },
  {
    page: "creating an order",
    parts: ["app/office-frame", "app/create-order-page"],
    js: 180,
    css: 20,
  },
  { page: "the network", parts: ["app/office-frame", "app/my-network-page"], js: 195, css: 20 },
  { page: "the profile", parts: ["app/office-frame", "app/profile-page"], js: 178, css: 20 },
  {
    page: "payout requests",
    parts: ["app/office-frame", "features/payouts/payouts-screen"],
    js: 215,
    css: 22,
  },
  {
    page: "distributors",
    parts: ["app/office-frame", "features/network/distributors-screen"],
    js: 195,
    css: 20,
  },
  {
    page: "the sales report",
    parts: ["app/office-frame", "features/reports/sales-report-screen"],
    js: 215,
    css: 22,
  },
  {
    page: "the sales graph",
    parts: [
      "app/office-frame",
      "features/reports/sales-graph-screen",
      "features/reports/sales-chart",
    ],
    js: 290,
    css: 22,
  },
  {
    page: "orders",
    parts: ["app/office-frame", "app/orders-page"],
    js: 215,
    css: 22,
  },
] as const;

describe("the weight of a page", () => {
  test.each(pages)("$page stays within $js KB of script and $css KB of styles", (budget) => {
    const entries = ["index.html", ...budget.parts.map((part) => `src/${part}.tsx`)];
    const { js, css } = filesOf(entries);

    expect(kilobytes(js)).toBeLessThanOrEqual(budget.js);
    expect(kilobytes(css)).toBeLessThanOrEqual(budget.css);
  });

  test("a map weighs nothing until it is asked for, and then no more than it is", () => {
    const map = filesOf(["src/ui/map-view.tsx"]);
    const first = filesOf(["index.html"]);
    const alone = [...map.js, ...map.css].filter(
      (file) => !first.js.has(file) && !first.css.has(file),
    );
    const heaviest = manifest["src/ui/map-view.tsx"]?.file ?? "none";
    for (const { parts } of pages)
      expect(filesOf(["index.html", ...parts.map((part) => `src/${part}.tsx`)]).js).not.toContain(
        heaviest,
      );
    expect(kilobytes(new Set(alone))).toBeLessThanOrEqual(50);
  });

  // shows S2.50
  test("the drawings of the brand stay small", () => {
    const sizeOf = (file: string, limit: number) => {
      const source = readFileSync(path.resolve(dist, "../src/ui", file), "utf8");
      for (const [svg] of source.matchAll(/<svg[\s\S]*?<\/svg>/g))
        expect(svg.length).toBeLessThan(limit);
    };
    sizeOf("brand-mark.tsx", 1024);
    sizeOf("bottle.tsx", 3 * 1024);
  });
});

function filesOf(entries: readonly string[]): { js: Set<string>; css: Set<string> } {
  const seen = new Set<string>();
  const js = new Set<string>();
  const css = new Set<string>();
  const add = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const part = manifest[key];
    if (!part) throw new Error(`the build has no part ${key}`);
    js.add(part.file);
    for (const file of part.css) css.add(file);
    for (const imported of part.imports) add(imported);
  };
  for (const entry of entries) add(entry);
  return { js, css };
}

function kilobytes(files: ReadonlySet<string>): number {
  let bytes = 0;
  for (const file of files)
    bytes += gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
  return bytes / 1024;
}
