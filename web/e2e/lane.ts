import { inject } from "vitest";

/** A portal with its own database and folders, used by one file of journeys at a time. */
export type Lane = Readonly<{
  baseUrl: string;
  /** For the finance commands. */
  databaseUrl: string;
  /** Folders with one file for each email and each SMS. */
  mailFolder: string;
  smsFolder: string;
  /** The demo as it was seeded, to be copied: the name of its database, and its folder of files. Null for a running portal. */
  seeded: Readonly<{ database: string; files: string }> | null;
}>;

/** The lane of this vitest worker; concurrent workers are numbered from 1. */
export const { baseUrl, databaseUrl, mailFolder, smsFolder, seeded } = laneOf(
  Number(process.env["VITEST_POOL_ID"]),
);

function laneOf(worker: number): Lane {
  const lane = inject("lanes")[worker - 1];
  if (!lane) throw new Error(`There is no portal for worker ${worker}.`);
  return lane;
}
