import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const dist = path.resolve(import.meta.dirname, "../dist");
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.optional(z.string()),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);
type Manifest = z.infer<typeof manifestSchema>;
const shop = manifestOf("manifest.json");
const office = manifestOf("office-manifest.json");

/** Of the shop's first page before it can be used, in compressed KB. */
const firstPage = { js: 132.5, css: 12 };
/** Pages of the shop after the first one, by a file of each. */
const laterPages = ["product-page", "checkout", "pay-pages", "login-screen"] as const;

/** Of every page behind the sign-in: script and styles together, in compressed KB, and the files that they come in. */
const behindSignIn = { kilobytes: 328, files: 28 };

describe("the weight of a page", () => {
  test("the shop's first page stays within its budget", () => {
    const { js, css } = filesOf(shop, ["index.html"]);

    expect(kilobytes(js)).toBeLessThanOrEqual(firstPage.js);
    expect(kilobytes(css)).toBeLessThanOrEqual(firstPage.css);
  });

  const screens = screensBehindSignIn();
  const frame = ["office.html", "src/app/draw-office.tsx"];

  test("every screen behind the sign-in is looked at", () => {
    expect(screens.length).toBeGreaterThanOrEqual(40);
  });

  test.each(screens)("%s stays within the budget of all behind the sign-in", (screen) => {
    const { js, css } = filesOf(office, [...frame, screen]);
    const files = new Set([...js, ...css]);

    expect(kilobytes(files)).toBeLessThanOrEqual(behindSignIn.kilobytes);
    expect(files.size).toBeLessThanOrEqual(behindSignIn.files);
  });

  test("a map is loaded on demand only, within its own budget", () => {
    for (const [manifest, entries, parts] of [
      [shop, ["index.html"], laterPages.map((part) => keyOf(shop, part))],
      [office, frame, screens],
    ] as const) {
      const map = filesOf(manifest, [keyOf(manifest, "map-view")]);
      const first = filesOf(manifest, [...entries, ...parts]);
      const alone = [...map.js, ...map.css].filter(
        (file) => !first.js.has(file) && !first.css.has(file),
      );
      const heaviest = manifest[keyOf(manifest, "map-view")]?.file ?? "none";
      for (const part of parts)
        expect(filesOf(manifest, [...entries, part]).js).not.toContain(heaviest);
      expect(kilobytes(new Set(alone))).toBeLessThanOrEqual(50);
    }
  });
});

function manifestOf(name: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(path.join(dist, ".vite", name), "utf8")));
}

/** The screens of the tables, which the office's document loads one by one. */
function screensBehindSignIn(): string[] {
  const tables = ["member-screens", "office-screens"].map((name) =>
    readFileSync(path.resolve(import.meta.dirname, `../src/app/${name}.ts`), "utf8"),
  );
  const names = tables.flatMap((table) =>
    [...table.matchAll(/import\("[^"]*\/([\w-]+)\.tsx"\)/g)].map(([, name = ""]) => name),
  );
  return [...new Set(names)].map((name) => keyOf(office, name));
}

/** The manifest key of a part, found by its file name in any folder, or by its name where other parts import it too. */
function keyOf(manifest: Manifest, part: string): string {
  const all = Object.keys(manifest);
  const sources = all.filter((key) => /\.tsx?$/.test(key) && path.parse(key).name === part);
  const shared = all.filter((key) => key.startsWith("_") && manifest[key]?.name === part);
  const keys = sources.length > 0 ? sources : shared;
  const [key] = keys;
  if (key === undefined || keys.length > 1) throw new Error(`the build has ${keys.length} ${part}`);
  return key;
}

function filesOf(
  manifest: Manifest,
  entries: readonly string[],
): { js: Set<string>; css: Set<string> } {
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
