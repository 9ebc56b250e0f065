import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type EditField as Field, linesOf, ticked } from "@portal/shared/platform/editing.ts";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import "../../theme/mantine-forms.ts";
import { DayText } from "../days.tsx";
import { Loading } from "../feedback.tsx";
import { PhoneField } from "../phone-field.tsx";
import { RichWords } from "../rich-words.tsx";
import classes from "./editing.module.css";
import { PictureField } from "./picture-field.tsx";

const unitWidth = 72;

/** What a form gives each of its fields. */
export type FieldProps = Readonly<{
  id: string;
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  onBlur: () => void;
}>;

type Drawn = Readonly<{ field: Field; isNeeded: boolean; input: FieldProps }>;

/** One field of the office's forms, with what follows from what is typed in it. */
export function EditField(props: Drawn & { note: string | null }) {
  // By the field and not by its note: what somebody types in must not be drawn anew.
  if (!props.field.note) return <FieldOfKind {...props} />;
  return (
    <div>
      <FieldOfKind {...props} />
      <p className={classes.help} role="status">
        {props.note}
      </p>
    </div>
  );
}

function FieldOfKind(props: Drawn) {
  const { field, input } = props;
  const { label, help, options = [] } = field;
  const words = { label, description: help, withAsterisk: props.isNeeded };
  const typed = {
    id: input.id,
    value: input.value,
    error: input.error,
    onBlur: input.onBlur,
    onChange: (
      event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>,
    ) => input.onChange(event.currentTarget.value),
  };
  switch (field.kind) {
    case "text":
    case "id-number":
      return <TextInput {...words} {...typed} autoComplete="off" />;
    case "email":
      return <TextInput {...words} {...typed} type="email" autoComplete="off" />;
    case "long-text":
      return <Textarea {...words} {...typed} rows={4} />;
    case "rich-text":
      return <RichTextField label={label} help={help} input={input} />;
    case "emails":
      return (
        <Textarea {...words} {...typed} description={help ?? "One address a line."} rows={4} />
      );
    case "int":
    case "number":
    case "percent":
    case "price":
      return <NumberField {...words} {...typed} field={field} />;
    case "select":
      return (
        <NativeSelect
          {...words}
          {...typed}
          data={[{ value: "", label: "Please choose" }, ...options]}
        />
      );
    case "phone":
    case "tel-input":
      return <PhoneField {...words} {...typed} />;
    case "tick":
      return <EditTick label={label} help={help} input={input} />;
    case "checkbox-group":
      return <CheckboxGroup label={label} help={help} options={options} input={input} />;
    case "image":
      return <PictureField label={label} help={help} input={input} />;
    case "date":
      return (
        <p className={classes.readOnly}>
          <span>{label}</span> <DayText value={input.value} withTime />
        </p>
      );
  }
}

function NumberField(props: React.ComponentProps<typeof TextInput> & { field: Field }) {
  const { field, ...input } = props;
  return (
    <TextInput
      {...input}
      classNames={{ wrapper: classes.number ?? "" }}
      inputMode={field.kind === "int" ? "numeric" : "decimal"}
      autoComplete="off"
      {...(field.unit && sideOf(field, <span className={classes.unit}>{field.unit}</span>))}
    />
  );
}

/** "R 325.00", but "140 grams". */
function sideOf({ kind }: Field, unit: ReactNode) {
  return kind === "price"
    ? { leftSection: unit }
    : { rightSection: unit, rightSectionWidth: unitWidth };
}

/** Several of several; the first one carries the field's id, so that the list of problems leads to it. */
function CheckboxGroup(props: {
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

/** A tick with a sentence on what it does. */
function EditTick(props: { label: string; help: string | undefined; input: FieldProps }) {
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

const RichText = lazy(async () => ({
  default: (await import("../rich-text/rich-text.tsx")).RichText,
}));

/**
 * Formatted words: shown as people read them, with an editor that comes when somebody wants to write.
 * What is typed is HTML, which the server cleans.
 */
function RichTextField(props: { label: string; help: string | undefined; input: FieldProps }) {
  const { label, help, input } = props;
  const labelId = useId();
  const [isWriting, setWriting] = useState(false);
  const [start] = useState(input.value);
  return (
    <div role="group" aria-labelledby={labelId} className={classes.rich}>
      <label id={labelId} htmlFor={input.id} className={classes.label}>
        {label}
      </label>
      {help && <p className={classes.help}>{help}</p>}
      {isWriting ? (
        <Suspense fallback={<Loading what="the editor" lines={4} />}>
          <RichText
            id={input.id}
            label={label}
            html={start}
            onChange={input.onChange}
            onBlur={input.onBlur}
          />
        </Suspense>
      ) : (
        <div className={classes.written}>
          {input.value === "" ? (
            <span className={classes.noPicture}>Nothing yet</span>
          ) : (
            <RichWords html={input.value} />
          )}
          <Button
            id={input.id}
            variant="default"
            aria-label={`Write ${label}`}
            onClick={() => setWriting(true)}
          >
            Write
          </Button>
        </div>
      )}
      {input.error && <p className={classes.error}>{input.error}</p>}
    </div>
  );
}
