/** How many connections a process may have for each kind of work, so that none of them takes those of another. */
export type PoolSizes = Readonly<{ requests: number; reads: number; jobs: number; ledger: number }>;

type Role = "all" | "web" | "worker";

/** Waits for what the ledger tells (`live-feed.ts`). */
const listening = 1;
/** The job queue has two, the watch over the ledger four, and a simulation of a plan one. */
const working = 7;

/** With fewer, some kind of work would have none. */
export const leastConnections = { web: 6, worker: 12, all: 14 } as const satisfies Record<
  Role,
  number
>;
export const usualConnections = { web: 12, worker: 12, all: 20 } as const satisfies Record<
  Role,
  number
>;

/**
 * Shares out the connections of a process (`DATABASE_CONNECTIONS`). Commands need two: one appends while the next one
 * reads. What is left is for requests and, where a page may wait, for lists and reports.
 *
 * @param connections at least `leastConnections` of the role
 */
export function poolSizes(role: Role, connections: number): PoolSizes {
  if (role === "worker")
    return { requests: 1, reads: 1, jobs: connections - working - 3, ledger: 1 };
  const ledger = 2;
  const jobs = role === "all" ? 2 : 0;
  const left = connections - listening - ledger - jobs - (role === "all" ? working : 0);
  const reads = Math.max(1, Math.floor(left / 3));
  return { requests: left - reads, reads, jobs, ledger };
}
