import "@mantine/dates/styles.layer.css";
import { DatesProvider, type DatesProviderProps } from "@mantine/dates";
import type { ReactNode } from "react";

/** Weeks begin on Monday; weekends in red would not reach the contrast. */
const settings: DatesProviderProps["settings"] = {
  firstDayOfWeek: 1,
  weekendDays: [],
  consistentWeeks: true,
};

/** Around every calendar, which brings it along: most screens have none. */
export function OfficeDates(props: { children: ReactNode }) {
  return <DatesProvider settings={settings}>{props.children}</DatesProvider>;
}
