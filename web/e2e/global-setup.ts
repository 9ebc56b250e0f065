import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { buildWebClient } from "../../scripts/web-client.ts";
import { prepareDatabase } from "../../server/src/db/prepare-database.ts";
import { findFreePort } from "../../server/src/free-port.ts";
import { seedDemo } from "../../server/src/seed/seed-demo.ts";
import {
  createDatabase,
  databaseUrl,
  dropDatabase,
} from "../../server/src/testing/test-database.ts";
import { startTestServer } from "../../server/src/testing/test-server.ts";

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

const root = path.resolve(import.meta.dirname, "../..");
const readyWithinMs = 60_000;

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
  await seedDemo({ ownerUrl: url, until: new Date().toISOString().slice(0, 10) });

  const folder = await mkdtemp(path.join(tmpdir(), "portal-journeys-"));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const sinks = { MAIL_SINK: path.join(folder, "mail"), SMS_SINK: path.join(folder, "sms") };
  const port = await findFreePort();
  const portal = startPortal(url, port, { ...sinks, DATA_DIR: path.join(folder, "data") });
  resources.defer(() => stop(portal));
  const baseUrl = `http://localhost:${port}`;
  await untilReady(portal, baseUrl);
  project.provide("baseUrl", baseUrl);
  project.provide("databaseUrl", url);
  project.provide("mailFolder", sinks.MAIL_SINK);
  project.provide("smsFolder", sinks.SMS_SINK);
  const kept = resources.move();
  return () => kept.disposeAsync();
}

function startPortal(
  url: string,
  port: number,
  folders: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(process.execPath, ["scripts/serve.ts"], {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      HOST: "localhost",
      PORT: String(port),
      DATABASE_URL: url,
      PAYFAST_MODE: "local",
      LOG_LEVEL: "warn",
      ...folders,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
}

async function untilReady(portal: ChildProcess, baseUrl: string): Promise<void> {
  const giveUpAt = Date.now() + readyWithinMs;
  while (Date.now() < giveUpAt) {
    if (portal.exitCode !== null) throw new Error(`The portal ended with ${portal.exitCode}.`);
    const answer = await fetch(`${baseUrl}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The portal was not ready within ${readyWithinMs / 1000} seconds.`);
}

async function stop(portal: ChildProcess): Promise<void> {
  if (portal.exitCode !== null || portal.signalCode !== null) return;
  const ended = new Promise((resolve) => portal.on("exit", resolve));
  portal.kill("SIGTERM");
  await ended;
}
