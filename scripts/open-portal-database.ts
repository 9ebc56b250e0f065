import { createServer } from "node:net";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { type DemoAccount, listDemoAccounts } from "../server/src/edges/demo/demo-people.ts";
import { seedDemo, type SeededDemo } from "../server/src/edges/demo/seed-demo.ts";
import type { Env } from "../server/src/env.ts";
import { connect } from "../server/src/platform/db/connect.ts";
import {
  type DatabaseServer,
  openDatabaseServer,
} from "../server/src/platform/db/database-server.ts";
import { prepareDatabase } from "../server/src/platform/db/migrate.ts";
import { makeFolders } from "../server/src/platform/files/disks.ts";
import { openFiles } from "../server/src/platform/files/file-store.ts";
import { StartError } from "../server/src/platform/start-error.ts";

/** The database server, for this process alone to serve the portal from. */
export async function openPortalDatabase(
  env: Env,
  name: string,
  onEnd: (undo: () => Promise<void>) => void,
): Promise<DatabaseServer> {
  const server = await openDatabaseServer(env, { name, isExclusive: true });
  onEnd(server.close);
  await makeFolders(env);
  for (const note of server.notes) console.log(note);
  return server;
}

/** This release's tables, and the demo where it is wanted. */
export async function fillDatabase(env: Env, { ownerUrl }: DatabaseServer): Promise<void> {
  const applied = await prepareDatabase(ownerUrl);
  if (applied.length > 0) console.log(`Updated the database (${applied.join(", ")}).`);
  const { filesDir, filesBucketUrl, region } = env;
  const wanted = { ownerUrl, filesDir, filesBucketUrl, region };
  const seeded = env.seed === "demo" ? await seedWhenEmpty(wanted) : null;
  if (seeded) {
    console.log(
      `Seeded the demo: ${seeded.members} members, ${seeded.orders} orders, ${seeded.events} events.`,
    );
  }
}

/** The demo's history ends yesterday, wherever on earth that is. */
async function seedNow({ ownerUrl, region, ...files }: Wanted): Promise<SeededDemo> {
  const until = new Date().toISOString().slice(0, 10);
  return seedDemo({ ownerUrl, until, files: await openFiles(files), region });
}

type Wanted = Readonly<{ ownerUrl: string; region: Region }> &
  Pick<Env, "filesDir" | "filesBucketUrl">;

/** The demo's accounts, after a seed where the database was empty; refused where it holds something else. */
export async function seedOrRecognize(wanted: Wanted): Promise<readonly DemoAccount[]> {
  const accounts = listDemoAccounts();
  if (await holdsAccounts(wanted.ownerUrl, accounts)) return accounts;
  return (await seedNow(wanted)).accounts;
}

/** Null when there is something in the database already, which is then left as it is. */
async function seedWhenEmpty(wanted: Wanted): Promise<SeededDemo | null> {
  return (await isEmpty(wanted.ownerUrl)) ? seedNow(wanted) : null;
}

async function holdsAccounts(ownerUrl: string, accounts: readonly DemoAccount[]): Promise<boolean> {
  const db = connect(ownerUrl, { poolSize: 1 });
  try {
    const rows = await db.selectFrom("account").select(["id", "email"]).execute();
    const known = new Set(rows.map(({ id, email }) => `${id} ${email}`));
    return accounts.every(({ id, email }) => known.has(`${id} ${email}`));
  } finally {
    await db.destroy();
  }
}

async function isEmpty(ownerUrl: string): Promise<boolean> {
  const db = connect(ownerUrl, { poolSize: 1 });
  try {
    const { rows } = await sql<{ empty: boolean }>`
      select not exists (select from public.ledger_events)
        and not exists (select from public.account) as empty`.execute(db);
    return rows[0]?.empty === true;
  } finally {
    await db.destroy();
  }
}

/** Asked before the long work of a start, and in words that say what to do. */
export async function checkPort(host: string, port: number, command: string): Promise<void> {
  const code = await tryToListen(host, port);
  if (code === null) return;
  if (code === "EADDRINUSE") {
    throw new StartError(
      `Port ${port} is in use. Stop the program that uses it or choose another, for example PORT=${port + 1} ${command}.`,
    );
  }
  if (code === "EACCES") {
    throw new StartError(
      `Port ${port} is for privileged programs only. Set PORT to a number above 1023.`,
    );
  }
  throw new StartError(`Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`);
}

function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}
