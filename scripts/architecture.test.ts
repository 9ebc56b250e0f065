import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const page = await readFile(path.join(root, "docs/architecture.md"), "utf8");
const section = /^## The way of one guest order\n([\s\S]*?)^## /m.exec(page)?.[1] ?? "";
const parts = section
  .split(/^\*\*.*\*\*$/m)
  .slice(1)
  .map((part) => [...part.matchAll(/^- `([^`]+)`: \S/gm)].map(([, file = ""]) => file));
const way = parts.flat();

describe("the way of one guest order", () => {
  test("lists at most fifty files, each once, and all of them exist", () => {
    expect(parts).toHaveLength(5);
    expect(way.length).toBeGreaterThan(30);
    expect(way.length).toBeLessThanOrEqual(50);
    expect(new Set(way).size).toBe(way.length);
    expect(way.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test("follows imports, except at entry points and registrations", async () => {
    const wired = ["app", "main", "worker"].map((name) => `server/src/${name}.ts`);
    const imported = new Set((await Promise.all([...way, ...wired].map(importsOf))).flat());
    const begins = new Set(parts.map(([first]) => first));

    expect(way.filter((file) => !imported.has(file) && !begins.has(file))).toEqual([]);
  });
});

/** The static and dynamic imports of a file, as repository paths. */
async function importsOf(file: string): Promise<string[]> {
  const source = await readFile(path.join(root, file), "utf8");
  return [...source.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, specifier = ""]) =>
    specifier.startsWith("@portal/shared/")
      ? specifier.replace("@portal/shared/", "shared/src/")
      : path.posix.join(path.posix.dirname(file), specifier),
  );
}
