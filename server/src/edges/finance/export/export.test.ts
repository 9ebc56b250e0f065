import { describe, expect } from "vitest";
import { test as base } from "../../../testing/database-test.ts";
import { captureFinance, januaryFile, readJanuaryLines } from "../finance-test.ts";

const test = base.extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  await finance.json("import", januaryFile);
  return finance;
});

describe("finance export", () => {
  test("writes the imported lines in their published versions", async ({ finance }) => {
    const file = await finance.file("out.ndjson", "");

    const result = await finance.json("export", file);

    expect(result).toEqual({ file, exported: 59, from: 1, to: 59 });
    const imported = await finance.read(januaryFile);
    expect(await finance.read(file)).toBe(
      imported
        .replaceAll(
          '"type":"OrderPlaced","schemaVersion":1',
          '"type":"OrderPlaced","schemaVersion":2',
        )
        .replaceAll(
          /"type":"PayoutRequested","schemaVersion":1(.*"data":\{[^}]*)\}/g,
          '"type":"PayoutRequested","schemaVersion":2$1,"withheld":0}',
        ),
    );
  });

  test("writes a range to standard output", async ({ finance }) => {
    const lines = await readJanuaryLines();

    const result = await finance.run("export", "-", "--from", "5", "--to", "7");

    expect(result).toEqual({
      exitCode: 0,
      stdout: `${lines.slice(4, 7).join("\n")}\n`,
      stderr: "Exported 3 events to standard output.\n",
    });
  });

  test.for([
    [["--from", "60"], "--from 60 is after the newest position, 59."],
    [["--from", "0"], "--from 0 is not a position. The first position is 1."],
    [["--from", "9", "--to", "8"], "--from 9 is after --to 8."],
    [["--to", "-1"], "--to -1 is not a whole number."],
    [["--json"], "--json and - both use standard output. Name a file for the events."],
  ] as const)("refuses %j", async ([args, sentence], { finance }) => {
    expect(await finance.run("export", "-", ...args)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `${sentence}\n`,
    });
  });

  test("leaves no file behind if it cannot write", async ({ finance }) => {
    const result = await finance.run("export", "/no/such/folder/out.ndjson");

    expect(result).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: "/no/such/folder/out.ndjson cannot be written (ENOENT).\n",
    });
  });
});
