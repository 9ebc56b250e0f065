import { availableParallelism } from "node:os";

const isGiven = Boolean(process.env["E2E_BASE_URL"]);

/** The number of parallel portals. A page mostly waits, so one portal does not fill one processor. */
export const laneCount = isGiven ? 1 : Math.min(2, availableParallelism());
