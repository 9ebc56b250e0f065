import { MonthPickerInput } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import { firstDayOf, type Month } from "@portal/shared/platform/calendar.ts";
import { OfficeDates } from "./office-dates.tsx";

/** A month, as `YYYY-MM`. */
export function MonthField(props: {
  label: string;
  description?: string;
  value: Month;
  onChange: (month: Month) => void;
  /** The first and the last month that can be chosen. */
  min: Month;
  max: Month;
}) {
  const { value, onChange, min, max, ...field } = props;
  return (
    <OfficeDates>
      <MonthPickerInput
        valueFormat="MMMM YYYY"
        leftSection={<IconCalendar size={16} stroke={1.8} aria-hidden="true" />}
        maw={300}
        ariaLabels={{ previousYear: "Previous year", nextYear: "Next year" }}
        minDate={firstDayOf(min)}
        maxDate={firstDayOf(max)}
        {...field}
        value={firstDayOf(value)}
        onChange={(day) => day !== null && onChange(day.slice(0, 7))}
      />
    </OfficeDates>
  );
}
