import {
  daysOfPeriod,
  type FirstAndLast,
  firstAndLastOf,
  type NamedPeriod,
  namedPeriods,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { useSyncExternalStore } from "react";
import { officeTimeZone, watchOfficeTimeZone } from "../../../office-time-zone.ts";
import { formatDay, today } from "../../../ui/day.ts";
import { FilterTabs } from "../../../ui/list/filter-tabs.tsx";
import { dayParam, PeriodFields } from "../../../ui/list/period-fields.tsx";
import { periodWords } from "./report-words.ts";
import classes from "./reports.module.css";

type Params = (name: string) => string | null;
export type ChosenPeriod = FirstAndLast & Readonly<{ period: NamedPeriod | "custom" }>;

/** The period that the address names; days of one's own only where both are there and in order. */
export function periodIn(param: Params, region: Region, usual: NamedPeriod): ChosenPeriod {
  const from = dayParam(param("from"));
  const to = dayParam(param("to"));
  if (param("period") === "custom" && from && to && from <= to)
    return { period: "custom", from, to };
  const period = namedPeriods.find((known) => known === param("period")) ?? usual;
  return { period, ...firstAndLastOf(daysOfPeriod(period, today(), region)) };
}

export function PeriodPicker(props: {
  chosen: ChosenPeriod;
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const { chosen, onChange } = props;
  const { from, to } = chosen;
  const zone = useSyncExternalStore(watchOfficeTimeZone, officeTimeZone, officeTimeZone);
  return (
    <div className={classes.period}>
      <FilterTabs
        label="Period"
        chosen={chosen.period}
        tabs={[...namedPeriods, "custom" as const].map((value) => ({
          value,
          label: periodWords[value],
          count: undefined,
        }))}
        onChosen={(period) =>
          onChange(period === "custom" ? { period, from, to } : { period, from: null, to: null })
        }
      />
      {chosen.period === "custom" ? (
        <PeriodFields
          from={from}
          to={to}
          onChange={(changes) => onChange({ period: "custom", from, to, ...changes })}
        />
      ) : null}
      <p className={classes.days}>
        {formatDay(from)} to {formatDay(to)}, by the clock of {zone}
      </p>
    </div>
  );
}
