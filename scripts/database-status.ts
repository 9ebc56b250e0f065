import { sql } from "kysely";
import { connect } from "../server/src/platform/db/connect.ts";
import type { DatabaseServer } from "../server/src/platform/db/database-server.ts";
import { pendingMigrations } from "../server/src/platform/db/migrate.ts";

type Status = Readonly<{
  kind: DatabaseServer["kind"];
  server: string;
  database: string;
  size: string;
  pending: readonly string[];
  events: number | null;
}>;

/** What somebody asks who comes to a machine for the first time. */
export async function databaseStatus(server: DatabaseServer, json: boolean): Promise<string> {
  const status = await readStatus(server);
  if (json) return JSON.stringify(status, null, 2);
  const { kind, database, size, pending, events } = status;
  return [
    `${kind === "embedded" ? "Embedded" : "Own"} PostgreSQL ${status.server}, database ${database}, ${size}.`,
    pending.length > 0
      ? `Migrations to come: ${pending.join(", ")}.`
      : "The tables are up to date.",
    events === null ? "There is no ledger yet." : `The ledger has ${events} events.`,
  ].join("\n");
}

async function readStatus({ kind, ownerUrl }: DatabaseServer): Promise<Status> {
  const db = connect(ownerUrl, { poolSize: 1, applicationName: "portal-status" });
  try {
    const { rows } = await sql<{ server: string; database: string; size: string; ledger: boolean }>`
      select current_setting('server_version') as server, current_database() as database,
        pg_size_pretty(pg_database_size(current_database())) as size,
        to_regclass('public.ledger_head') is not null as ledger`.execute(db);
    const { server = "", database = "", size = "", ledger = false } = rows[0] ?? {};
    return {
      kind,
      server,
      database,
      size,
      pending: await pendingMigrations(db),
      events: ledger ? await readHead(db) : null,
    };
  } finally {
    await db.destroy();
  }
}

async function readHead(db: ReturnType<typeof connect>): Promise<number> {
  const head = await db.selectFrom("ledger_head").select("position").executeTakeFirst();
  return head?.position ?? 0;
}
