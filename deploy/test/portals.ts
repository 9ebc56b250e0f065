import path from "node:path";
import { environmentWith, root } from "../../scripts/run-program.ts";
import { findFreePort } from "../../server/src/platform/free-port.ts";
import { type DatabaseCluster, folderFor } from "./database-cluster.ts";
import { type Daemon, isFine, startDaemon, until } from "./daemons.ts";

/** Two web processes behind HAProxy and a worker, as on machines of their own. */
export type Portals = Readonly<{
  dataDir: string;
  startWeb: (which: 0 | 1, databaseUrl?: string) => Promise<void>;
  endWeb: (which: 0 | 1, signal: NodeJS.Signals) => Promise<void>;
  startWorker: () => Promise<void>;
  stop: () => Promise<void>;
}>;

/** @param settings besides those that say who it is and where */
export async function createPortals(
  cluster: DatabaseCluster,
  settings: Readonly<Record<string, string>>,
): Promise<Portals> {
  const dataDir = await folderFor(cluster, "data");
  const running = new Map<string, Daemon>();
  const start = async (name: string, own: Readonly<Record<string, string>>) => {
    const log = path.join(cluster.folder, `${name}.log`);
    const environment = environmentWith({
      DATABASE_URL: cluster.runtimeUrl,
      DATA_DIR: dataDir,
      SEED: "none",
      HOST: "127.0.0.1",
      PUBLIC_URL: cluster.shopUrl,
      // Places of guests are believed, so that limits by place limit nobody.
      TRUST_PROXY: "127.0.0.1",
      LOG_LEVEL: "warn",
      ...settings,
      ...own,
    });
    const options = { program: process.execPath, arguments: ["scripts/serve.ts"], folder: root };
    running.set(name, await startDaemon({ ...options, environment, log, user: null }));
    return log;
  };
  return {
    dataDir,
    async startWeb(which, databaseUrl = cluster.runtimeUrl) {
      const port = cluster.webPorts[which];
      const own = { ROLE: "web", PORT: String(port), DATABASE_URL: databaseUrl };
      const log = await start(nameOf(which), own);
      await until(nameOf(which), () => isFine(`http://127.0.0.1:${port}/readyz`), { log });
    },
    endWeb: async (which, signal) => running.get(nameOf(which))?.end(signal),
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
