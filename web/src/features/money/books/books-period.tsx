import { NativeSelect } from "@mantine/core";
import {
  addDays,
  addMonths,
  type FirstAndLast,
  firstDayOf,
  nextMonth,
} from "@portal/shared/platform/calendar.ts";
import { today } from "../../../ui/days.tsx";
import { DayField } from "../../../ui/dates/day-field.tsx";
import { MonthField } from "../../../ui/dates/month-field.tsx";
import { dayParam, monthParam } from "../../../ui/list/list-controls.tsx";

/** A VAT201 is usually of two months, a return in the United Kingdom of three. */
const lengths = [
  { value: "1", label: "One month" },
  { value: "2", label: "Two months" },
  { value: "3", label: "Three months" },
  { value: "custom", label: "Custom" },
] as const;
type Length = (typeof lengths)[number]["value"];

type Chosen = FirstAndLast & Readonly<{ length: Length; month: string }>;

/** The period in the address: whole months, or days where both are valid and in order. */
export function periodIn(param: (name: string) => string | null): Chosen {
  const present = today().slice(0, 7);
  const month = monthParam(param("month")) || present;
  const length = lengths.find(({ value }) => value === param("length"))?.value ?? "1";
  const months = length === "custom" ? 1 : Number(length);
  const whole = {
    from: firstDayOf(month),
    to: addDays(firstDayOf(nextMonth(addMonths(month, months - 1))), -1),
  };
  const days = { from: dayParam(param("from")), to: dayParam(param("to")) };
  const isCustom = length === "custom" && days.from !== "" && days.from <= days.to;
  return { length, month, ...(isCustom ? days : whole) };
}

export function PeriodFields(props: {
  chosen: Chosen;
  onChange: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const { chosen, onChange } = props;
  const { length, month, from, to } = chosen;
  return (
    <>
      <NativeSelect
        label="Period"
        value={length}
        data={lengths}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            length: value,
            ...(value === "custom" ? { from, to } : { from: null, to: null }),
          })
        }
      />
      {length === "custom" ? (
        <>
          <DayField
            label="From"
            isFilter
            w={170}
            max={to}
            value={from}
            onChange={(day) => onChange({ from: day, to })}
          />
          <DayField
            label="To"
            isFilter
            w={170}
            min={from}
            value={to}
            onChange={(day) => onChange({ from, to: day })}
          />
        </>
      ) : (
        <MonthField
          label={length === "1" ? "Month" : "First month"}
          min="2000-01"
          max={today().slice(0, 7)}
          value={month}
          onChange={(first) => onChange({ month: first })}
        />
      )}
    </>
  );
}
