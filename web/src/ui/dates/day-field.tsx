import { DateInput, type DateInputProps } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import { today } from "../days.tsx";
import { OfficeDates } from "./office-dates.tsx";
import { parseDay } from "./parse-day.ts";

/** Days and months as the calendar of the office has them. */
const dayFormat = "DD MMM YYYY";

/**
 * A day, typed or picked. Its value is `YYYY-MM-DD`, empty while there is none, so that a form takes it
 * as it takes text.
 */
export function DayField(
  props: Omit<DateInputProps, "value" | "defaultValue" | "onChange" | "minDate" | "maxDate"> & {
    value?: string;
    onChange?: (day: string) => void;
    /** The first and the last day that can be taken. */
    min?: string | undefined;
    max?: string | undefined;
  },
) {
  const { value, onChange, min, max, ...field } = props;
  return (
    <OfficeDates>
      <DateInput
        valueFormat={dayFormat}
        placeholder="22 Nov 2026"
        leftSection={<IconCalendar size={16} stroke={1.8} aria-hidden="true" />}
        clearable={field.required !== true}
        clearButtonProps={{ "aria-label": "Clear date" }}
        dateParser={(typed) => parseDay(typed, today())}
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        {...field}
        value={value ? value : null}
        onChange={(day) => onChange?.(day ?? "")}
      />
    </OfficeDates>
  );
}
