import { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database, Tables, Tx } from "./database.ts";

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
  /** Has the database keep the plan of each statement; not for lists and reports (`prepareStatements`). */
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
  if (statementTimeoutMs > 0) closeIdleConnections(pool, statementTimeoutMs + silenceMs);
  if (options.prepare === true) prepareStatements(pool);
  return pool;
}

/** What every connection works with; where a pooler drops it, the role has to bring it (`alter role … set`). */
export const commonSettings = {
  // Instants are read as they come.
  timezone: "UTC",
  datestyle: "ISO, MDY",
  // Our statements are short, or read each row once: compiling them takes longer than running them.
  jit: "off",
  // The append function has to see what was committed while it waited for the lock.
  default_transaction_isolation: "read committed",
} as const;

function sessionSettings(options: ConnectOptions): readonly string[] {
  const settings = Object.entries(commonSettings).map(
    ([name, value]) => `${name}=${value.replaceAll(" ", "\\ ")}`,
  );
  if (options.role !== undefined) settings.push(`role=${options.role}`);
  if (options.readOnly === true) settings.push("default_transaction_read_only=on");
  if (options.serial === true) settings.push("max_parallel_workers_per_gather=0");
  return settings;
}

/** The same address, on which every connection acts as this role and with the common settings. */
export function urlAs(url: string, role: string): string {
  return withSettings(url, sessionSettings({ role }));
}

/** Settings travel in the url, after those that it brings, so that ours hold. */
function withSettings(url: string, settings: readonly string[]): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get("options") ?? "";
  const own = settings.map((setting) => `-c ${setting}`).join(" ");
  parsed.searchParams.set("options", `${given} ${own}`.trim());
  return parsed.href;
}

/**
 * Ends connections that somebody waits on and nothing comes from. The database ends what takes too long; but one that
 * stands still, or that a network swallowed, says nothing at all, and TCP would wait for a quarter of an hour.
 *
 * @param silentMs longer than the database lets any statement take
 */
export function closeIdleConnections(pool: pg.Pool, silentMs: number): void {
  const waitedOn = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => void waitedOn.add(client));
  pool.on("release", (_error, client) => void waitedOn.delete(client));
  pool.on("connect", (client) => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    // Counted from the last byte in either direction; a connection that nobody uses may be silent.
    stream.setTimeout(silentMs, () => {
      if (waitedOn.has(client))
        stream.destroy(new Error("timeout exceeded: the database does not answer"));
    });
  });
}

/** Each takes some memory of every connection; what a shop does over and over is far fewer. */
const statementsMax = 400;

/**
 * Gives statements names, so that a connection has each parsed and planned once and not every time:
 * for short ones that is most of what they cost. Only for pools whose statements take the same way
 * whatever their values are: a search or a report may need another plan for each.
 */
function prepareStatements(pool: pg.Pool): void {
  const names = new Map<string, string>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= statementsMax || hasOpenResult(text)) return known;
    const name = `portal_${names.size}`;
    names.set(text, name);
    return name;
  }

  pool.on("connect", (client) => {
    const send = client.query.bind(client);
    const sendNamed = (...asked: unknown[]): unknown => {
      const [text, values] = asked;
      const isNameable = typeof text === "string" && Array.isArray(values) && values.length > 0;
      const name = isNameable ? nameOf(text) : undefined;
      return Reflect.apply(send, undefined, name === undefined ? asked : [{ name, text, values }]);
    };
    Object.defineProperty(client, "query", { value: sendNamed });
  });
}

/** A migration that adds a column would make a prepared `select *` fail while this process still runs. */
function hasOpenResult(text: string): boolean {
  return text.includes("*");
}

const { builtins } = pg.types;
const int8Array = 1016;

/** How PostgreSQL's values arrive: as what JSON can carry, so that they reach the browser as they are. */
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(builtins.INT8, wholeNumber);
typeParsers.setTypeParser(int8Array, wholeNumbers);
typeParsers.setTypeParser(builtins.TIMESTAMPTZ, isoInstant);
typeParsers.setTypeParser(builtins.DATE, (text: string) => text);

/** @throws RangeError for what a number cannot hold exactly: a wrong amount is worse than none. */
function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is more than a number can hold`);
  return number;
}

function wholeNumbers(text: string): (number | null)[] {
  if (text === "{}") return [];
  const elements = text.slice(1, -1).split(",");
  return elements.map((element) => (element === "NULL" ? null : wholeNumber(element)));
}

/** `2026-01-31 08:00:00.5+00` is `2026-01-31T08:00:00.500Z`. The session's time zone is UTC (connect.ts). */
function isoInstant(text: string): string {
  if (!text.endsWith("+00") || text.length < 22 || text.length > 29)
    throw new RangeError(`${text} is not an instant in UTC`);
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, "0");
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/**
 * Some work on a connection of its own. One that breaks while nothing runs on it would end the whole
 * process if nobody listened; the next statement fails anyway, and says why. After a failure, or with
 * `isSpent`, the connection is not used again: it may hold settings, locks or half of a COPY.
 */
export async function withConnection<Answer>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Answer>,
  { isSpent = false }: { isSpent?: boolean } = {},
): Promise<Answer> {
  const client = await pool.connect();
  client.on("error", ignore);
  try {
    const answer = await work(client);
    client.off("error", ignore);
    client.release(isSpent);
    return answer;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function ignore() {}

/**
 * One transaction for Kysely and, on the connection itself, for COPY and cursors. Statements
 * of the two go one after the other: none starts before the last one is done.
 */
export async function copyTransaction<Answer>(
  pool: pg.Pool,
  work: (tx: Tx, client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  // A connection that breaks while nothing runs on it would end the process; the next statement fails anyway.
  client.on("error", ignore);
  const single = { connect: async () => client, end: async () => {}, options: pool.options };
  // Kysely gives the connection back to the pool when the transaction ends.
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: single }) });
  try {
    return await db.transaction().execute((tx) => work(tx, client));
  } finally {
    client.off("error", ignore);
  }
}
