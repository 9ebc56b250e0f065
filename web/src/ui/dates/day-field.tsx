import { DateInput, type DateInputProps } from "@mantine/dates";
import { isCalendarDay, shortMonthNames } from "@portal/shared/platform/calendar.ts";
import { IconCalendar } from "@tabler/icons-react";
import { formatDay, today } from "../days.tsx";
import { OfficeDates } from "./office-dates.tsx";

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
        placeholder={formatDay(exampleDay(today(), { min, max }))}
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

/** The day nearest to today that may be chosen, as an example of how a day is typed. */
export function exampleDay(
  currentDay: string,
  { min, max }: Readonly<{ min?: string | undefined; max?: string | undefined }>,
): string {
  if (min && min > currentDay) return min;
  return max && max < currentDay ? max : currentDay;
}

const forms = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>\d{4})$/,
  /^(?<day>\d{1,2})\s+(?<name>[a-z]{3,9})\.?(?:[\s,]+(?<year>\d{4}))?$/i,
];

/**
 * Parses a typed day, with the day before the month: `22 Nov`, `22 November 2026`, `22/11/2026`, `2026-11-22`. Without a
 * year it is in the current year.
 *
 * @returns the day as `YYYY-MM-DD`; null for an invalid or incomplete one
 */
export function parseDay(typed: string, currentDay: string): string | null {
  const found = forms.map((form) => form.exec(typed.trim())?.groups).find(Boolean);
  if (!found) return null;
  const year = found["year"] ?? currentDay.slice(0, 4);
  const month = found["month"] ?? monthNumber(found["name"] ?? "");
  const day = `${year}-${month.padStart(2, "0")}-${(found["day"] ?? "").padStart(2, "0")}`;
  return isCalendarDay(day) ? day : null;
}

/** 11 for "Nov" and "november"; 0 for unknown names. */
function monthNumber(name: string): string {
  const start = name.slice(0, 3).toLowerCase();
  return String(shortMonthNames.findIndex((known) => known.toLowerCase() === start) + 1);
}
