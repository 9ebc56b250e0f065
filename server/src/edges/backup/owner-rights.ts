import type pg from "pg";
import { StartError } from "../../platform/start-error.ts";

type Rights = Readonly<{
  name: string;
  database: string;
  isOwner: boolean;
  mayMakeRoles: boolean;
  /** The number of the portal's roles that do not exist yet. */
  absent: number;
  /** The portal's roles that exist and that the current role may not assume. */
  foreign: readonly string[];
}>;

/**
 * Checks the rights that creating and filling the tables takes.
 *
 * @throws StartError that names the missing right and the statement that grants it
 */
export async function requireOwner(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Rights>(rightsOf);
  for (const rights of rows) {
    const missing = lacking(rights);
    if (missing !== null) throw new StartError(missing, { exitCode: 2 });
  }
}

function lacking({ name, database, isOwner, ...roles }: Rights): string | null {
  if (!isOwner)
    return `${name} does not own the database. As an administrator of the server run: alter database ${database} owner to ${name};`;
  if (roles.foreign.length > 0)
    return `${name} may not act as ${roles.foreign.join(" or ")}. As an administrator of the server run: grant ${roles.foreign.join(", ")} to ${name};`;
  if (roles.absent > 0 && !roles.mayMakeRoles)
    return `${name} may not create roles. As an administrator of the server run: alter role ${name} createrole;`;
  return null;
}

/** On PostgreSQL 15 a role with CREATEROLE can grant itself any role; from 16 on only those it has the admin option on. */
const rightsOf = `
  with me as (select * from pg_roles where rolname = current_user),
    role as (
      select name, pg_roles.oid is not null as "isThere",
        pg_has_role(current_user, pg_roles.oid, 'usage')
          or pg_has_role(current_user, pg_roles.oid, 'usage with admin option')
          or (me.rolcreaterole and current_setting('server_version_num')::integer < 160000) as "isOurs"
      from unnest(array['ledger_owner', 'portal_app']) name left join pg_roles on pg_roles.rolname = name cross join me
    )
  select quote_ident(current_user) as name, quote_ident(current_database()) as database,
    pg_has_role(current_user, datdba, 'usage') as "isOwner",
    me.rolsuper or me.rolcreaterole as "mayMakeRoles",
    (select count(*) from role where not "isThere")::integer as absent,
    (select coalesce(array_agg(name), '{}') from role where "isThere" and not "isOurs") as foreign
  from pg_database cross join me where datname = current_database()`;
