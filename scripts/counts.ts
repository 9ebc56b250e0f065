import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { root } from "./run-program.ts";

/** The counts of docs/architecture.md, "The counts": product code with styles and migrations, without tests. */
const roots = "{server/src,web/src,shared/src,migrations,scripts}/**/*.{ts,tsx,css,sql,mjs}";
const isTest = /\.(test|e2e)\.|-test\.tsx?$|(^|\/)(testing|golden|__snapshots__)\//;

const texts = new Map<string, string>();
for await (const file of glob(roots, { cwd: root }))
  if (!isTest.test(file)) texts.set(file, await readFile(path.join(root, file), "utf8"));
const importers = importersOf(texts);

const files = [...texts.keys()];
const css = files.filter((file) => file.endsWith(".css"));
const fragments = files.filter(
  (file) => /\.tsx?$/.test(file) && importers.get(file)?.size === 1 && linesOf(file) <= 40,
);
console.table({
  "lines of product code": sumOfLines(files),
  "product files": files.length,
  "files of at most 40 lines with one importer": fragments.length,
  "styles, files": css.length,
  "styles, lines": sumOfLines(css),
  migrations: files.filter((file) => file.startsWith("migrations/")).length,
});

function linesOf(file: string): number {
  return (texts.get(file)?.split("\n").length ?? 1) - 1;
}

function sumOfLines(of: readonly string[]): number {
  return of.reduce((sum, file) => sum + linesOf(file), 0);
}

/** The product files that import each file, including type imports. */
function importersOf(sources: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>([...sources.keys()].map((file) => [file, new Set()]));
  for (const [file, source] of sources)
    for (const [, specifier = ""] of source.matchAll(
      /(?:from|import|import\()\s*["']([^"']+)["']/g,
    )) {
      const imported = specifier.startsWith("@portal/shared/")
        ? specifier.replace("@portal/shared/", "shared/src/")
        : path.posix.join(path.posix.dirname(file), specifier);
      if (imported !== file) found.get(imported)?.add(file);
    }
  return found;
}
