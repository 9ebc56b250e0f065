import { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database, Tables, Tx } from "./database.ts";
import { isPlannedEachTime } from "./planned-each-time.ts";

export type ConnectOptions = Readonly<{
  /** The role that every connection switches to, whichever role the url signs in as; `portalRole` for the server. */
  role?: string;
  poolSize?: number;
  /** 0 means no limit; the defaults are for interactive requests. */
  statementTimeoutMs?: number;
  lockTimeoutMs?: number;
  idleInTransactionTimeoutMs?: number;
  /** How long a caller waits for a free connection before it fails as busy. */
  connectTimeoutMs?: number;
  applicationName?: string;
  readOnly?: boolean;
  /** Without parallel workers, so that eight concurrent reads do not need 24 processes of the database. */
  serial?: boolean;
  /** Uses prepared statements (`prepareStatements`). */
  prepare?: boolean;
  /** Called for an idle connection that broke; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void;
}>;

/** The role with the few rights that the server needs (migrations/0001-roles.sql). */
export const portalRole = "portal_app";

/**
 * The timeouts of interactive requests, in milliseconds. Given at the start of a connection, they hold wherever nothing is in
 * between. PgBouncer drops them: behind it those of the role hold (deploy/roles.sql), which the start checks.
 */
export const usualTimeouts = {
  statement_timeout: 15_000,
  lock_timeout: 4000,
  idle_in_transaction_session_timeout: 15_000,
} as const;

/** How long after the statement timeout a database that reports nothing counts as unreachable. */
const silenceMs = 3000;

/** Without timeouts, for migrations, rebuilds and imports. */
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
  const { statementTimeoutMs = usualTimeouts.statement_timeout } = options;
  const pool = new pg.Pool({
    connectionString: withSettings(url, sessionSettings(options)),
    types: typeParsers,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 4000,
    ...timeoutsWith(ownTimeouts(options)),
    application_name: options.applicationName ?? "portal",
    ...keepAlive,
  });
  // Without a listener, a connection that breaks while idle would end the whole process.
  pool.on("error", (error) => options.onIdleError?.(error));
  // The same for a connection that breaks between two statements of its user, whose next statement fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  if (statementTimeoutMs > 0) closeIdleConnections(pool, statementTimeoutMs + silenceMs);
  if (options.prepare === true) prepareStatements(pool);
  return pool;
}

type Timeouts = Readonly<Partial<Record<keyof typeof usualTimeouts, number>>>;

/** Those that differ from the usual ones. */
function ownTimeouts(options: ConnectOptions): Timeouts {
  const { statementTimeoutMs, lockTimeoutMs, idleInTransactionTimeoutMs } = options;
  return {
    ...(statementTimeoutMs !== undefined && { statement_timeout: statementTimeoutMs }),
    ...(lockTimeoutMs !== undefined && { lock_timeout: lockTimeoutMs }),
    ...(idleInTransactionTimeoutMs !== undefined && {
      idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    }),
  };
}

/**
 * The usual timeouts and those of a pool's own, which are also set by a statement: it reaches the session through PgBouncer,
 * where those of the role would hold.
 */
export function timeoutsWith(own: Timeouts): pg.PoolConfig {
  const timeouts = { ...usualTimeouts, ...own };
  if (Object.keys(own).length === 0) return timeouts;
  // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its type does not say
  return { ...timeouts, onConnect: (client) => setForSession(client, own) };
}

async function setForSession(client: pg.ClientBase, timeouts: Timeouts): Promise<void> {
  await client.query(
    "select set_config(name, ms, false) from unnest($1::text[], $2::text[]) as own (name, ms)",
    [Object.keys(timeouts), Object.values(timeouts).map(String)],
  );
}

/** How this process finds out that the database's machine is gone: within a minute, and not the system's two hours. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const;

/**
 * How the database finds out that this process's machine is gone, so that what its sessions hold is free within minutes: an
 * idle one is asked, one that is sent something has to confirm it, and one at work looks every ten seconds whether anybody
 * still waits. Without them the system's two hours count. A backup or an import may be slow to read what it was sent.
 */
function deadPeerSettings(statementTimeoutMs: number): readonly string[] {
  return [
    "tcp_keepalives_idle=30",
    "tcp_keepalives_interval=10",
    "tcp_keepalives_count=3",
    `tcp_user_timeout=${statementTimeoutMs > 0 ? 30_000 : 300_000}`,
    // A server on Windows cannot look, and refuses the setting; the embedded one may be on it.
    ...(process.platform === "win32" ? [] : ["client_connection_check_interval=10s"]),
  ];
}

/** The settings of every connection; where a pooler drops them, they have to be set on the role (`alter role … set`). */
export const commonSettings = {
  // `isoInstant` parses this format.
  timezone: "UTC",
  datestyle: "ISO, MDY",
  // Our statements are short, or read each row once: JIT compilation takes longer than running them.
  jit: "off",
  // The append function must see what was committed while it waited for the lock.
  default_transaction_isolation: "read committed",
} as const;

function sessionSettings(options: ConnectOptions): readonly string[] {
  const settings = Object.entries(commonSettings).map(
    ([name, value]) => `${name}=${value.replaceAll(" ", "\\ ")}`,
  );
  settings.push(...deadPeerSettings(options.statementTimeoutMs ?? usualTimeouts.statement_timeout));
  if (options.role !== undefined) settings.push(`role=${options.role}`);
  // A count that is capped reads the first rows of a large table: with this off the same ones each time, which are in memory,
  // and not those where the scan before it ended.
  if (options.readOnly === true)
    settings.push("default_transaction_read_only=on", "synchronize_seqscans=off");
  if (options.serial === true) settings.push("max_parallel_workers_per_gather=0");
  return settings;
}

/** The url of connections with this role and the common settings. */
export function urlAs(url: string, role: string): string {
  return withSettings(url, sessionSettings({ role }));
}

/** Adds settings to the url after those that it has, so that ours take precedence. */
function withSettings(url: string, settings: readonly string[]): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get("options") ?? "";
  const own = settings.map((setting) => `-c ${setting}`).join(" ");
  parsed.searchParams.set("options", `${given} ${own}`.trim());
  return parsed.href;
}

/**
 * Closes connections in use that receive nothing for too long. The statement timeout does not help where the database hangs
 * or the network drops packets: TCP would wait for a quarter of an hour.
 *
 * @param silentMs more than the statement timeout
 */
export function closeIdleConnections(pool: pg.Pool, silentMs: number): void {
  const waitedOn = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => void waitedOn.add(client));
  pool.on("release", (_error, client) => void waitedOn.delete(client));
  pool.on("connect", (client) => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    // Counted from the last byte in either direction; an idle connection may be silent.
    stream.setTimeout(silentMs, () => {
      if (waitedOn.has(client))
        stream.destroy(new Error("timeout exceeded: the database does not answer"));
    });
  });
}

/** Each takes some memory of every connection; the frequent statements are far fewer. */
const statementsMax = 400;
/** A statement with a list has another text for each length of it, and would take the names of all others. */
const lengthsMax = 16;

/**
 * Names statements, so that each connection parses and plans them once, which is most of the cost of short ones. A statement
 * whose best plan follows from its values is left out by `plannedEachTime`. None may read whatever columns there are: a
 * migration that adds a column would make it fail while this process still runs.
 */
function prepareStatements(pool: pg.Pool): void {
  const names = new Map<string, string>();
  const lengths = new Map<string, number>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= statementsMax || isPlannedEachTime(text)) return known;
    const statement = withoutLengths(text);
    const named = lengths.get(statement) ?? 0;
    if (named >= lengthsMax) return undefined;
    lengths.set(statement, named + 1);
    const name = `portal_${names.size}`;
    names.set(text, name);
    return name;
  }

  pool.on("connect", (client) => {
    const send = client.query.bind(client);
    const sendNamed = (...asked: unknown[]): unknown => {
      const [text, values] = asked;
      const isNameable =
        typeof text === "string" && Array.isArray(values) && isPreparable(text, values);
      const name = isNameable ? nameOf(text) : undefined;
      return Reflect.apply(send, undefined, name === undefined ? asked : [{ name, text, values }]);
    };
    Object.defineProperty(client, "query", { value: sendNamed });
  });
}

/** What has values is one statement; without them, it may be several, or begin or end a transaction. */
export function isPreparable(text: string, values: readonly unknown[]): boolean {
  return values.length > 0 || (/^\s*(?:select|with)\b/.test(text) && !text.includes(";"));
}

/** The same text for lists of any length. */
function withoutLengths(text: string): string {
  return text.replaceAll(/\$\d+/g, "$").replaceAll(/\$(?:, \$)+/g, "$");
}

const { builtins } = pg.types;
const int8Array = 1016;

/** Parses values into types of JSON, so that they reach the browser unchanged. */
const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(builtins.INT8, wholeNumber);
typeParsers.setTypeParser(int8Array, wholeNumbers);
typeParsers.setTypeParser(builtins.TIMESTAMPTZ, isoInstant);
typeParsers.setTypeParser(builtins.DATE, (text: string) => text);

/** @throws RangeError for a number beyond the safe integers: a wrong amount is worse than none. */
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
 * Runs work on a connection of its own. The error listener keeps a connection that breaks between two statements from ending
 * the process; the next statement fails anyway. After a failure, or with `isSpent`, the connection is closed: it may hold
 * settings, locks or half of a COPY.
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

/** One transaction for Kysely and, on the connection itself, for COPY and cursors. Their statements must not overlap. */
export async function copyTransaction<Answer>(
  pool: pg.Pool,
  work: (tx: Tx, client: pg.PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  // See `withConnection`.
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
