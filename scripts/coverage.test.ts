import { existsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const read = (file: string) => readFile(path.join(root, file), "utf8");
const coverage = await read("docs/coverage.md");
const security = await read("docs/security.md");

describe.each([
  { name: "the coverage of the specification", document: coverage, files: 300, tests: 200 },
  { name: "what stands against threats", document: security, files: 140, tests: 180 },
])("$name", ({ document, files: fewestFiles, tests: fewestTests }) => {
  test("names files that there are", () => {
    const files = [...document.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThanOrEqual(fewestFiles);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test("names tests that there are, in the files before them", async () => {
    const named = cellsOf(document).flatMap(testsIn);
    expect(named.length).toBeGreaterThanOrEqual(fewestTests);
    const sources = new Map<string, string>();
    for (const { file } of named) if (!sources.has(file)) sources.set(file, await read(file));
    expect(named.filter(({ file, name }) => !sources.get(file)?.includes(name))).toEqual([]);
  });
});

describe("the coverage of the specification", () => {
  test("quotes the specification as the source says it", async () => {
    const quoted = [...coverage.matchAll(/‘([^’]+)’/g)].map(([, text = ""]) => text);
    expect(quoted.length).toBeGreaterThan(80);
    const said = await sourceText();
    expect(quoted.filter((text) => text !== "single quotes" && !said.includes(text))).toEqual([]);
  });
});

describe("the menus", () => {
  test("lead to addresses that have a screen", async () => {
    const routes = await read("web/src/app/office-pages.tsx");
    const menu = await read("web/src/app/navigation.ts");
    const paths = [...menu.matchAll(/path: "([^"]+)"/g)].map(([, to = ""]) => to);
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((to) => !routes.includes(`"${to}":`))).toEqual([]);
  });
});

/** What a document says is there: the cells of its tables. */
function cellsOf(document: string): readonly string[] {
  return document
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .flatMap((line) => line.split(" | "));
}

/** A cell like: `a.test.ts` “one test”<br>“another”<br>`b.test.ts` “a third”. */
function testsIn(cell: string): { file: string; name: string }[] {
  let file = "";
  const named: { file: string; name: string }[] = [];
  for (const [, inCode = "", name = ""] of cell.matchAll(/`([^`]+)`|“([^”]+(?:“[^”]*”[^”]*)*)”/g)) {
    if (inCode) file = inCode;
    else if (file) named.push({ file, name });
  }
  return named;
}

/** All that the product says, on one line: a sentence may be broken anywhere in the source. */
async function sourceText(): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob("{shared,server,web}/src/**/*.{ts,tsx}", { cwd: root }))
    if (!/\.test\.|\/(testing|seed)\//.test(file)) texts.push(await read(file));
  return texts.join("\n").replaceAll("&apos;", "'").replaceAll(/\s+/g, " ");
}
