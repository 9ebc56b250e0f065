import pg from "pg";
import type { Env } from "../../env.ts";
import { StartError } from "../start-error.ts";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";

/** The database of an environment: somebody's own server, or the embedded one. */
export type DatabaseServer = Readonly<{
  kind: "own" | "embedded";
  /** Whoever may migrate and back up. */
  ownerUrl: string;
  /** What the portal works with; on a server of somebody's own it is the same sign-in, with the small role set. */
  runtimeUrl: string;
  readUrl: string | null;
  notes: readonly string[];
  close: () => Promise<void>;
}>;

type Wanted = Pick<Env, "databaseUrl" | "databaseReadUrl" | "dataDir">;

export async function openDatabaseServer(
  env: Wanted,
  use: { name: string; isExclusive: boolean },
): Promise<DatabaseServer> {
  if (env.databaseUrl === null) {
    const embedded = await openEmbeddedPostgres(env.dataDir, use);
    return { kind: "embedded", readUrl: null, ...embedded };
  }
  await checkReachable(env.databaseUrl, "DATABASE_URL");
  if (env.databaseReadUrl !== null) await checkReachable(env.databaseReadUrl, "DATABASE_READ_URL");
  return {
    kind: "own",
    ownerUrl: env.databaseUrl,
    runtimeUrl: env.databaseUrl,
    readUrl: env.databaseReadUrl,
    notes: [],
    close: async () => {},
  };
}

/** Says in words what is wrong with the address, without the password that it holds. */
async function checkReachable(url: string, variable: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (cause) {
    const { host, pathname } = new URL(url);
    throw new StartError(
      `The database ${pathname.slice(1)} at ${host} (${variable}) cannot be reached: ${reasonOf(cause)}.`,
      { cause },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}
