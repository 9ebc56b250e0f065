/** What one window of work came to. */
export type Measured = Readonly<{
  perSecond: number;
  /** 95 of 100 pieces of work took no longer. */
  p95Ms?: number;
  /** The most memory that the measured process held by then. */
  memoryMb?: number;
}>;

/**
 * The product beside what PostgreSQL itself can do with the same rows on the same machine in the same
 * minute. Machines are shared and noisy, so only the ratio of the two says something.
 */
export type Contest = Readonly<{
  name: string;
  unit: "events" | "orders" | "reads";
  limitName: string;
  productName: string;
  /** Ratios of the product to the limit: what a release must reach, and what it is meant to reach; 0 where none is asked. */
  must: number;
  target: number;
  p95MaxMs?: number;
  /** Where it is meant to be quicker than it must be. */
  p95TargetMs?: number;
  /** How many rounds where a full run has more: some work is long. */
  roundsMax?: number;
  limit: () => Promise<Measured>;
  product: () => Promise<Measured>;
}>;

/** Contests that share a scratch database. */
export type Scenario = Readonly<{
  contests: readonly Contest[];
  /** Looks whether everything was done rightly, after the last round. @throws Error that says what was not */
  verify: () => Promise<void>;
  close: () => Promise<void>;
}>;

export type Stage = Readonly<{
  /** Signs in as whoever may make databases. */
  serverUrl: string;
  /** Short windows and small tables, to see that everything runs; nothing is judged. */
  isQuick: boolean;
  note: (sentence: string) => void;
}>;

export type OpenScenario = (stage: Stage) => Promise<Scenario>;
