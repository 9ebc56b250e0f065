import pg from "pg";
import type { Env } from "../../env.ts";
import { StartError } from "../start-error.ts";
import { commonSettings, portalRole, urlAs, usualTimeouts } from "./connect.ts";
import { type EmbeddedPostgres, openEmbeddedPostgres } from "./embedded-postgres.ts";

/** The database of an environment: the operator's own server, or the embedded one. */
export type DatabaseServer = EmbeddedPostgres &
  Readonly<{ kind: "own" | "embedded"; readUrl: string | null }>;

export async function openDatabaseServer(
  env: Pick<Env, "databaseUrl" | "databaseOwnerUrl" | "databaseReadUrl" | "dataDir">,
  use: { name: string; isExclusive: boolean },
): Promise<DatabaseServer> {
  if (env.databaseUrl === null) {
    const embedded = await openEmbeddedPostgres(env.dataDir, use);
    return { kind: "embedded", readUrl: null, ...embedded };
  }
  const { databaseOwnerUrl: ownerUrl } = env;
  if (ownerUrl !== null) await checkReachable(ownerUrl, "DATABASE_OWNER_URL");
  // The role of DATABASE_URL may not exist before the first migration.
  else await checkReachable(env.databaseUrl, "DATABASE_URL");
  return {
    kind: "own",
    ownerUrl: ownerUrl ?? env.databaseUrl,
    runtimeUrl: env.databaseUrl,
    readUrl: env.databaseReadUrl,
    notes: [],
    close: async () => {},
  };
}

const requiredSettings = { ...commonSettings, ...usualTimeouts };

/**
 * Checks that connections have the role and the settings that the server relies on, which a pooler in between may drop.
 *
 * @throws StartError for a database that cannot be reached, or whose connections have another role or other settings
 */
export async function requirePortalRole(url: string, variable: string): Promise<void> {
  const { user, settings } = await checkReachable(urlAs(url, portalRole), variable);
  if (await sharesSessions(urlAs(url, portalRole))) {
    throw new StartError(
      `A pooler in between gives each transaction another session (${variable}). The server prepares statements and listens, so let the pooler work in session mode (pool_mode = session).`,
    );
  }
  if (user !== portalRole) {
    throw new StartError(
      `The server has to work as ${portalRole} in its database, and would be ${user} (${variable}). Give ${portalRole} a password and sign in as it.`,
    );
  }
  const missing = Object.entries(requiredSettings).filter(
    ([name, value]) => settings[name] !== String(value),
  );
  if (missing.length === 0) return;
  const wanted = missing.map(
    ([name, value]) => `alter role ${portalRole} set ${name} = '${value}';`,
  );
  throw new StartError(
    `A pooler in between drops settings that the server relies on (${variable}). Let an administrator run: ${wanted.join(" ")} Connections that the pooler holds have the settings of before: then let it reconnect (RECONNECT in PgBouncer's console) or restart it.`,
  );
}

/**
 * Whether two connections share a session, as behind a pooler in transaction mode, which assigns the session that was used
 * last. In session mode each connection has its own while it is open.
 */
export async function sharesSessions(url: string): Promise<boolean> {
  const connectionTimeoutMillis = 10_000;
  const one = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  const other = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  for (const client of [one, other]) client.on("error", () => {});
  try {
    await one.connect();
    const before = await sessionOf(one);
    await other.connect();
    // The transaction keeps its session, so that a pooler assigns another one to the first connection.
    await other.query("begin");
    return before === (await sessionOf(other)) || before !== (await sessionOf(one));
  } finally {
    for (const client of [one, other]) await client.end().catch(() => {});
  }
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}

type Session = Readonly<{ user: string; settings: Readonly<Record<string, string>> }>;

/** @throws StartError with the reason, without the password of the url */
async function checkReachable(url: string, variable: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    ...usualTimeouts,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Session>(
      `select current_user as "user", jsonb_object_agg(lower(name), setting) as settings
       from pg_settings where lower(name) = any($1)`,
      [Object.keys(requiredSettings)],
    );
    return rows[0] ?? { user: "", settings: {} };
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
