import { ticked } from "@portal/shared/platform/editing.ts";
import type { FieldProps } from "./edit-field.tsx";
import classes from "./editing.module.css";

/** A tick with a sentence on what it does. */
export function EditTick(props: { label: string; help: string | undefined; input: FieldProps }) {
  const { label, help, input } = props;
  const helpId = `${input.id}-help`;
  return (
    <div className={classes.tick}>
      <input
        type="checkbox"
        id={input.id}
        checked={input.value === ticked}
        aria-describedby={help ? helpId : undefined}
        onChange={(event) => input.onChange(event.currentTarget.checked ? ticked : "")}
      />
      <div>
        <label htmlFor={input.id}>{label}</label>
        {help && (
          <p id={helpId} className={classes.help}>
            {help}
          </p>
        )}
        {input.error && <p className={classes.error}>{input.error}</p>}
      </div>
    </div>
  );
}
