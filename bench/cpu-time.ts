import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";
import type { Measured } from "./contest.ts";

/** Of Linux, which is the only system that has `/proc`. */
const ticksPerSecond = 100;

/** Measures, and adds the CPU time of the server and of PostgreSQL for each request. */
export type WithCpu = (
  measure: () => Promise<Measured & { requests: number }>,
) => Promise<Measured>;

/**
 * CPU time says more than elapsed time on a machine that others use as well.
 *
 * @param pool on the PostgreSQL of the server
 */
export async function cpuTimeOf(serverPid: number | undefined, pool: pg.Pool): Promise<WithCpu> {
  const { rows } = await pool.query<{ pid: number }>("select pg_backend_pid() as pid");
  const own = await processOf(rows[0]?.pid ?? 0);
  const seconds = async (): Promise<number | null> => {
    const all = await Promise.all((await listPids()).map(processOf));
    const measured = all.filter(
      (each) =>
        each !== null &&
        (each.pid === serverPid || each.pid === own?.parent || each.parent === own?.parent),
    );
    // PostgreSQL on another machine.
    if (own === null) return null;
    return measured.reduce((sum, each) => sum + (each?.ticks ?? 0), 0) / ticksPerSecond;
  };
  return async (measure) => {
    const before = await seconds();
    const { requests, ...measured } = await measure();
    const after = await seconds();
    if (before === null || after === null || requests === 0) return measured;
    return { ...measured, cpuMs: ((after - before) * 1000) / requests };
  };
}

type Process = Readonly<{ pid: number; parent: number; ticks: number }>;

async function listPids(): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

/** With the time of its children that have ended: a closed connection's process is one. Null where there is none. */
async function processOf(pid: number): Promise<Process | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return null;
  // The name in brackets may have spaces; what follows are the fields from the third on (proc(5)).
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [, parent = 0] = fields;
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
  return { pid, parent, ticks };
}
