import type { Log } from "../../platform/log.ts";
import { measureClockDrift } from "../../platform/db/clock.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { pollingLoop } from "../../platform/polling-loop.ts";

const roundMs = 60_000;
/** A machine that is set by NTP is right to a tenth of a second. */
const wrongSeconds = 5;
/** Right again only below this, so that a clock at the limit does not fill the log. */
const rightSeconds = 2;

/** Logs one line when the clock of this process differs from the database's, and when it is right again. */
export function startWatchingClock(db: ReadDatabase, log: Log): { stop: () => Promise<void> } {
  let wasWrong = false;
  return pollingLoop({
    async round() {
      wasWrong = logClock(await measureClockDrift(db), wasWrong, log);
      return false;
    },
    pauseMs: roundMs,
    undone: "the clock was not compared with the database's",
    log,
  });
}

/** @returns whether the clock is wrong now */
export function logClock(driftSeconds: number, wasWrong: boolean, log: Log): boolean {
  const isWrong = Math.abs(driftSeconds) > (wasWrong ? rightSeconds : wrongSeconds);
  if (isWrong === wasWrong) return isWrong;
  const details = { driftSeconds: Math.round(driftSeconds * 10) / 10 };
  if (isWrong) log.warn(details, "the clock differs from the database's: set both machines by NTP");
  else log.warn(details, "the clock agrees with the database's again");
  return isWrong;
}
