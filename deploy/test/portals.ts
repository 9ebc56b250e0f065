import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { environmentWith, root } from "../../scripts/run-program.ts";
import { findFreePort } from "../../server/src/platform/free-port.ts";
import { type DatabaseCluster, folderFor } from "./database-cluster.ts";
import { type Daemon, isFine, startDaemon, until } from "./daemons.ts";

/** Overrides the database connection or the release's folder. */
type StartAs = Readonly<{ databaseUrl?: string; folder?: string }>;

/** Two web processes behind HAProxy, and a worker. */
export type Portals = Readonly<{
  dataDir: string;
  startWeb: (which: 0 | 1, as?: StartAs) => Promise<void>;
  /** Restarts the web processes one after the other, as for a release. */
  rollWeb: (as?: StartAs) => Promise<void>;
  isWebReady: (which: 0 | 1) => Promise<boolean>;
  endWeb: (which: 0 | 1, signal: NodeJS.Signals) => Promise<void>;
  startWorker: () => Promise<void>;
  stop: () => Promise<void>;
}>;

/** @param settings in addition to addresses and roles */
export async function createPortals(
  cluster: DatabaseCluster,
  settings: Readonly<Record<string, string>>,
): Promise<Portals> {
  const dataDir = await folderFor(cluster, "data");
  const running = new Map<string, Daemon>();
  const start = async (
    name: string,
    own: Readonly<Record<string, string>>,
    folder: string = root,
  ) => {
    const log = path.join(cluster.folder, `${name}.log`);
    const environment = environmentWith({
      DATABASE_URL: cluster.runtimeUrl,
      DATA_DIR: dataDir,
      SEED: "none",
      HOST: "127.0.0.1",
      PUBLIC_URL: cluster.shopUrl,
      // Forwarded client addresses are trusted, so that rate limits by IP address do not apply.
      TRUST_PROXY: "127.0.0.1",
      LOG_LEVEL: "warn",
      ...settings,
      ...own,
    });
    const options = { program: process.execPath, arguments: ["scripts/serve.ts"], folder };
    running.set(name, await startDaemon({ ...options, environment, log, user: null }));
    return log;
  };
  const isWebReady = (which: 0 | 1) => isFine(`http://127.0.0.1:${cluster.webPorts[which]}/readyz`);
  const startWeb: Portals["startWeb"] = async (
    which,
    { databaseUrl = cluster.runtimeUrl, folder } = {},
  ) => {
    const port = String(cluster.webPorts[which]);
    const log = await start(
      nameOf(which),
      { ROLE: "web", PORT: port, DATABASE_URL: databaseUrl },
      folder,
    );
    await until(nameOf(which), () => isWebReady(which), { log });
  };
  const endWeb: Portals["endWeb"] = async (which, signal) =>
    running.get(nameOf(which))?.end(signal);
  return {
    dataDir,
    startWeb,
    endWeb,
    isWebReady,
    async rollWeb(as) {
      for (const which of [0, 1] as const) {
        await endWeb(which, "SIGTERM");
        await startWeb(which, as);
        // Until HAProxy has noticed that the process is back.
        await delay(3000);
      }
    },
    async startWorker() {
      const port = await findFreePort();
      const log = await start("worker", { ROLE: "worker", PORT: String(port) });
      await until("worker", () => isFine(`http://127.0.0.1:${port}/readyz`), { log });
    },
    async stop() {
      for (const daemon of running.values()) await daemon.end("SIGTERM");
    },
  };
}

function nameOf(which: 0 | 1): string {
  return `web${which + 1}`;
}
