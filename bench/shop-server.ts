import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../server/src/platform/free-port.ts";
import { endProcess, environmentWith, root } from "../scripts/run-program.ts";

/** The real server as a separate process on an existing database, with a data folder of its own that `stop` removes. */
export type ShopServer = Readonly<{
  url: string;
  pid: number | undefined;
  /** From the start of the process to its first response. */
  startedInMs: number;
  /** Current and peak resident memory; null if the system does not report it. */
  memoryMb: () => Promise<Readonly<{ now: number; peak: number }> | null>;
  stop: () => Promise<void>;
}>;

const startTimeoutMs = 30_000;
/** As in `deploy/systemd` and `deploy/Dockerfile`. */
const nodeOptions = ["--max-semi-space-size=8"];

/** @param settings in addition to those of every measured server */
export async function startShopServer(
  databaseUrl: string,
  role: "all" | "web" = "all",
  settings: Readonly<Record<string, string>> = {},
): Promise<ShopServer> {
  const port = await findFreePort();
  const dataDir = await mkdtemp(path.join(tmpdir(), "portal-bench-"));
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, "scripts/serve.ts"], {
    cwd: root,
    env: environmentWith({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PAYFAST_MODE: "local",
      LOG_LEVEL: "error",
      ROLE: role,
      // Each guest has its own IP address, so that rate limits do not apply.
      TRUST_PROXY: "127.0.0.1",
      SEED: "none",
      // As `npm run build` compiles it ahead.
      NODE_COMPILE_CACHE: path.join(root, "node_modules", ".cache", "node"),
      ...settings,
    }),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const stop = async (): Promise<void> => {
    await endProcess(child, "SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, child, startedAt);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    pid: child.pid,
    startedInMs: performance.now() - startedAt,
    memoryMb: () => memoryOf(child.pid),
    stop,
  };
}

async function untilReady(url: string, child: ChildProcess, startedAt: number): Promise<void> {
  while (performance.now() - startedAt < startTimeoutMs) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await delay(20);
  }
  throw new Error("the server did not start in time");
}

export async function memoryOf(
  pid: number | undefined,
): Promise<{ now: number; peak: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => null);
  if (status === null) return null;
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0);
  return {
    now: Math.round(kilobytes("VmRSS") / 1024),
    peak: Math.round(kilobytes("VmHWM") / 1024),
  };
}
