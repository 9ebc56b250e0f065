import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { connectPool, patient, portalRole } from "../../../platform/db/connect.ts";
import { compareProjections } from "../../../projections/compare/compare-projections.ts";
import { createInlineProjector } from "../../../projections/live/inline-projector.ts";
import { ledgerCatalogue } from "../../../projections/ledger-catalogue.ts";
import { walletStream } from "../../../money/wallets/wallet.events.ts";
import { createLedger } from "../../../platform/ledger/ledger.ts";
import { verifyLedger } from "../../../platform/ledger/verify.ts";
import { createDemoHistory } from "../../demo/demo-history.ts";
import { test } from "../../../testing/database-test.ts";
import { importHistory } from "./import.ts";
import type { NumberedLine } from "./import-lines.ts";

const writers = 40;

describe("an import with concurrent writers", () => {
  test("makes them wait, and loses and misplaces no event", async ({ ownerUrl, db }) => {
    const pool = connectPool(ownerUrl, { ...patient, role: portalRole, poolSize: 6 });
    // Imported as the owner of the tables, because the history has payments above the limit of one person.
    const ownerPool = connectPool(ownerUrl, { ...patient, poolSize: 2 });
    const projector = createInlineProjector();
    const ledger = createLedger({ pool, catalogue: ledgerCatalogue, projector });
    const { lines } = createDemoHistory("2026-07-01");
    const written: Promise<unknown>[] = [];
    const grantCredit = (userId: number): void => {
      const command = { commandId: randomUUID(), request: userId, metadata: {} };
      const data = { userId, amount: 100, reasonId: null };
      written.push(
        ledger.execute({ ...command, occurredAt: "2026-07-01T08:00:00.000Z" }, async () => ({
          events: [{ streamId: walletStream(userId), event: { type: "CreditGranted", data } }],
          answer: null,
        })),
      );
    };

    // Some are sent before the import has the lock, most while it runs.
    for (let user = 0; user < writers / 4; user++) grantCredit(90_000 + user);
    const result = await importHistory(ownerPool, numbered(lines), () => {
      for (let user = 0; written.length < writers; user++) grantCredit(91_000 + user);
    });
    await Promise.all(written);
    await ledger.close();

    expect(result.imported).toBe(lines.length);
    expect(written).toHaveLength(writers);
    expect(await verifyLedger(db)).toMatchObject({
      events: lines.length + writers,
      damage: null,
    });
    expect(await compareProjections(pool)).toMatchObject({ isSound: true, conservation: [] });
    await pool.end();
    await ownerPool.end();
  });
});

async function* numbered(lines: readonly string[]): AsyncGenerator<readonly NumberedLine[]> {
  yield lines.map((text, index) => ({ number: index + 1, text }));
}
