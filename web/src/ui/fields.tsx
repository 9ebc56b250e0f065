import { TextInput } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import "../theme/mantine-forms.ts";
import { formatDay } from "./days.tsx";
import classes from "./name-fields.module.css";
import neededLegendClasses from "./needed-legend.module.css";
import radioFieldClasses from "./radio-field.module.css";

type Props = Readonly<{
  /** What the form gives each field: its value, its error and how it changes. */
  first: object;
  last: object;
  /** Tells browsers whose name it is where a page asks for those of several people. */
  section?: "section-recipient";
}>;

/** First and last name of one person beside each other; below each other where that gets too narrow. */
export function NameFields({ first, last, section }: Props) {
  const token = section === undefined ? "" : `${section} `;
  return (
    <div className={classes.names}>
      <TextInput label="First name" required autoComplete={`${token}given-name`} {...first} />
      <TextInput label="Last name" required autoComplete={`${token}family-name`} {...last} />
    </div>
  );
}

/** The browser's own date field, whose order of day and month is the machine's: so the day stands in words above. */
export function DateField(props: ComponentProps<typeof TextInput> & { value?: string }) {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(props.value ?? "");
  return (
    <TextInput
      {...props}
      type="date"
      description={isDay ? formatDay(props.value ?? "") : "Day, month and year"}
    />
  );
}

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
    <fieldset
      className={radioFieldClasses.field}
      aria-describedby={props.error ? errorId : undefined}
    >
      <legend className={radioFieldClasses.label}>
        {props.label} <span aria-hidden="true">*</span>
      </legend>
      <div className={radioFieldClasses.options}>
        {props.options.map((option, at) => (
          <label key={option} className={radioFieldClasses.option}>
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
        <p id={errorId} className={radioFieldClasses.error}>
          {props.error}
        </p>
      )}
    </fieldset>
  );
}

/** What the stars in a form mean. Fields that may stay empty say so themselves. */
export function NeededLegend() {
  return <p className={neededLegendClasses.legend}>Fields marked * are needed.</p>;
}
