import { glob, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { metricsPage } from "./metrics-page.ts";
import { root } from "./run-program.ts";

/**
 * `npm run docs` generates the pages of requirements from their data files and the tags beside the tests
 * (`// shows R4, S2.1`), and the page of metrics from the code; with `--check` it reports stale pages and requirements
 * without a test.
 *
 * A data file is the page without its tests: a line with tabs is a table row that starts with its id, a row with the id
 * `id` is the header of the following tables, and every other line is text. The cell in the last column may hold a text
 * instead of a test, for requirements that no test of this repository can show.
 */
const pages = [
  { data: "docs/specification.tsv", page: "docs/coverage.md" },
  { data: "docs/threats.tsv", page: "docs/security.md" },
  { data: "docs/requirements.tsv", page: "docs/reliability.md" },
] as const;
const isCheck = process.argv.includes("--check");

/** One line of a data file: text, or a row with the header of its table. */
type Line = Readonly<{ text: string; row: Row | null }>;
type Row = Readonly<{ head: readonly string[]; id: string; cells: readonly string[] }>;
type Tag = Readonly<{ file: string; ids: readonly string[]; name: string | null }>;

const tags = await listTags();
const known = new Set<string>();
const problems: string[] = [];
for (const { data, page } of pages) {
  const lines = linesIn(await readFile(path.join(root, data), "utf8"));
  await putPage(page, pageText(lines, tags));
  for (const { row } of lines) if (row) problems.push(...problemsOfRow(row));
}
problems.push(...problemsOfTags());
await putPage("docs/metrics.md", await metricsPage());
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

async function putPage(page: string, text: string): Promise<void> {
  const file = path.join(root, page);
  if (!isCheck) await writeFile(file, text);
  else if ((await readFile(file, "utf8").catch(() => "")) !== text)
    problems.push(`${page} is stale: npm run docs.`);
}

function linesIn(tsv: string): Line[] {
  let head: readonly string[] = [];
  return tsv
    .trimEnd()
    .split("\n")
    .flatMap((text): Line[] => {
      const [id = "", ...cells] = text.split("\t");
      if (cells.length === 0) return [{ text, row: null }];
      if (id !== "id") return [{ text, row: { head, id, cells } }];
      head = cells;
      return [];
    });
}

async function listTags(): Promise<Tag[]> {
  const files: string[] = [];
  const exclude = ["**/node_modules/**", "**/dist/**"];
  for await (const file of glob("**/*.{test,e2e}.{ts,tsx}", { cwd: root, exclude }))
    files.push(file.replaceAll(path.sep, "/"));
  const found: Tag[] = [];
  for (const file of files.toSorted())
    found.push(...tagsIn(file, await readFile(path.join(root, file), "utf8")));
  return found;
}

/** A tag is on the line before a test or describe block, whose name is the first string after it. */
function tagsIn(file: string, source: string): Tag[] {
  return [...source.matchAll(/^[ \t]*\/\/ shows (.+)\n/gm)].map((tag) => {
    const after = source.slice(tag.index + tag[0].length);
    const plain = /^\s*(?:\w*[tT]est|describe)(?:\.\w+)*\(\s*(["'`])(.*?)\1/s.exec(after);
    const each = /^\s*(?:\w*[tT]est|describe)(?:\.\w+)*\([\s\S]*?\)\(\s*(["'`])(.*?)\1/.exec(after);
    return { file, ids: (tag[1] ?? "").split(", "), name: (plain ?? each)?.[2] ?? null };
  });
}

function problemsOfRow({ head, id, cells }: Row): string[] {
  const isDuplicate = known.has(id);
  known.add(id);
  const isShown = cells.length === head.length || tags.some(({ ids }) => ids.includes(id));
  return [
    ...(isDuplicate ? [`There are two requirements ${id}.`] : []),
    ...(cells.length < head.length - 1 || cells.length > head.length
      ? [`${id} has ${cells.length} cells instead of ${head.length - 1} or ${head.length}.`]
      : []),
    ...(isShown ? [] : [`No test shows ${id}.`]),
  ];
}

function problemsOfTags(): string[] {
  return [
    ...tags
      .filter(({ name }) => name === null)
      .map(({ file, ids }) => `${file}: no test follows the tag ${ids.join(", ")}.`),
    ...tags.flatMap(({ file, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${file}: there is no requirement ${id}.`),
    ),
  ];
}

function pageText(lines: readonly Line[], found: readonly Tag[]): string {
  let isInTable = false;
  const texts = lines.flatMap(({ text, row }) => {
    const isNext = isInTable !== (row !== null);
    isInTable = row !== null;
    if (row === null) return isNext ? ["", text] : [text];
    const top = ["", `| | ${row.head.join(" | ")} |`, `|---${"|---".repeat(row.head.length)}|`];
    return [...(isNext ? top : []), rowText(row, found)];
  });
  return `${texts.join("\n")}\n`;
}

function rowText({ head, id, cells }: Row, found: readonly Tag[]): string {
  const tests = found
    .filter(({ ids }) => ids.includes(id))
    .map(({ file, name }) => `\`${file}\` “${name}”`);
  const shownBy = [...tests, ...cells.slice(head.length - 1)].join("<br>");
  const all = [id, ...cells.slice(0, head.length - 1), shownBy];
  return `| ${all.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
}
