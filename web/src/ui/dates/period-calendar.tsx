import {
  addDays,
  addMonths,
  type Day,
  firstDayOf,
  monthsOfTaxYear,
  taxYearOf,
  weekdayOf,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { Button, Group, Stack } from "@mantine/core";
import { DatePicker, type DatesRangeValue } from "@mantine/dates";
import { useState } from "react";
import { useShopSettings } from "../../session/use-shop-settings.ts";
import { useIsPhone } from "../use-is-phone.ts";
import { today } from "../days.tsx";
import { OfficeDates } from "./office-dates.tsx";

/** A period with both ends included, picked in the calendar or from presets. */
export function PeriodCalendar(props: {
  from: string;
  to: string;
  onChange: (days: { from: string; to: string }) => void;
}) {
  const region = useShopSettings()?.region ?? "za";
  const isPhone = useIsPhone();
  const [days, setDays] = useState<DatesRangeValue<string>>([props.from || null, props.to || null]);
  const presets = periodPresets(today(), region);
  const calendar = (
    <OfficeDates>
      <DatePicker
        type="range"
        allowSingleDateInRange
        size="sm"
        value={days}
        onChange={(chosen) => {
          setDays(chosen);
          const [from, to] = chosen;
          if (from !== null && to !== null) props.onChange({ from, to });
        }}
        defaultDate={props.to || today()}
        {...(isPhone ? {} : { presets })}
        ariaLabels={{ previousMonth: "Previous month", nextMonth: "Next month" }}
      />
    </OfficeDates>
  );
  if (!isPhone) return calendar;
  // On a phone the presets are above the calendar.
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {presets.map(({ label, value: [from, to] }) => (
          <Button
            key={label}
            variant="default"
            size="xs"
            onClick={() => {
              setDays([from, to]);
              props.onChange({ from, to });
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
      {calendar}
    </Stack>
  );
}

type Preset = Readonly<{ label: string; value: [Day, Day] }>;

/** Frequent periods; a week begins on Monday. */
function periodPresets(now: Day, region: Region): Preset[] {
  const monday = addDays(now, -((weekdayOf(now) + 6) % 7));
  const month = now.slice(0, 7);
  const months = monthsOfTaxYear(taxYearOf(month, region), region);
  return [
    { label: "Today", value: [now, now] },
    { label: "This week", value: [monday, addDays(monday, 6)] },
    { label: "This month", value: daysOf(month, month) },
    { label: "Last month", value: daysOf(addMonths(month, -1), addMonths(month, -1)) },
    { label: "Tax year", value: daysOf(months[0] ?? month, months.at(-1) ?? month) },
  ];
}

function daysOf(first: string, last: string): [Day, Day] {
  return [firstDayOf(first), addDays(firstDayOf(addMonths(last, 1)), -1)];
}
