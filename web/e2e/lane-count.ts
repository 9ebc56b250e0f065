import { availableParallelism } from "node:os";

const isGiven = Boolean(process.env["E2E_BASE_URL"]);

/** How many portals the journeys are shared out among. A page mostly waits, so that one keeps not even one processor busy. */
export const laneCount = isGiven ? 1 : Math.min(2, availableParallelism());
