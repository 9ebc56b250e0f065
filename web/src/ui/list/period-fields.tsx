import { DateField } from "../fields.tsx";
import classes from "./period-fields.module.css";

/** The days between which a list looks, both included; either may be left open. */
export function PeriodFields(props: {
  from: string;
  to: string;
  onChange: (changes: { from: string } | { to: string }) => void;
}) {
  return (
    <div className={classes.fields} role="group" aria-label="Period">
      <DateField
        label="From"
        value={props.from}
        max={props.to || undefined}
        onChange={(event) => props.onChange({ from: event.currentTarget.value })}
      />
      <DateField
        label="To"
        value={props.to}
        min={props.from || undefined}
        onChange={(event) => props.onChange({ to: event.currentTarget.value })}
      />
    </div>
  );
}

/** A day of the address, if it is one: anybody can type there. */
export function dayParam(text: string | null): string {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : "";
}
