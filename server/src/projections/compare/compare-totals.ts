import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { ProjectionsFold } from "../fold/projections.fold.ts";
import { type Figures, readLiveFigures, totalsInSnapshot } from "../rebuild/member-totals.ts";
import { ReplayStopped } from "../rebuild/replay-events.ts";
import { inTransaction } from "../rebuild/replay.ts";

/** A member or wallet of which figures as of now differ from the live ones. */
type TotalsDifference = Readonly<{ subject: string; detail: string }>;

/** Later than any event, so that an imported event of the future is part of both sides. */
const endOfTime = "9999-12-31T23:59:59.999Z";

/** Compares the members and wallets as of now with the live ones, in one snapshot and without blocking appends. */
export function compareTotals(
  client: pg.ClientBase,
  fold?: ProjectionsFold,
): Promise<TotalsDifference[]> {
  return inTransaction(client, "repeatable read", async () => {
    const live = await readLiveFigures(client);
    try {
      return differencesBetween(live, await totalsInSnapshot(client, { asOf: endOfTime, fold }));
    } catch (error) {
      if (!(error instanceof ReplayStopped)) throw error;
      return [{ subject: `event ${error.position}`, detail: error.message }];
    }
  });
}

function differencesBetween(live: Figures, asOfNow: Figures): TotalsDifference[] {
  const differences: TotalsDifference[] = [];
  for (const kind of ["members", "wallets"] as const) {
    const userIds = new Set([...live[kind].all.keys(), ...asOfNow[kind].all.keys()]);
    for (const userId of [...userIds].toSorted((one, other) => one - other)) {
      const fields = differingFields(live[kind].get(userId), asOfNow[kind].get(userId));
      if (fields.length > 0)
        differences.push({ subject: `member ${userId}`, detail: fields.join(", ") });
    }
  }
  return differences;
}

function differingFields(live: object | undefined, asOfNow: object | undefined): string[] {
  if (!live) return ["not live"];
  if (!asOfNow) return ["not there as of now"];
  const now = new Map<string, unknown>(Object.entries(asOfNow));
  return Object.entries(live)
    .filter(([field, value]) => !isDeepStrictEqual(value, now.get(field)))
    .map(([field, value]) => `${field} ${String(value)} live, ${String(now.get(field))} as of now`);
}
