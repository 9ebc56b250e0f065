import { sql } from "kysely";

const mark = "/* planned each time */";

/**
 * Somewhere in a statement that must not be prepared, because its best plan follows from its values: from how many ids or
 * days there are. Such a statement takes longer to run than to plan.
 */
export const plannedEachTime = sql.raw(mark);

export function isPlannedEachTime(text: string): boolean {
  return text.includes(mark);
}
