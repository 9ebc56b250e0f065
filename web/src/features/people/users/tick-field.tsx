import type { ReactNode } from "react";
import classes from "./form-dialog.module.css";
import { tick } from "./tick.ts";

/** A tick among fields of text: `tick` or nothing. */
export function TickField(props: {
  label: ReactNode;
  id?: string;
  value?: string;
  error?: ReactNode;
  onChange: (value: string) => void;
}) {
  const errorId = props.id === undefined ? undefined : `${props.id}-error`;
  return (
    <div>
      <label className={classes.check} htmlFor={props.id}>
        <input
          type="checkbox"
          id={props.id}
          checked={props.value === tick}
          aria-describedby={props.error ? errorId : undefined}
          aria-invalid={props.error ? true : undefined}
          onChange={(event) => props.onChange(event.currentTarget.checked ? tick : "")}
        />
        <span>{props.label}</span>
      </label>
      {props.error && (
        <p id={errorId} className={classes.checkError}>
          {props.error}
        </p>
      )}
    </div>
  );
}
