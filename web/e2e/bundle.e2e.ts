import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { secretVariables } from "../../server/src/env.ts";
import { baseUrl } from "./lane.ts";

const dist = path.resolve(import.meta.dirname, "../dist");

/** Names and defaults of secret settings, keys, and strings that only a server contains. */
const secrets = [
  ...secretVariables,
  "46f0cd694581a",
  "Demo-1234!",
  "postgres://",
  "PRIVATE KEY",
  "$argon2",
  "process.env",
  "sourceMappingURL",
  "/node_modules/",
  "/web/src/",
];

/** What Safari 16 does not know (docs/web.md): a name of it fails when it is called, a lookbehind with the file that has it. */
const tooNew = [
  /\bwithResolvers\b/,
  /\(\?<[=!]/,
  /\b(?:Object|Map)\.groupBy\b/,
  /\bArray\.fromAsync\b/,
  /\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\.(?:values|keys|entries)\(\)\.(?:map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  /\bIterator\.\w/,
  /\bPromise\.try\b/,
  /\bURL\.(?:canParse|parse)\b/,
  /\bsearchParams\.size\b/,
  /\bAbortSignal\.any\b/,
  /\bRegExp\.escape\b/,
  /\bIntl\.DurationFormat\b/,
  /\.(?:isWellFormed|toWellFormed|checkVisibility)\(/,
  /\.(?:toBase64|toHex|fromBase64|fromHex)\(/,
  /\bstatic\s*\{/,
  /addEventListener\(.scrollend/,
  /\brequestIdleCallback\b/,
];

/** Asked for before it is used; and patterns of packages that are made when they are needed, which nothing here needs. */
const harmless = [
  /typeof window\.requestIdleCallback[^]*?window\.requestIdleCallback/,
  // The form around the captcha, which has none.
  "`(?<!\\\\r)\\\\n`",
  // Whole words of a text to be highlighted.
  "`(?<![\\\\p{L}\\\\p{N}_])(${",
];

test("the build needs nothing that Safari 16 does not know", async () => {
  const found = (await textFiles()).flatMap(({ name, text }) => {
    const used = harmless.reduce<string>((rest, part) => rest.replace(part, ""), text);
    return tooNew.flatMap((pattern) => {
      const at = used.search(pattern);
      return at < 0 || !name.endsWith(".js") ? [] : `${name}: ${used.slice(at - 20, at + 40)}`;
    });
  });
  expect(found).toEqual([]);
});

test("every file of the first picture is compiled beside the page, which its very first line asks for", async () => {
  const made = (await textFiles()).filter(({ name }) =>
    /\b(?:first|start|frame)-.*\.js$/.test(name),
  );
  expect(made).toHaveLength(3);
  expect(made.filter(({ text }) => !text.startsWith("//# allFunctionsCalledOnLoad\n"))).toEqual([]);
});

// shows R49, T68
test("the build contains no secrets, source maps or source folders", async () => {
  const files = await textFiles();
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter(({ name }) => name.endsWith(".map"))).toEqual([]);
  const found = files.flatMap(({ name, text }) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${secret}`),
  );
  expect(found).toEqual([]);
});

async function textFiles(): Promise<{ name: string; text: string }[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) =>
      entry.isFile() &&
      !/\.(?:br|gz|woff2)$/.test(entry.name) &&
      !entry.parentPath.endsWith(".vite"),
  );
  return Promise.all(
    files.map(async ({ name, parentPath }) => ({
      name,
      text: await readFile(path.join(parentPath, name), "utf8"),
    })),
  );
}

test.each([
  "/.env",
  "/.git/HEAD",
  "/.vite/manifest.json",
  "/src/main.tsx",
  "/@fs/etc/passwd",
  "/@vite/client",
  "/package.json",
  "/node_modules/react/package.json",
  "/assets/..%2f..%2f.env",
  "/api/../.env",
])("%s is not served", async (address) => {
  const answer = await fetch(`${baseUrl}${address}`);
  expect([403, 404]).toContain(answer.status);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
});
