import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildWebClient } from "../../scripts/web-client.ts";
import { prepareDatabase } from "../../server/src/db/prepare-database.ts";
import { diskFiles } from "../../server/src/gateways/files/disk-files.ts";
import { seedDemo } from "../../server/src/seed/seed-demo.ts";
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
} from "../../server/src/testing/test-database.ts";
import { startTestServer } from "../../server/src/testing/test-server.ts";
import { startPortal } from "./portal.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the portal is served. */
    baseUrl: string;
    /** The database behind it, for the finance command line. */
    databaseUrl: string;
    /** Folders that get a file for each mail and each SMS. */
    mailFolder: string;
    smsFolder: string;
  }
}

/**
 * The real server on a database of its own with the demo in it; or the one that E2E_BASE_URL names,
 * on the database that DATABASE_URL names, with its MAIL_SINK and SMS_SINK.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { E2E_BASE_URL: running, DATABASE_URL: itsDatabase, MAIL_SINK, SMS_SINK } = process.env;
  if (running) {
    if (!itsDatabase || !MAIL_SINK || !SMS_SINK)
      throw new Error(
        "With E2E_BASE_URL, set DATABASE_URL, MAIL_SINK and SMS_SINK as it has them.",
      );
    project.provide("baseUrl", running.replace(/\/$/, ""));
    project.provide("databaseUrl", itsDatabase);
    project.provide("mailFolder", MAIL_SINK);
    project.provide("smsFolder", SMS_SINK);
    return async () => {};
  }

  await using resources = new AsyncDisposableStack();
  await buildWebClient();
  const server = await startTestServer();
  resources.defer(server.stop);
  const name = `portal_journeys_${process.pid}`;
  await createDatabase(server.url, name);
  resources.defer(() => dropDatabase(server.url, name));
  const url = databaseUrl(server.url, name);
  await prepareDatabase(url);

  const folder = await mkdtemp(path.join(tmpdir(), "portal-journeys-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const data = path.join(folder, "data");
  const until = new Date().toISOString().slice(0, 10);
  await seedDemo({ ownerUrl: url, until, files: diskFiles(path.join(data, "files")) });
  const sinks = { MAIL_SINK: path.join(folder, "mail"), SMS_SINK: path.join(folder, "sms") };
  const portal = await startPortal(url, { ...sinks, DATA_DIR: data });
  resources.defer(portal.stop);
  project.provide("baseUrl", portal.baseUrl);
  project.provide("databaseUrl", url);
  project.provide("mailFolder", sinks.MAIL_SINK);
  project.provide("smsFolder", sinks.SMS_SINK);
  const kept = resources.move();
  return () => kept.disposeAsync();
}
