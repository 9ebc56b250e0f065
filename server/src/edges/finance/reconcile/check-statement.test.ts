import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect } from "vitest";
import { canonicalJson } from "../../../platform/ledger/canonical-json.ts";
import { test as base } from "../../../testing/database-test.ts";
import {
  type CapturedFinance,
  captureFinance,
  januaryFile,
  readJanuaryTotals,
} from "../finance-test.ts";

const checker = fileURLToPath(
  new URL("../../../../../web/public/check-statement.mjs", import.meta.url),
);

const test = base.extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  await finance.json("import", januaryFile);
  return finance;
});

type Checked = Readonly<{ exitCode: number; stdout: string; stderr: string }>;

/** Runs it like a recipient who has only the file. */
function check(...args: string[]): Promise<Checked> {
  return new Promise((resolve) => {
    execFile(process.execPath, [checker, ...args], { env: {} }, (error, stdout, stderr) =>
      resolve({ exitCode: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

function statementOf(finance: CapturedFinance, member: number): Promise<object> {
  const asked = ["--member", String(member), "--month", "2026-01"];
  return finance.json("statement", ...asked).then(Object);
}

async function checkContent(finance: CapturedFinance, content: object): Promise<Checked> {
  return check(await finance.file("statement.json", JSON.stringify(content)));
}

/** With a recomputed hash. */
function withNewHash(statement: object): object {
  const { hash: _hash, ...content } = { hash: "", ...statement };
  return { ...content, hash: createHash("sha256").update(canonicalJson(content)).digest("hex") };
}

describe("the statement checker", () => {
  test("accepts every statement of January, including reversals", async ({ finance }) => {
    const totals: { memberId: number }[] = JSON.parse(await readJanuaryTotals());
    const members = totals.map(({ memberId }) => memberId);
    for (const member of members) {
      const statement = await statementOf(finance, member);
      const { exitCode, stdout } = await checkContent(finance, statement);
      expect(stdout).toMatch(new RegExp(`^Statement OK: member ${member}, 2026-01, `));
      expect(exitCode).toBe(0);
    }
  });

  test("names the changed figure, even if the hash was recomputed", async ({ finance }) => {
    const statement = Object(await statementOf(finance, 103));
    const [first, ...others] = statement.entries;
    const dearer = { ...statement, entries: [{ ...first, amount: first.amount + 1 }, ...others] };
    const missing = { ...statement, entries: others };
    const twice = { ...statement, entries: [...statement.entries, first] };
    const richer = {
      ...statement,
      closing: { ...statement.closing, balance: statement.closing.balance + 100 },
    };

    const plain = await checkContent(finance, dearer);
    expect(plain.exitCode).toBe(1);
    expect(plain.stdout).toContain("WRONG: the file was changed: its hash is ");
    for (const [changed, sentence] of [
      [dearer, `${first.amount + 1} should be ${first.amount}`],
      [missing, `closing accrued: ${statement.closing.accrued} should be `],
      [twice, "is there twice"],
      [richer, "the closing balance does not follow from what was earned and paid"],
    ] as const) {
      const { exitCode, stdout } = await checkContent(finance, withNewHash(changed));
      expect(stdout).toContain(sentence);
      expect(stdout).not.toContain("the file was changed");
      expect(exitCode).toBe(1);
    }
  });

  test("distinguishes wrong usage from a wrong statement", async ({ finance }) => {
    expect((await check()).exitCode).toBe(2);
    expect((await check("/no/such/file.json")).exitCode).toBe(2);
    const { exitCode, stderr } = await checkContent(finance, { format: "another/1" });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("is not a statement that this program knows."),
    });
  });
});
