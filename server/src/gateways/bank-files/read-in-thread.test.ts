import { describe, expect, test } from "vitest";
import { ofAnyShop } from "./bank-statement.ts";
import { readInThread } from "./read-in-thread.ts";
import { StatementError } from "./statement-error.ts";

const header = "Date,Amount,Description";
const line = "2026-11-02,425.00,RH2238";

describe("a file that is read on a thread of its own", () => {
  test("has the same content as one that is read here", async () => {
    const { statements } = await readInThread("bank-statement", `${header}\n${line}`, ofAnyShop);
    expect(statements[0]?.layout).toBe("CSV");
    expect(statements[0]?.lines).toMatchObject([
      { day: "2026-11-02", amount: 425_00, description: "RH2238" },
    ]);
  });

  test("may be OFX on one long line", async () => {
    const transaction = "<STMTTRN><DTPOSTED>20261102<TRNAMT>5.00<NAME>RH1</STMTTRN>";
    const file = `<OFX>${transaction.repeat(2000)}</OFX>`;
    const { statements } = await readInThread("bank-statement", file, ofAnyShop);
    expect(statements[0]?.lines).toHaveLength(2000);
  });

  test("is refused in the same words", async () => {
    const read = readInThread("bank-statement", `${header}\n2026-11-02,much,RH2238`, ofAnyShop);
    await expect(read).rejects.toThrow(
      new StatementError("line 2: much in column amount is not an amount"),
    );
  });

  // shows T263
  test.each([
    [
      "a line of 5 MB",
      `${header}\n${"x".repeat(5_000_000)}`,
      /^line 2 has more than 65536 characters$/,
    ],
    [
      "a header of 5 MB",
      `${header}${",".repeat(5_000_000)}`,
      /^line 1 has more than 65536 characters$/,
    ],
    ["a last line that is too long", `${header}\r\n${line}\r${"y".repeat(65_537)}`, /^line 3 has/],
    ["millions of lines", "\n".repeat(5_000_000), /^the file has more than 200000 lines$/],
  ])("is refused for %s before any parser sees it", async (_what, text, message) => {
    for (const kind of ["bank-statement", "card-settlement"] as const)
      await expect(readInThread(kind, text, ofAnyShop)).rejects.toThrow(message);
  });

  // shows T263
  test.each([
    [
      "a quotation mark that is never closed",
      `${header}\n"${`${"z".repeat(60)}\n`.repeat(80_000)}`,
    ],
    ["millions of empty cells", `${header}\n${`${",".repeat(60_000)}\n`.repeat(80)}`],
    ["an OFX tag without an end", `<OFX>${"<STMTTRN>\n".repeat(190_000)}`],
    ["elements within elements", `<Document><BkToCstmrStmt>${"<Stmt>".repeat(190_000)}`],
    ["empty lines", "\n".repeat(190_000)],
    ["a text without an end", `Date:\nDescription:\nAmount:\n${"x\n".repeat(190_000)}`],
    ["nothing", ""],
  ])("is refused for %s", async (_what, text) => {
    await expect(readInThread("bank-statement", text, ofAnyShop)).rejects.toThrow(StatementError);
  });
});
