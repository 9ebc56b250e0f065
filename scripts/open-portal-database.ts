import {
  type DatabaseServer,
  openDatabaseServer,
} from "../server/src/platform/db/database-server.ts";
import { prepareDatabase } from "../server/src/platform/db/prepare-database.ts";
import type { Env } from "../server/src/env.ts";
import { makeFolders } from "../server/src/platform/files/make-folders.ts";
import { seedWhenEmpty } from "./seed-when-empty.ts";

/** The database server, for this process alone to serve the portal from. */
export async function openPortalDatabase(
  env: Env,
  name: string,
  onEnd: (undo: () => Promise<void>) => void,
): Promise<DatabaseServer> {
  const server = await openDatabaseServer(env, { name, isExclusive: true });
  onEnd(server.close);
  await makeFolders(env);
  for (const note of server.notes) console.log(note);
  return server;
}

/** This release's tables, and the demo where it is wanted. */
export async function fillDatabase(env: Env, { ownerUrl }: DatabaseServer): Promise<void> {
  const applied = await prepareDatabase(ownerUrl);
  if (applied.length > 0) console.log(`Made the tables of the database (${applied.join(", ")}).`);
  const wanted = { ownerUrl, filesDir: env.filesDir, region: env.region };
  const seeded = env.seed === "demo" ? await seedWhenEmpty(wanted) : null;
  if (seeded) {
    console.log(
      `Seeded the demo: ${seeded.members} members, ${seeded.orders} orders, ${seeded.events} events.`,
    );
  }
}
