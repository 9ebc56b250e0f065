import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnv } from "../server/src/env.ts";
import {
  type DatabaseServer,
  openDatabaseServer,
} from "../server/src/platform/db/database-server.ts";
import { prepareDatabase } from "../server/src/platform/db/migrate.ts";
import { fillDatabase } from "./open-portal-database.ts";

let folder = "";
let server: DatabaseServer;
const env = () => readEnv({ SEED: "demo", DATA_DIR: folder });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "portal-half-demo-"));
  // The database's system user needs access to the folder.
  await chmod(folder, 0o755);
  server = await openDatabaseServer(env(), { name: "the test", isExclusive: true });
  await prepareDatabase(server.ownerUrl);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function ask(question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query({ text: question, rowMode: "array" });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

const fill = (kind: DatabaseServer["kind"]) => fillDatabase(env(), { ...server, kind });

/** Fills the database in a process that is killed once the history is there. */
async function seedHalf(): Promise<void> {
  const module = path.join(import.meta.dirname, "../server/src/edges/demo/seed-demo.ts");
  const program = `
    import { seedDemo } from ${JSON.stringify(module)};
    await seedDemo({ ownerUrl: ${JSON.stringify(server.ownerUrl)}, until: "2026-07-01" });
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  const ended = once(child, "exit");
  while ((await ask("select exists (select from ledger_events)")) !== true) await delay(20);
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
}

test("a demo that was killed half way begins anew, unless the portal was used since", {
  timeout: 180_000,
}, async () => {
  await seedHalf();

  await expect(fill("own")).rejects.toThrow("cut off half way. Start with an empty database");
  await ask("insert into ledger_seal_keys values (1, 'a key', 1, null, now())");
  await expect(fill("embedded")).rejects.toThrow("the portal was used since");
  expect(await ask("select count(*)::integer from contact_message")).toBeLessThan(3);
  await ask("alter table ledger_seal_keys disable trigger all");
  await ask("delete from ledger_seal_keys");

  await fill("embedded");

  expect(await ask("select count(*)::integer from contact_message")).toBe(3);
  const events = await ask("select count(*)::integer from ledger_events");
  await fill("embedded");
  await fill("own");
  expect(await ask("select count(*)::integer from ledger_events")).toBe(events);
});
