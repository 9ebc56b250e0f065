import type { ReactNode } from "react";
import classes from "./filter-tabs.module.css";

/** One filter of a list with all its values in sight, and how many rows each has, or what they come to. */
export function FilterTabs<Value extends string>(props: {
  label: string;
  chosen: Value;
  tabs: readonly { value: Value; label: string; count: number | undefined; sum?: ReactNode }[];
  onChosen: (value: Value) => void;
}) {
  return (
    <div className={classes.tabs} role="group" aria-label={props.label}>
      {props.tabs.map(({ value, label, count, sum }) => (
        <button
          key={value}
          type="button"
          className={classes.tab}
          aria-pressed={value === props.chosen}
          onClick={() => props.onChosen(value)}
        >
          {label} {count !== undefined && <span className={classes.count}>{count}</span>}
          {sum && <span className={classes.sum}>{sum}</span>}
        </button>
      ))}
    </div>
  );
}
