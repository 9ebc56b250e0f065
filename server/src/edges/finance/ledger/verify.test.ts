import { generateKeyPairSync } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { sealLedger } from "../../../platform/ledger/sealing.ts";
import { test as base } from "../../../testing/database-test.ts";
import { captureFinance, januaryFile } from "../finance-test.ts";

const test = base.extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const finance = await captureFinance(pool);
  onCleanup(finance.close);
  await finance.json("import", januaryFile);
  return finance;
});

describe("finance verify", () => {
  test("finds an imported ledger sound", async ({ finance }) => {
    expect(await finance.run("verify")).toEqual({
      exitCode: 0,
      stdout: "Ledger OK: 59 events, 0 seals.\n",
      stderr: "",
    });
  });

  test("requires the anchored seals", async ({ finance, db }) => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const spki = publicKey.export({ type: "spki", format: "der" }).toString("base64");
    await sealLedger(db, { privateKey, publicKey: spki });
    const status = (await finance.run("status", "--json")).stdout;
    const anchor = await finance.file("anchor.json", status);
    const forged = await finance.file("forged.json", status.replace(/"root": "./, '"root": "x'));

    expect((await finance.run("verify", "--anchor", anchor)).stdout).toBe(
      "Ledger OK: 59 events, 1 seal.\n",
    );
    expect((await finance.run("verify", "--anchor", forged)).exitCode).toBe(1);
  });

  test("refuses a file without seals as an anchor", async ({ finance }) => {
    const file = await finance.file("none.json", "{}");

    expect(await finance.run("verify", "--anchor", file)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `${file} contains no seals.\n`,
    });
  });

  test("names the first changed position", async ({ finance, superuser }) => {
    await superuser.transaction().execute(async (tx) => {
      // With all rights: the triggers are disabled before the row is changed.
      await sql`alter table ledger.events_0 disable trigger all`.execute(tx);
      await sql`update ledger.events_0 set data = jsonb_set(data, '{amount}', '1')
        where position = 10`.execute(tx);
    });

    const { exitCode, stdout } = await finance.run("verify", "--json");

    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ damage: { position: 10, what: "altered" } });
  });
});
