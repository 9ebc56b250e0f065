import { describe, expect } from "vitest";
import { test as base } from "../../../testing/database-test.ts";
import { tablesWith } from "../../../testing/table-contents.ts";
import { captureFinance, line } from "../finance-test.ts";

const test = base.extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  return finance;
});

const word = "zzcanary";
const granted = (reason: string) =>
  `${line("fe01", "wallet-104", "CreditGranted", { userId: 104, amount: 500, reason })}\n`;

describe("free text in an imported line", () => {
  // shows T124
  test("is stored outside the ledger, and exported until it is erased", async ({
    finance,
    db,
    superuser,
  }) => {
    const file = await finance.file("typed.ndjson", granted(word));
    await finance.json("import", file);

    expect(await tablesWith(superuser, word)).toEqual(["public.free_text"]);
    const out = await finance.file("out.ndjson", "");
    await finance.json("export", out);
    expect(JSON.parse(await finance.read(out))).toMatchObject(JSON.parse(granted(word)));
    expect(await finance.json("import", file)).toMatchObject({ imported: 0, skipped: 1 });
    const other = await finance.file("other.ndjson", granted("something else"));
    expect(await finance.run("import", other)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("with another data"),
    });

    await db.deleteFrom("free_text").where("user_id", "=", 104).execute();

    await finance.json("export", out);
    expect(JSON.parse(await finance.read(out))).toMatchObject({ data: { reason: "Erased" } });
    for (const again of [file, out])
      expect(await finance.json("import", again)).toMatchObject({ imported: 0, skipped: 1 });
    expect(await tablesWith(superuser, word)).toEqual([]);
  });
});
