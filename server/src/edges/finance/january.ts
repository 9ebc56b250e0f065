import { readFile } from "node:fs/promises";

const golden = new URL("../../projections/golden/", import.meta.url);

/** The published example of a month, and what its members' totals are to the cent. */
export const januaryFile = new URL("january.ndjson", golden).pathname;
export const readJanuaryTotals = (): Promise<string> =>
  readFile(new URL("january.totals.json", golden), "utf8");

export async function readJanuaryLines(): Promise<string[]> {
  const text = await readFile(januaryFile, "utf8");
  return text.trimEnd().split("\n");
}
