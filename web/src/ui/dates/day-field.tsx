import { DateInput, type DateInputProps } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import { today } from "../days.tsx";
import { OfficeDates } from "./office-dates.tsx";
import { parseDay } from "./parse-day.ts";

/** A day, typed or picked. Its value is the text `YYYY-MM-DD`, or "" without a day, as other fields of a form. */
export function DayField(
  props: Omit<DateInputProps, "value" | "defaultValue" | "onChange" | "minDate" | "maxDate"> & {
    value?: string;
    onChange?: (day: string) => void;
    /** The first and the last day that can be chosen. */
    min?: string | undefined;
    max?: string | undefined;
  },
) {
  const { value, onChange, min, max, ...field } = props;
  return (
    <OfficeDates>
      <DateInput
        valueFormat="DD MMM YYYY"
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
