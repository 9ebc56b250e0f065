import { createServer } from "node:net";
import { sql } from "kysely";
import { type DemoAccount, listDemoAccounts } from "../server/src/edges/demo/demo-people.ts";
import { seedDemo } from "../server/src/edges/demo/seed-demo.ts";
import { dropUnfinishedDemo, isDemoUnfinished } from "../server/src/edges/demo/unfinished-demo.ts";
import type { Env } from "../server/src/env.ts";
import { connect, connectPool, patient } from "../server/src/platform/db/connect.ts";
import {
  type DatabaseServer,
  openDatabaseServer,
} from "../server/src/platform/db/database-server.ts";
import { prepareDatabase } from "../server/src/platform/db/migrate.ts";
import { makeFolders } from "../server/src/platform/files/disks.ts";
import { openFiles } from "../server/src/platform/files/open-files.ts";
import { StartError } from "../server/src/platform/start-error.ts";

/** Opens the database server exclusively, to serve the portal from this process. */
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

/** Migrates the database and seeds the demo if configured. */
export async function fillDatabase(env: Env, { ownerUrl, kind }: DatabaseServer): Promise<void> {
  await removeUnfinishedDemo(ownerUrl, kind);
  const applied = await prepareDatabase(ownerUrl);
  if (applied.length > 0) console.log(`Updated the database (${applied.join(", ")}).`);
  const { filesDir, filesBucketUrl, region } = env;
  const target = { ownerUrl, filesDir, filesBucketUrl, region };
  if (env.seed !== "demo" || !(await isEmpty(ownerUrl))) return;
  const seeded = await seedNow(target);
  console.log(
    `Seeded the demo: ${seeded.members} members, ${seeded.orders} orders, ${seeded.events} events.`,
  );
}

/** What a start left that was killed while it filled the database; the demo then begins anew. */
async function removeUnfinishedDemo(ownerUrl: string, kind: DatabaseServer["kind"]): Promise<void> {
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 1 });
  try {
    if (!(await isDemoUnfinished(pool))) return;
    // Somebody's own database may have other tables.
    if (kind === "own")
      throw new StartError(
        "The demo in this database was cut off half way. Start with an empty database.",
      );
    await dropUnfinishedDemo(pool);
    console.log("The demo was cut off half way. It is set up again.");
  } finally {
    await pool.end();
  }
}

/** The demo's history ends yesterday in every time zone. */
async function seedNow({ ownerUrl, region, ...files }: SeedTarget) {
  const until = new Date().toISOString().slice(0, 10);
  const log = { warn: (_details: object, sentence: string) => console.error(sentence) };
  return seedDemo({ ownerUrl, until, files: await openFiles(files, log), region });
}

type SeedTarget = Readonly<{ ownerUrl: string }> &
  Pick<Env, "filesDir" | "filesBucketUrl" | "region">;

/** Seeds the demo unless it is there already, and returns its accounts; refused if the database has other data. */
export async function seedOrRecognize({
  kind,
  ...target
}: SeedTarget & Pick<DatabaseServer, "kind">): Promise<readonly DemoAccount[]> {
  await removeUnfinishedDemo(target.ownerUrl, kind);
  await prepareDatabase(target.ownerUrl);
  const accounts = listDemoAccounts();
  if (!(await holdsAccounts(target.ownerUrl, accounts))) await seedNow(target);
  return accounts;
}

async function holdsAccounts(ownerUrl: string, accounts: readonly DemoAccount[]): Promise<boolean> {
  await using db = connect(ownerUrl, { poolSize: 1 });
  const rows = await db.selectFrom("account").select(["id", "email"]).execute();
  const known = new Set(rows.map(({ id, email }) => `${id} ${email}`));
  return accounts.every(({ id, email }) => known.has(`${id} ${email}`));
}

async function isEmpty(ownerUrl: string): Promise<boolean> {
  await using db = connect(ownerUrl, { poolSize: 1 });
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from public.ledger_events)
      and not exists (select from public.account) as empty`.execute(db);
  return rows[0]?.empty === true;
}

/** Checked before the long work of a start, with an error message that says what to do. */
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
