import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "..");
const sources = "{server/src,web/src,shared/src,scripts,migrations,chaos,bench}/**/*.{ts,tsx,sql}";

/** The first column of the glossary's table "Names": `saved key` as the words of an identifier or a file name. */
const glossary = await readFile(path.join(root, "docs/glossary.md"), "utf8");
const dropped = glossary
  .slice(glossary.indexOf("## Names"))
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)])
  .map(([, term = ""]) => wordsOf(term).join(" "));

/** `forgetOldLogs`, `forget_old_logs` and `forget-old-logs` are all `forget old logs`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
}

/** The identifiers that a file declares; comments, texts and markup may use the words as ordinary English. */
function namesIn(source: string): Set<string> {
  const declared = source.matchAll(
    /\b(?:const|let|function|type|class|table|index|view|trigger)\s+(?:if not exists )?([A-Za-z_][\w.]*)|^\s*(?:readonly )?([A-Za-z_]\w*)\??:/gm,
  );
  return new Set([...declared].map(([, name, field]) => name ?? field ?? ""));
}

test("no name uses a term that the glossary excludes", async () => {
  expect(dropped.length).toBeGreaterThan(35);
  const found: string[] = [];
  for await (const file of glob(sources, { cwd: root })) {
    // A theme uses the names of Mantine's components.
    if (file.includes("/golden/") || file.startsWith("web/src/theme/")) continue;
    const names = [path.basename(file), ...namesIn(await readFile(path.join(root, file), "utf8"))];
    for (const name of names) {
      const words = ` ${wordsOf(name).join(" ")} `;
      const old = dropped.find((term) => words.includes(` ${term} `));
      if (old !== undefined) found.push(`${file}: ${name} (${old})`);
    }
  }
  expect(found).toEqual([]);
});
