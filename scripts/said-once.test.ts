import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";

/** Values of the specification that texts and statements take from the one file that has them. */
const literals = [
  { says: /["'`]RH\b/, file: "shared/src/platform/constants.ts" },
  { says: /["'`]COL["'`]/, file: "shared/src/platform/constants.ts" },
  { says: /["'`%]\(inactive(?!\))/, file: "shared/src/platform/constants.ts" },
  { says: /\b(?:48|72) hours\b/, file: null },
  { says: /\b0?9:30\b/, file: null },
  { says: /\b9:00 to 15:00\b/, file: null },
  { says: /\bup to 60 units\b/, file: null },
  { says: /\bwithin 10 minutes\b/, file: null },
] as const;

const root = path.join(import.meta.dirname, "..");
const files = globSync("{server,shared,web}/src/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/testing\/|\/edges\/demo\//.test(file),
);

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

describe("a value of the specification is said once", () => {
  test.for(literals)("$says", ({ says, file }) => {
    const saying = files.filter((name) =>
      says.test(withoutComments(readFileSync(path.join(root, name), "utf8"))),
    );

    expect(files.length).toBeGreaterThan(1000);
    expect(saying).toEqual(file === null ? [] : [file]);
  });

  test.for([
    "const reference = `RH${number}`;",
    "delivery_service is distinct from 'COL'",
    "email not like '%(inactive%'",
    "changed in the last 48 hours",
    "before 09:30",
  ])("and would be noticed in: %s", (line) => {
    expect(literals.some(({ says }) => says.test(withoutComments(line)))).toBe(true);
  });
});
