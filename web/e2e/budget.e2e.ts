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

/** The parts of every page of members, and of the office. */
const members = ["office-pages", "member-screens", "office-frame"] as const;
const office = ["office-pages", "office-screens", "office-frame"] as const;

/**
 * What a page loads before it can be used, in compressed KB. Behind a sign-in the aim is 205 for members, 250 for lists and 36
 * for styles. Parts loaded by a press are not counted.
 */
const pages = [
  { page: "the shop's first page", parts: [], js: 132, css: 12 },
  { page: "delivery and summary", parts: ["later-steps"], js: 165, css: 16 },
  { page: "a new recipient", parts: ["recipient-dialog"], js: 164, css: 16 },
  { page: "paying", parts: ["pay-page"], js: 165, css: 16 },
  { page: "after paying", parts: ["payment-result-screen"], js: 165, css: 16 },
  { page: "signing in", parts: ["login-screen"], js: 162, css: 16 },
  { page: "the wallet", parts: [...members, "wallet-screen"], js: 205, css: 36 },
  { page: "creating an order", parts: [...members, "create-order-page"], js: 177, css: 36 },
  { page: "the network", parts: [...members, "my-network-page"], js: 207, css: 36 },
  { page: "the profile", parts: [...members, "profile-page"], js: 199, css: 36 },
  { page: "payout requests", parts: [...office, "payouts-screen"], js: 227, css: 40 },
  { page: "users", parts: [...office, "users-screen"], js: 247, css: 40 },
  { page: "distributors", parts: [...office, "distributors-screen"], js: 209, css: 36 },
  { page: "a person", parts: [...office, "person-page", "person-overview"], js: 239, css: 40 },
  { page: "the sales report", parts: [...office, "sales-report-screen"], js: 227, css: 36 },
  {
    page: "the sales graph",
    parts: [...office, "sales-graph-screen", "sales-chart"],
    js: 336,
    css: 40,
  },
  { page: "orders", parts: [...office, "orders-page"], js: 228, css: 36 },
] as const;

describe("the weight of a page", () => {
  test.each(pages)("$page stays within $js KB of script and $css KB of styles", (budget) => {
    const entries = ["index.html", ...budget.parts.map(keyOf)];
    const { js, css } = filesOf(entries);

    expect(kilobytes(js)).toBeLessThanOrEqual(budget.js);
    expect(kilobytes(css)).toBeLessThanOrEqual(budget.css);
  });

  test("a map is loaded on demand only, within its own budget", () => {
    const map = filesOf([keyOf("map-view")]);
    const first = filesOf(["index.html"]);
    const alone = [...map.js, ...map.css].filter(
      (file) => !first.js.has(file) && !first.css.has(file),
    );
    const heaviest = manifest[keyOf("map-view")]?.file ?? "none";
    for (const { parts } of pages)
      expect(filesOf(["index.html", ...parts.map(keyOf)]).js).not.toContain(heaviest);
    expect(kilobytes(new Set(alone))).toBeLessThanOrEqual(50);
  });
});

/** The manifest key of a part, found by its file name in any folder. */
function keyOf(part: string): string {
  const keys = Object.keys(manifest).filter(
    (key) => /\.tsx?$/.test(key) && path.parse(key).name === part,
  );
  const [key] = keys;
  if (key === undefined || keys.length > 1) throw new Error(`the build has ${keys.length} ${part}`);
  return key;
}

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
