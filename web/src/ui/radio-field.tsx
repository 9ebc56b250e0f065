import type { ReactNode } from "react";
import classes from "./radio-field.module.css";

/** A few words to choose one of, all in sight. */
export function RadioField(props: {
  /** The first button takes it, so that a summary of errors can lead there. */
  id?: string;
  label: string;
  options: readonly string[];
  /** What an option is called here, where that is not what it is. */
  wordOf?: (option: string) => string;
  value?: unknown;
  error?: ReactNode;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onFocus?: () => void;
}) {
  const errorId = `${props.id ?? props.label}-error`;
  return (
    <fieldset className={classes.field} aria-describedby={props.error ? errorId : undefined}>
      <legend className={classes.label}>
        {props.label} <span aria-hidden="true">*</span>
      </legend>
      <div className={classes.options}>
        {props.options.map((option, at) => (
          <label key={option} className={classes.option}>
            <input
              type="radio"
              required
              id={at === 0 ? props.id : undefined}
              name={props.id ?? props.label}
              checked={props.value === option}
              onFocus={props.onFocus}
              onBlur={props.onBlur}
              onChange={() => props.onChange(option)}
            />
            {props.wordOf?.(option) ?? option}
          </label>
        ))}
      </div>
      {props.error && (
        <p id={errorId} className={classes.error}>
          {props.error}
        </p>
      )}
    </fieldset>
  );
}
