import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database, Tables } from "./database.ts";
import { prepareStatements } from "./prepared-statements.ts";
import { endSilentConnections } from "./idle-timeout.ts";
import { typeParsers } from "./type-parsers.ts";

export type ConnectOptions = Readonly<{
  /** What every connection acts as, whoever the url signs in as; `portalRole` for the server. */
  role?: string;
  poolSize?: number;
  /** 0 means no limit; the defaults are those of a request that a person waits for. */
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  idleInTransactionTimeoutMs?: number;
  /** How long a caller waits for a free connection before it is told that we are busy. */
  connectTimeoutMs?: number;
  applicationName?: string;
  readOnly?: boolean;
  /** One process of the database for each statement, so that eight who read at once do not want 24 of them. */
  serial?: boolean;
  /** Has the database keep the plan of each statement; not for lists and reports (prepared-statements.ts). */
  prepare?: boolean;
  /** Told of a connection that broke while nobody used it. The pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
}>;

/** The small rights that the server works with (migrations/0001-roles.sql). */
export const portalRole = "portal_app";

/** After its limit a statement is answered with its end; a database that does not even say that is not there. */
const silenceMs = 3000;

/** For work that takes as long as it takes: migrations, rebuilds, imports. */
export const patient = {
  statementTimeoutMs: 0,
  lockTimeoutMs: 0,
  idleInTransactionTimeoutMs: 0,
} as const satisfies ConnectOptions;

export function connect(url: string, options: ConnectOptions = {}): Database {
  return databaseOn(connectPool(url, options));
}

/** Kysely on a pool; destroying it ends the pool. */
export function databaseOn(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

export function connectPool(url: string, options: ConnectOptions = {}): pg.Pool {
  const { statementTimeoutMs = 15_000 } = options;
  const pool = new pg.Pool({
    connectionString: withSettings(url, sessionSettings(options)),
    types: typeParsers,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 4000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? 4000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 15_000,
    application_name: options.applicationName ?? "portal",
    keepAlive: true,
  });
  // Without a listener, a connection that breaks while idle would end the whole process.
  pool.on("error", (error) => options.onIdleError?.(error));
  // Nor may one that breaks between two statements of whoever holds it; the next statement tells them.
  pool.on("connect", (client) => client.on("error", () => {}));
  if (statementTimeoutMs > 0) endSilentConnections(pool, statementTimeoutMs + silenceMs);
  if (options.prepare === true) prepareStatements(pool);
  return pool;
}

function sessionSettings(options: ConnectOptions): readonly string[] {
  // Our statements are short, or read each row once: compiling them takes longer than running them.
  const settings = ["TimeZone=UTC", "DateStyle=ISO", "jit=off"];
  // The append function has to see what was committed while it waited for the lock.
  settings.push("default_transaction_isolation=read\\ committed");
  if (options.role !== undefined) settings.push(`role=${options.role}`);
  if (options.readOnly === true) settings.push("default_transaction_read_only=on");
  if (options.serial === true) settings.push("max_parallel_workers_per_gather=0");
  return settings;
}

/** Settings travel in the url, after those that it brings, so that ours hold. */
function withSettings(url: string, settings: readonly string[]): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get("options") ?? "";
  const own = settings.map((setting) => `-c ${setting}`).join(" ");
  parsed.searchParams.set("options", `${given} ${own}`.trim());
  return parsed.href;
}
