import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../server/src/platform/free-port.ts";
import { environmentWith, root } from "../scripts/run-program.ts";

/** The real server as a process of its own, on a database that is there. */
export type ShopServer = Readonly<{
  url: string;
  /** From the start of the process to its first answer. */
  startedInMs: number;
  /** Resident memory now and at its highest; null where the system does not tell. */
  memoryMb: () => Promise<Readonly<{ now: number; peak: number }> | null>;
  stop: () => Promise<void>;
}>;

const startTimeoutMs = 30_000;

/**
 * @param role what it does: everything, as on one machine, or only what is asked of it
 * @param settings besides those that every measured server has
 */
export async function startShopServer(
  databaseUrl: string,
  role: "all" | "web" = "all",
  settings: Readonly<Record<string, string>> = {},
): Promise<ShopServer> {
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["scripts/serve.ts"], {
    cwd: root,
    env: environmentWith({
      DATABASE_URL: databaseUrl,
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      PAYFAST_MODE: "local",
      LOG_LEVEL: "error",
      ROLE: role,
      // Each guest comes from a place of its own, as in life, and none orders too often.
      TRUST_PROXY: "127.0.0.1",
      SEED: "none",
      ...settings,
    }),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilReady(url, child, startedAt);
  } catch (error) {
    child.kill();
    throw error;
  }
  return {
    url,
    startedInMs: performance.now() - startedAt,
    memoryMb: () => memoryOf(child.pid),
    stop: () => stop(child),
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

async function memoryOf(pid: number | undefined): Promise<{ now: number; peak: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => null);
  if (status === null) return null;
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0);
  return {
    now: Math.round(kilobytes("VmRSS") / 1024),
    peak: Math.round(kilobytes("VmHWM") / 1024),
  };
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
