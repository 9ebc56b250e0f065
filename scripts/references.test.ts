import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const sources =
  "{server/src,web/{src,e2e},shared/src,scripts,migrations,chaos,bench}/**/*.{ts,tsx,css,sql}";

/** `docs/domain.md`, optionally followed by `, "Heading"` (or its first words), `, 9` or `, R53`. */
const reference = /\bdocs\/([\w/-]+\.md)(?:(?:,|, and) (?:"([^"]+)"|(R?\d+)\b))?/g;

/** Whether the page contains the target of the reference. */
function isThere(page: string, heading: string | undefined, item: string | undefined): boolean {
  const lines = page.split("\n");
  if (heading !== undefined)
    return lines.some((line) => /^#+ /.test(line) && line.includes(heading));
  return item === undefined || lines.some((line) => line.startsWith(`| ${item} `));
}

test("every reference in a comment leads to an existing page, heading or number", async () => {
  const pages = new Map<string, string>();
  for await (const file of glob("docs/**/*.md", { cwd: root }))
    pages.set(path.relative("docs", file), await readFile(path.join(root, file), "utf8"));
  let found = 0;
  const lost: string[] = [];
  for await (const file of glob(sources, { cwd: root })) {
    // A heading may be wrapped across two comment lines.
    const source = (await readFile(path.join(root, file), "utf8")).replaceAll(
      /\n\s*(?:\*|\/\/|--) ?/g,
      " ",
    );
    for (const [all, page = "", heading, item] of source.matchAll(reference)) {
      found++;
      const text = pages.get(page);
      if (text === undefined || !isThere(text, heading, item)) lost.push(`${file}: ${all}`);
    }
  }
  expect(lost).toEqual([]);
  expect(found).toBeGreaterThan(80);
});
