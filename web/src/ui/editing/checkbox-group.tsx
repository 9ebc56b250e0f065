import { linesOf } from "@portal/shared/platform/editing.ts";
import type { FieldProps } from "./edit-field.tsx";
import classes from "./editing.module.css";

/** Several of several; the first one carries the field's id, so that the list of problems leads to it. */
export function CheckboxGroup(props: {
  label: string;
  help: string | undefined;
  options: readonly Readonly<{ value: string; label: string }>[];
  input: FieldProps;
}) {
  const { label, help, options, input } = props;
  const chosen = linesOf(input.value);
  const change = (value: string, isChosen: boolean) =>
    input.onChange(
      options
        .map((option) => option.value)
        .filter((other) => (other === value ? isChosen : chosen.includes(other)))
        .join("\n"),
    );
  return (
    <fieldset
      className={classes.group}
      aria-describedby={input.error ? `${input.id}-error` : undefined}
    >
      <legend>{label}</legend>
      {help && <p className={classes.help}>{help}</p>}
      {options.map((option, index) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="checkbox"
            id={index === 0 ? input.id : undefined}
            checked={chosen.includes(option.value)}
            onChange={(event) => change(option.value, event.currentTarget.checked)}
          />
          {option.label}
        </label>
      ))}
      {input.error && (
        <p id={`${input.id}-error`} className={classes.error}>
          {input.error}
        </p>
      )}
    </fieldset>
  );
}
