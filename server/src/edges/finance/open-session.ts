import { connectPool, databaseOn, patient, portalRole } from "../../platform/db/connect.ts";
import { openDatabaseServer } from "../../platform/db/database-server.ts";
import type { Database } from "../../platform/db/database.ts";
import { prepareDatabase } from "../../platform/db/prepare-database.ts";
import type { Env } from "../../env.ts";
import { sealKeysIn } from "../../platform/ledger/seal-key.ts";
import { StartError } from "../../platform/start-error.ts";
import type { RegionSettings, Session } from "./finance-command.ts";

type Surroundings = Omit<Session, "db" | "pool" | "ownerPool" | "region" | "trust">;

/**
 * The database that `npm start` would use: the embedded server is joined where it runs and started
 * for the time of the command where it does not. A database without tables gets them, as at a start.
 */
export async function openSession(
  env: Env,
  surroundings: Surroundings,
): Promise<{ session: Session; close: () => Promise<void>; leave: () => Promise<void> }> {
  const server = await openDatabaseServer(env, { name: "npm run finance", isExclusive: false });
  try {
    for (const note of server.notes) surroundings.note(note);
    const options = { ...patient, applicationName: "portal-finance" };
    const pool = connectPool(server.runtimeUrl, { ...options, role: portalRole, poolSize: 4 });
    // Signs in only where somebody takes a connection from it.
    const ownerPool = connectPool(server.ownerUrl, { ...options, poolSize: 1 });
    const db = databaseOn(pool);
    const close = async (): Promise<void> => {
      await Promise.all([db.destroy(), ownerPool.end()]);
      await server.close();
    };
    try {
      await prepareTables(server.ownerUrl, surroundings);
      const region = await readRegion(db, env.region);
      const { anchorDir, sealPublicKeys } = env;
      const trust = { keysFolder: sealKeysIn(env.dataDir), sealPublicKeys, anchorDir };
      // `leave` is for a process that has to end at once: it does not wait for what is under way.
      return {
        session: { ...surroundings, db, pool, ownerPool, region, trust },
        close,
        leave: server.close,
      };
    } catch (error) {
      await Promise.all([db.destroy(), ownerPool.end()]);
      throw error;
    }
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function prepareTables(ownerUrl: string, { note }: Surroundings): Promise<void> {
  const done = await prepareDatabase(ownerUrl);
  if (done.length > 0) note(`Prepared the tables of the database (${done.join(", ")}).`);
}

async function readRegion(db: Database, region: Env["region"]): Promise<RegionSettings> {
  const row = await db
    .selectFrom("region")
    .select(["currency", "time_zone", "unit_value"])
    .where("code", "=", region)
    .executeTakeFirst();
  if (!row) throw new StartError(`The database has no settings for the region ${region}.`);
  return { region, currency: row.currency, timeZone: row.time_zone, unitValue: row.unit_value };
}
