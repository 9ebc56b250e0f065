import { DateInput, type DateInputProps } from "@mantine/dates";
import { isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { IconCalendar } from "@tabler/icons-react";
import { useState } from "react";
import { useShopSettings } from "../../session/use-shop-settings.ts";
import { formatDay, today } from "../days.tsx";
import { OfficeDates } from "./office-dates.tsx";
import { isWithin, type Limits, nearestAllowed, parseDay } from "./parse-day.ts";

/**
 * A day, typed or picked. Its value is the text `YYYY-MM-DD`, or "" without a day, as other fields of a form. What cannot
 * be read or is outside the limits stays in the field with the reason; it is the value too, which every schema of a day
 * refuses, so that a form is never sent with the former day.
 */
export function DayField(
  props: Omit<DateInputProps, "value" | "defaultValue" | "onChange" | "minDate" | "maxDate"> &
    Limits & {
      value?: string;
      onChange?: (day: string) => void;
      /** It keeps its last day while what is typed is none. */
      isFilter?: boolean;
    },
) {
  const { value = "", onChange, min, max, isFilter = false, ...field } = props;
  const isMonthFirst = useShopSettings()?.region === "usa";
  const [typed, setTyped] = useState<Readonly<{ text: string; value: string }> | null>(null);
  const [hasLeft, setHasLeft] = useState(false);
  const parse = (text: string) => parseDay(text, today(), { isMonthFirst, min, max });
  // Not after another value was set meanwhile, such as by a reset.
  const refused = typed?.value === value ? typed.text : null;
  const showsReason = refused !== null && (hasLeft || Boolean(field.error));

  const take = (text: string) => {
    setHasLeft(false);
    const day = parse(text);
    if (day !== null && isWithin(day, { min, max })) return setTyped(null);
    if (text.trim() === "") {
      setTyped(null);
      return onChange?.("");
    }
    const untaken = isFilter ? value : day === null ? text : formatDay(day);
    setTyped({ text, value: untaken });
    if (!isFilter) onChange?.(untaken);
  };
  return (
    <OfficeDates>
      <DateInput
        valueFormat="DD MMM YYYY"
        placeholder={formatDay(nearestAllowed(today(), { min, max }))}
        leftSection={<IconCalendar size={16} stroke={1.8} aria-hidden="true" />}
        clearable={field.required !== true}
        clearButtonProps={{ "aria-label": "Clear date" }}
        dateParser={parse}
        fixOnBlur={refused === null}
        {...(min ? { minDate: min } : {})}
        {...(max ? { maxDate: max } : {})}
        {...field}
        {...(showsReason ? { error: reasonOf(parse(refused), { min, max }) } : {})}
        onInput={(event) => take(event.currentTarget.value)}
        onBlur={(event) => {
          setHasLeft(true);
          field.onBlur?.(event);
        }}
        value={isCalendarDay(value) ? value : null}
        onChange={(day) => {
          setTyped(null);
          onChange?.(day ?? "");
        }}
      />
    </OfficeDates>
  );
}

/** Why a typed text is no day, or its day cannot be chosen. */
function reasonOf(day: string | null, { min, max }: Limits): string {
  if (day === null) {
    const example = formatDay(nearestAllowed(today(), { min, max }));
    return `Type a date such as ${example}, or choose one.`;
  }
  if (!min) return `Choose a date up to ${formatDay(max ?? day)}.`;
  return `Choose a date from ${formatDay(min)}${max ? ` to ${formatDay(max)}` : ""}.`;
}
