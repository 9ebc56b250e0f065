import "../../theme/mantine-forms.ts";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { EditField as Field } from "@portal/shared/platform/editing.ts";
import type { ReactNode } from "react";
import { DayText } from "../day-text.tsx";
import { PhoneField } from "../phone-field.tsx";
import { CheckboxGroup } from "./checkbox-group.tsx";
import classes from "./editing.module.css";
import { EditTick } from "./edit-tick.tsx";
import { PictureField } from "./picture-field.tsx";
import { RichTextField } from "./rich-text-field.tsx";

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
