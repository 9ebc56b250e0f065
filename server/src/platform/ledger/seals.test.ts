import { createPublicKey, verify } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { readOnly } from "../db/database.ts";
import { aSealKey } from "../../testing/a-seal-key.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { aCommand, lampEvents, lampLit, someLamp } from "../../testing/lamps.ts";
import { createLedger } from "./ledger.ts";
import { loadSealKey } from "./seal-keys.ts";
import { listSeals, sealLedger, sealWhenDue } from "./sealing.ts";
import { verifyLedger } from "./verify.ts";

const test = databaseTest
  .extend("append", { scope: "file" }, ({ pool }, { onCleanup }) => {
    const ledger = createLedger({ pool, catalogue: lampEvents });
    onCleanup(() => ledger.close());
    return (count: number) =>
      ledger.execute(aCommand(), async () => ({
        events: Array.from({ length: count }, () => ({ streamId: someLamp(), event: lampLit() })),
        answer: null,
      }));
  })
  .extend("folder", async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-keys-"));
    onCleanup(() => rm(folder, { recursive: true }));
    return path.join(folder, "keys");
  });

const key = aSealKey();

describe("sealing", () => {
  test("continues from the last seal, and makes none without new events", async ({
    db,
    append,
  }) => {
    await append(3);
    const [first] = await sealLedger(db, key);
    await append(2);

    const [second, ...more] = await sealLedger(db, key);

    expect(second).toMatchObject({
      throughPosition: (first?.throughPosition ?? 0) + 2,
      eventCount: 2,
      previousRoot: first?.root,
    });
    expect(more).toEqual([]);
    expect(await sealLedger(db, key)).toEqual([]);
    expect((await listSeals(readOnly(db))).slice(-2)).toEqual([first, second]);
  });

  test("exports all that is needed to check a seal", async ({ db, append }) => {
    await append(1);
    const [seal] = JSON.parse(JSON.stringify(await sealLedger(db, key)));

    const text = `ledger-seal\n${seal.throughPosition}\n${seal.eventCount}\n${seal.previousRoot}\n${seal.root}\n`;
    const publicKey = createPublicKey({
      key: Buffer.from(seal.publicKey, "base64"),
      format: "der",
      type: "spki",
    });
    expect(verify(null, Buffer.from(text), publicKey, Buffer.from(seal.signature, "base64"))).toBe(
      true,
    );
  });

  test("seals once where several processes try", async ({ db, append }) => {
    await append(4);

    const made = await Promise.all([1, 2, 3, 4].map(() => sealLedger(db, key)));

    expect(made.flat()).toHaveLength(1);
    expect((await verifyLedger(db)).damage).toBeNull();
  });

  test("is due at a thousand events, or when the first of fewer is old", async ({ db, append }) => {
    await sealLedger(db, key);
    const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

    const nothing = await sealWhenDue(db, key, later(60));
    await append(2);
    const soon = await sealWhenDue(db, key, later(4));
    const waited = await sealWhenDue(db, key, later(6));
    await append(1000);
    const many = await sealWhenDue(db, key, later(0));

    expect([nothing, soon, waited, many].map((seals) => seals.length)).toEqual([0, 0, 1, 1]);
  });

  test("cannot skip events or go beyond the head", async ({ db, append }) => {
    await append(3);
    await sealLedger(db, key);
    const [last] = (await listSeals(readOnly(db))).slice(-1);
    const sealBy = (count: number, previousRoot = last?.root ?? "", { publicKey } = key) =>
      sql`select ledger.seal(${(last?.throughPosition ?? 0) + 1}, ${count}, decode(${previousRoot}, 'hex'), '\\x00', ${publicKey}, '\\x00')`.execute(
        db,
      );

    await expect(sealBy(1)).rejects.toThrow("does not continue the last one");
    await append(1);
    await expect(sealBy(2)).rejects.toThrow("does not continue the last one");
    await expect(sealBy(1, "00")).rejects.toThrow("does not continue the last one");
    await expect(sealBy(1, last?.root, aSealKey())).rejects.toThrow("not the seal key");
  });

  test("uses one key, created once, readable by its owner only", async ({ folder }) => {
    const keys = await Promise.all([loadSealKey(folder), loadSealKey(folder)]);
    const later = await loadSealKey(folder);

    expect(new Set([...keys, later].map(({ publicKey }) => publicKey)).size).toBe(1);
    const { mode } = await stat(path.join(folder, "seal-key.pem"));
    expect(mode & 0o777).toBe(0o600);
  });
});
