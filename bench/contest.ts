/** The result of one measurement. */
export type Measured = Readonly<{
  perSecond: number;
  /** The 95th percentile of latency. */
  p95Ms?: number;
  /** The CPU time of the server and of PostgreSQL together, for one request; without it where `/proc` does not show it. */
  cpuMs?: number;
  /** The peak memory of the measured process. */
  memoryMb?: number;
}>;

/** What gates a release, and what we are here for. */
export type Goal = Readonly<{ must: number; target: number }>;

/**
 * Compares the product with what PostgreSQL itself achieves with the same rows on the same machine at the same time.
 * Machines are shared and noisy, so only the ratio of the two is meaningful.
 */
export type Contest = Readonly<{
  name: string;
  unit: "events" | "orders" | "reads";
  limitName: string;
  productName: string;
  /** Of the product to the limit, at least; without it the ratio is not judged. */
  ratio?: Goal;
  /** At most. */
  p95Ms?: Goal;
  /** At most. */
  cpuMs?: Goal;
  /** Fewer rounds than a full run has, for slow work. */
  roundsMax?: number;
  limit: () => Promise<Measured>;
  product: () => Promise<Measured>;
}>;

/** A time that somebody waits, in milliseconds; compared with nothing, because PostgreSQL has no pages. */
export type Wait = Readonly<{
  name: string;
  rounds: readonly number[];
  /** At most; null where it is not judged. */
  goal: Goal | null;
}>;

/** Contests that share a scratch database. */
export type Scenario = Readonly<{
  contests: readonly Contest[];
  /** Measured when the scenario was opened. */
  waits?: readonly Wait[];
  /** Verifies the results after the last round. @throws Error */
  verify: () => Promise<void>;
  close: () => Promise<void>;
}>;

export type Stage = Readonly<{
  /** The URL of a role that may create databases. */
  serverUrl: string;
  /** Short measurements and small tables, as a smoke test; results are not judged. */
  isQuick: boolean;
  measuredAt: string;
  note: (sentence: string) => void;
}>;

export type OpenScenario = (stage: Stage) => Promise<Scenario>;
