import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildWebClient } from "../../scripts/web-client.ts";
import { prepareDatabase } from "../../server/src/platform/db/migrate.ts";
import { diskFiles } from "../../server/src/platform/files/file-store.ts";
import { seedDemo } from "../../server/src/edges/demo/seed-demo.ts";
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
} from "../../server/src/testing/test-database.ts";
import { startTestServer } from "../../server/src/testing/test-server.ts";
import type { Lane } from "./lane.ts";
import { laneCount } from "./lane-count.ts";
import { startPortal } from "./portal.ts";

declare module "vitest" {
  export interface ProvidedContext {
    lanes: readonly Lane[];
  }
}

/**
 * Starts the server for each lane, on a database of its own with the demo data. With E2E_BASE_URL, the running server at that
 * address is used instead, with DATABASE_URL, MAIL_SINK and SMS_SINK as its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = runningPortal();
  if (running) {
    project.provide("lanes", [running]);
    return async () => {};
  }

  await using resources = new AsyncDisposableStack();
  await buildWebClient();
  const server = await startTestServer();
  resources.defer(server.stop);
  const folder = await mkdtemp(path.join(tmpdir(), "portal-journeys-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));

  const name = `portal_journeys_${process.pid}`;
  await createDatabase(server.url, name);
  resources.defer(() => dropDatabase(server.url, name));
  const url = databaseUrl(server.url, name);
  await prepareDatabase(url);
  const files = path.join(folder, "files");
  const until = new Date().toISOString().slice(0, 10);
  await seedDemo({ ownerUrl: url, until, files: diskFiles(files) });

  const lanes: Lane[] = [];
  for (let lane = 1; lane <= laneCount; lane++) {
    const ownName = `${name}_${lane}`;
    await createDatabase(server.url, ownName, name);
    resources.defer(() => dropDatabase(server.url, ownName));
    const ownFolder = path.join(folder, String(lane));
    await cp(files, path.join(ownFolder, "data", "files"), { recursive: true });
    const opened = await openLane(databaseUrl(server.url, ownName), ownFolder, resources);
    lanes.push({ ...opened, seeded: { database: name, files } });
  }
  project.provide("lanes", lanes);
  const kept = resources.move();
  return () => kept.disposeAsync();
}

function runningPortal(): Lane | null {
  const { E2E_BASE_URL: running, DATABASE_URL: itsDatabase, MAIL_SINK, SMS_SINK } = process.env;
  if (!running) return null;
  if (!itsDatabase || !MAIL_SINK || !SMS_SINK)
    throw new Error("With E2E_BASE_URL, set DATABASE_URL, MAIL_SINK and SMS_SINK as it has them.");
  return {
    baseUrl: running.replace(/\/$/, ""),
    databaseUrl: itsDatabase,
    mailFolder: MAIL_SINK,
    smsFolder: SMS_SINK,
    seeded: null,
  };
}

async function openLane(
  url: string,
  folder: string,
  resources: AsyncDisposableStack,
): Promise<Omit<Lane, "seeded">> {
  const [mailFolder, smsFolder] = [path.join(folder, "mail"), path.join(folder, "sms")];
  const sinks = { MAIL_SINK: mailFolder, SMS_SINK: smsFolder };
  const portal = await startPortal(url, { ...sinks, DATA_DIR: path.join(folder, "data") });
  resources.defer(portal.stop);
  return { baseUrl: portal.baseUrl, databaseUrl: url, mailFolder, smsFolder };
}
