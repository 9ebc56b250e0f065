import { once } from "node:events";
import { constants } from "node:os";
import { type Env, readEnvWithFile } from "../../../env.ts";
import { connectPool, databaseOn, patient, portalRole } from "../../../platform/db/connect.ts";
import { type DatabaseServer, openDatabaseServer } from "../../../platform/db/database-server.ts";
import { loadRegion } from "../../../platform/db/region.queries.ts";
import { prepareDatabase, requireNothingTakenAway } from "../../../platform/db/migrate.ts";
import { sealKeysIn } from "../../../platform/ledger/seal-keys.ts";
import { ReaderGone, type Session } from "./command.ts";
import { createProgress } from "./progress-line.ts";
import type { FinanceWorld } from "./run-finance.ts";

/** A real process: its streams, its environment, and a clean end on SIGINT and SIGTERM. */
export function createProcessWorld(folder: string): FinanceWorld {
  const stdout = createStdout();
  process.stderr.on("error", () => {});
  const watcher = { write: stderr, isTerminal: process.stderr.isTTY };

  return {
    stdout,
    stderr,
    async open() {
      const opened = await openSession(readEnvWithFile(folder), {
        stdout,
        stdin: () => process.stdin,
        note: (sentence) => stderr(`${sentence}\n`),
        progress: (label, unit) =>
          createProgress(watcher, { label, unit, now: () => performance.now() }),
      });
      const interrupt = (signal: NodeJS.Signals): void => {
        // The open transaction is rolled back when its connection ends.
        void opened.leave().finally(() => process.exit(128 + constants.signals[signal]));
      };
      process.once("SIGINT", interrupt);
      process.once("SIGTERM", interrupt);
      return {
        session: opened.session,
        async close() {
          await opened.close();
          process.off("SIGINT", interrupt);
          process.off("SIGTERM", interrupt);
        },
      };
    },
  };
}

function stderr(text: string): void {
  process.stderr.write(text);
}

/** Waits for a slow reader. A reader that has gone (`| head`) is not an error. */
function createStdout(): FinanceWorld["stdout"] {
  let isGone = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    isGone = true;
    process.stdout.emit("drain");
  });
  return async (text) => {
    if (isGone) throw new ReaderGone();
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  };
}

type Surroundings = Omit<Session, "db" | "pool" | "ownerPool" | "region" | "trust">;

/**
 * Opens the database that `npm start` would use. An embedded server is started for the duration of the command unless it is
 * running already. Migrations are applied, as at a start, unless the release that serves could not go on after them.
 */
async function openSession(
  env: Env,
  surroundings: Surroundings,
): Promise<{ session: Session; close: () => Promise<void>; leave: () => Promise<void> }> {
  const server = await openDatabaseServer(env, { name: "npm run finance", isExclusive: false });
  await using stack = new AsyncDisposableStack();
  stack.defer(server.close);
  for (const note of server.notes) surroundings.note(note);
  const options = { ...patient, applicationName: "portal-finance" };
  const pool = connectPool(server.runtimeUrl, { ...options, role: portalRole, poolSize: 4 });
  // Connects on first use only.
  const ownerPool = connectPool(server.ownerUrl, { ...options, poolSize: 1 });
  const db = databaseOn(pool);
  stack.defer(async () => void (await Promise.all([db.destroy(), ownerPool.end()])));
  await prepareTables(server, surroundings);
  const terms = await loadRegion(db, env.region);
  const { anchorDir, sealPublicKeys } = env;
  const trust = { keysFolder: sealKeysIn(env.dataDir), sealPublicKeys, anchorDir };
  const opened = stack.move();
  return {
    session: {
      ...surroundings,
      db,
      pool,
      ownerPool,
      region: { ...terms, region: env.region },
      trust,
    },
    close: () => opened.disposeAsync(),
    // Does not wait for running queries, for a process that has to end now.
    leave: server.close,
  };
}

/** Processes that serve from an embedded database are of this checkout; those of another may be of the release before. */
async function prepareTables(
  { ownerUrl, kind }: Pick<DatabaseServer, "ownerUrl" | "kind">,
  { note }: Surroundings,
): Promise<void> {
  if (kind === "own") await requireNothingTakenAway(ownerUrl);
  const done = await prepareDatabase(ownerUrl);
  if (done.length > 0) note(`Updated the database (${done.join(", ")}).`);
}
