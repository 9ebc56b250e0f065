/** The connections of a process for each kind of work, so that none can starve another. */
export type PoolSizes = Readonly<{ requests: number; reads: number; jobs: number; ledger: number }>;

type Role = "all" | "web" | "worker";

/** The ledger listener (`live-feed.ts`). */
const listening = 1;
/** Two of the job queue, four of the ledger checks, one of a plan simulation. */
const working = 7;

/** With fewer, some kind of work would have no connection. */
export const leastConnections = { web: 6, worker: 12, all: 14 } as const satisfies Record<
  Role,
  number
>;
export const usualConnections = { web: 12, worker: 12, all: 20 } as const satisfies Record<
  Role,
  number
>;

/**
 * Divides the connections of a process (`DATABASE_CONNECTIONS`). The ledger needs two: one appends while the next command
 * reads. A third of the rest is for lists and reports, which may wait, the others for requests.
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
