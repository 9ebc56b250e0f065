import { inject } from "vitest";

/** A portal with a database and folders of its own; one file of journeys at a time has it to itself. */
export type Lane = Readonly<{
  /** Where the portal is served. */
  baseUrl: string;
  /** The database behind it, for the finance command line. */
  databaseUrl: string;
  /** Folders that get a file for each mail and each SMS. */
  mailFolder: string;
  smsFolder: string;
}>;

/** The lane of the worker that this file runs in: vitest numbers those that run at the same time from 1. */
export const { baseUrl, databaseUrl, mailFolder, smsFolder } = laneOf(
  Number(process.env["VITEST_POOL_ID"]),
);

function laneOf(worker: number): Lane {
  const lane = inject("lanes")[worker - 1];
  if (!lane) throw new Error(`There is no portal for worker ${worker}.`);
  return lane;
}
