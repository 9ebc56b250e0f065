import { sql } from "kysely";
import type pg from "pg";
import { copyTransaction } from "../../platform/db/connect.ts";
import type { Tx } from "../../platform/db/database.ts";
import { StartError } from "../../platform/start-error.ts";
import { appliedMigrations } from "./backup.ts";

/** @throws StartError that begins with `requirement` */
export async function requireEmpty(tx: Tx, requirement: string): Promise<void> {
  const { rows } = await sql<{ events: number; accounts: number }>`
    select (select position from public.ledger_head) as events,
      (select count(*) from public.account) as accounts`.execute(tx);
  const { events = 0, accounts = 0 } = rows[0] ?? {};
  if (events === 0 && accounts === 0) return;
  throw new StartError(`${requirement} This one has ${events} events and ${accounts} accounts.`, {
    exitCode: 2,
  });
}

/**
 * Checks a database that a backup is to be restored into, before anything is written to it.
 *
 * @param migrations of the backup
 * @returns whether it has no table at all
 * @throws StartError for data, and for tables that a release beside that of the backup made
 */
export async function requireEmptyTarget(
  pool: pg.Pool,
  migrations: readonly string[],
): Promise<boolean> {
  return copyTransaction(pool, async (tx) => {
    const { rows } = await sql<{ isBare: boolean; isMigrated: boolean; isBegun: boolean }>`
      select not exists (select from pg_class
          where relkind in ('r', 'p', 'v', 'S') and relnamespace not in (
            select oid from pg_namespace where nspname like 'pg\\_%' or nspname = 'information_schema')
          and ${isOurs("pg_class")}) as "isBare",
        to_regclass('public.ledger_head') is not null
          and to_regclass('public.account') is not null as "isMigrated",
        to_regclass('public.kysely_migration') is not null as "isBegun"`.execute(tx);
    const [found] = rows;
    if (found?.isMigrated === true)
      await requireEmpty(tx, "Restore a backup into an empty database.");
    const applied = found?.isBegun === true ? await appliedMigrations(tx) : [];
    const other = applied.find((name) => !migrations.includes(name));
    if (other === undefined) return found?.isBare === true;
    throw new StartError(
      `The database has tables of another release (${other}), without data. ${await anewWords(tx)}`,
      { exitCode: 2 },
    );
  });
}

/** How an administrator of the server replaces an empty database. */
async function anewWords(tx: Tx): Promise<string> {
  const { rows } = await sql<{ name: string; owner: string }>`
    select quote_ident(datname) as name, quote_ident(pg_get_userbyid(datdba)) as owner
    from pg_database where datname = current_database()`.execute(tx);
  const { name, owner } = rows[0] ?? { name: "", owner: "" };
  return `As an administrator of the server run: drop database ${name}; create database ${name} owner ${owner} encoding 'UTF8' locale 'C.UTF-8' template template0;`;
}

/**
 * Drops what the migrations made in a database that had no table before, so that any release can restore into it. The roles
 * and the extension stay, which every release takes as they are.
 *
 * @param requireDispensable by default that nobody has written to the tables meanwhile
 * @throws StartError of that check
 */
export async function dropTables(
  pool: pg.Pool,
  requireDispensable = (tx: Tx) => requireEmpty(tx, "The tables are in use."),
): Promise<void> {
  await copyTransaction(pool, async (tx) => {
    const { rows: made } = await sql<{ isMigrated: boolean }>`
      select to_regclass('public.account') is not null as "isMigrated"`.execute(tx);
    if (made[0]?.isMigrated === true) {
      await sql`lock table public.account, public.ledger_head`.execute(tx);
      await requireDispensable(tx);
    }
    const { rows } = await sql<{ drop: string }>`
      select format('drop schema %I cascade', nspname) as drop, 1 as step from pg_namespace
        where nspname in ('contract', 'projection_next', 'projection', 'ledger', 'pgboss')
      union all
      select format('drop %s if exists %s cascade',
          case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, oid::regclass),
          case relkind when 'S' then 3 else 2 end
        from pg_class where relnamespace = 'public'::regnamespace
          and relkind in ('r', 'p', 'v', 'S') and ${isOurs("pg_class")}
      union all
      select format('drop routine if exists %s cascade', oid::regprocedure), 4
        from pg_proc where pronamespace = 'public'::regnamespace and ${isOurs("pg_proc")}
      order by step`.execute(tx);
    for (const { drop } of rows) await sql.raw(drop).execute(tx);
  });
}

/** Not made by an extension. */
function isOurs(catalogue: "pg_class" | "pg_proc") {
  return sql`not exists (select from pg_depend where deptype = 'e'
    and classid = ${sql.lit(catalogue)}::regclass and objid = ${sql.ref(`${catalogue}.oid`)})`;
}
