import "@mantine/dates/styles.layer.css";
import { DatesProvider, type DatesProviderProps } from "@mantine/dates";
import type { ReactNode } from "react";

/** Weeks begin on Monday. Weekends are not red, which would not have enough contrast. */
const settings: DatesProviderProps["settings"] = {
  firstDayOfWeek: 1,
  weekendDays: [],
  consistentWeeks: true,
};

/** Wraps each calendar by itself, because most screens have none. */
export function OfficeDates(props: { children: ReactNode }) {
  return <DatesProvider settings={settings}>{props.children}</DatesProvider>;
}
