import { nextMonth } from "@portal/shared/platform/calendar.ts";
import type { Calendar } from "../money/statements/statement.rules.ts";

/** The months from January 2026 on, closed one after the other at these positions. */
export function closingsAt(positions: readonly number[]): Calendar["closings"] {
  const seal = { afterPosition: 0, previousRoot: "", root: "" };
  let month = "2025-12";
  return positions.map((throughPosition) => {
    month = nextMonth(month);
    const own = { month, throughPosition, position: throughPosition + 1 };
    return { ...own, seal, timeZone: "Africa/Johannesburg", closedAt: "" };
  });
}
