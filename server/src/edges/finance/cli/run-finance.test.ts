import { describe, expect, test } from "vitest";
import { runFinance } from "./run-finance.ts";

describe("the finance command line", () => {
  test.each([
    [[], /^Choose a command: import, export, .*\. Run --help for details\.$/],
    [["--json"], /^Choose a command: /],
    [["verfy"], /^There is no command verfy\. Choose a command: import, export, /],
    [["--jsn", "totals"], /^unknown option '--jsn'\. Run --help for the options\.$/],
    [["totals", "--as-off", "2026-01-01"], /^unknown option '--as-off'\. Run --help/],
    [["totals", "--as-of"], /^option '--as-of <time>' argument missing\. Run --help/],
    [
      ["totals", "extra"],
      /^too many arguments for 'totals'\. Expected 0 arguments but got 1(: extra)?\. Run --help/,
    ],
    [["import"], /^missing required argument 'file'\. Run --help/],
    [["explain"], /^Name the order: explain --order NUMBER-OR-UUID\.$/],
    [["explain", "--order", "many"], /^--order many is not an order number or an order UUID\.$/],
    [["statement", "--member", "1"], /^Name both: statement --member ID --month YYYY-MM\.$/],
    [
      ["statement", "--member", "1", "--month", "2026-13"],
      /^--month 2026-13 is not a month like 2026-01\.$/,
    ],
    [["simulate"], /^Name the plan: simulate --plan PLAN\.json\.$/],
    [["simulate", "--plan", "/no/plan.json"], /^There is no file \/no\/plan\.json\.$/],
    [
      ["rebuild", "--projection", "tree"],
      /^There is no projection tree; there are orders, network, commissions, wallets\.$/,
    ],
    [["rebuild", "--accept", "yes"], /^--accept yes is not the hash of a difference report\.$/],
    [["reconcile", "--bank", "/no/bank.csv"], /^There is no file \/no\/bank\.csv\.$/],
  ])("refuses %j in one line, before a database is opened", async (args, sentence) => {
    const { exitCode, stdout, stderr } = await runWithoutDatabase(args);

    expect(stderr.trimEnd()).toMatch(sentence);
    expect(stderr.split("\n")).toHaveLength(2);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  });

  test("prints help on standard output", async () => {
    const { exitCode, stdout, stderr } = await runWithoutDatabase(["rebuild", "--help"]);

    expect(stdout).toContain("--accept <hash>");
    expect(stdout).toContain("--json");
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });
});

async function runWithoutDatabase(
  args: readonly string[],
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  let stdout = "";
  let stderr = "";
  const exitCode = await runFinance(args, {
    open: () => Promise.reject(new Error("a database was opened")),
    stdout: async (text) => {
      stdout += text;
    },
    stderr: (text) => {
      stderr += text;
    },
  });
  return { exitCode, stdout, stderr };
}
