import { runProgram } from "./run-program.ts";

type Check = Readonly<{ name: string; program: string; arguments: readonly string[] }>;

/** The static checks. */
const checks: readonly Check[] = [
  // The linter reports the compiler's errors too: its rules need the types of every file anyway.
  { name: "types, lint and boundaries", program: "oxlint", arguments: ["--deny-warnings"] },
  {
    name: "format and areas",
    program: "biome",
    arguments: ["check", "--no-errors-on-unmatched", "."],
  },
  { name: "nothing unused", program: "knip", arguments: [] },
  {
    name: "generated pages",
    program: process.execPath,
    arguments: ["scripts/requirement-pages.ts", "--check"],
  },
  {
    name: "released migrations",
    program: process.execPath,
    arguments: ["scripts/migrations.ts"],
  },
  { name: "packages", program: process.execPath, arguments: ["scripts/supply-chain.ts"] },
  // Whether the lockfile has every platform's packages, as `npm ci` requires; works offline.
  {
    name: "lockfile",
    program: "npm",
    arguments: ["ci", "--dry-run", "--offline", "--ignore-scripts", "--no-audit", "--no-fund"],
  },
];

/** Runs all checks in parallel and prints the output of those that fail. */
export async function checkAll(): Promise<boolean> {
  const results = await Promise.all(
    checks.map(async (check) => {
      const result = await runProgram(check.program, check.arguments);
      const seconds = (result.milliseconds / 1000).toFixed(1);
      console.log(`${result.isFine ? "✓" : "✗"} ${check.name} (${seconds} s)`);
      return { ...result, name: check.name };
    }),
  );
  for (const { name, isFine, output } of results) {
    if (!isFine) console.log(`\n── ${name}\n${output.trim()}`);
  }
  return results.every(({ isFine }) => isFine);
}
