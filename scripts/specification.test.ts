import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./run-program.ts";

const read = (file: string) => readFile(path.join(root, file), "utf8");

test("quotes of the specification match the source", async () => {
  const specification = await read("docs/specification.tsv");
  const quoted = [...specification.matchAll(/‘([^’]+)’/g)].map(([, text = ""]) => text);
  expect(quoted.length).toBeGreaterThan(80);
  const said = await sourceText();
  expect(quoted.filter((text) => text !== "single quotes" && !said.includes(text))).toEqual([]);
});

/** All sources on one line, because a sentence may be wrapped anywhere. */
async function sourceText(): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob("{shared,server,web}/src/**/*.{ts,tsx}", { cwd: root }))
    if (!/\.test\.|\/(testing|seed)\//.test(file)) texts.push(await read(file));
  return texts.join("\n").replaceAll("&apos;", "'").replaceAll(/\s+/g, " ");
}
