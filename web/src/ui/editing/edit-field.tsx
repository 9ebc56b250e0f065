import {
  Box,
  Button,
  Checkbox,
  Input,
  NativeSelect,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { type EditField as Field, linesOf, ticked } from "@portal/shared/platform/editing.ts";
import { Suspense, useState } from "react";
import { DayText } from "../days.tsx";
import { Loading } from "../feedback.tsx";
import { PhoneField } from "../phone-field.tsx";
import { RichWords } from "../rich-words.tsx";
import { PictureField, type FieldProps } from "./picture-field.tsx";
import { lazyPart } from "../lazy-part.ts";

const unitWidth = 72;

type EditFieldProps = Readonly<{ field: Field; isNeeded: boolean; input: FieldProps }>;

/** A field of the office's forms, with a note that depends on its value. */
export function EditField(props: EditFieldProps & { note: string | null }) {
  // Depends on the field and not on its current note: otherwise the input would be remounted while the user types.
  if (!props.field.note) return <FieldOfKind {...props} />;
  return (
    <div>
      <FieldOfKind {...props} />
      <Text size="sm" c="dimmed" role="status">
        {props.note}
      </Text>
    </div>
  );
}

function FieldOfKind(props: EditFieldProps) {
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
        <Textarea
          {...words}
          {...typed}
          description={help ?? "One email address per line."}
          rows={4}
        />
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
          data={
            options.some(({ value }) => value === "")
              ? options
              : [{ value: "", label: "Please choose" }, ...options]
          }
        />
      );
    case "phone":
    case "tel-input":
      return <PhoneField {...words} {...typed} />;
    case "tick":
      return (
        <Checkbox
          id={input.id}
          label={label}
          description={help}
          error={input.error}
          checked={input.value === ticked}
          onChange={(event) => input.onChange(event.currentTarget.checked ? ticked : "")}
        />
      );
    case "checkbox-group":
      return <CheckboxGroup label={label} help={help} options={options} input={input} />;
    case "image":
      return <PictureField label={label} help={help} input={input} />;
    case "day":
      return (
        <Box maw={240}>
          <Suspense fallback={<Loading what="the date" lines={2} />}>
            <DayField
              {...words}
              id={input.id}
              value={input.value}
              error={input.error}
              onChange={input.onChange}
              onBlur={input.onBlur}
            />
          </Suspense>
        </Box>
      );
    case "date":
      return (
        <Text size="sm" c="dimmed">
          {label} <DayText value={input.value} withTime />
        </Text>
      );
  }
}

function NumberField(props: React.ComponentProps<typeof TextInput> & { field: Field }) {
  const { field, ...input } = props;
  return (
    <TextInput
      {...input}
      inputContainer={(children) => <Box maw={240}>{children}</Box>}
      inputMode={field.kind === "int" ? "numeric" : "decimal"}
      autoComplete="off"
      {...(field.unit && sideOf(field, field.unit))}
    />
  );
}

/** "R 325.00", but "140 grams". */
function sideOf({ kind }: Field, unit: string) {
  const side = (
    <Text component="span" size="sm" c="dimmed">
      {unit}
    </Text>
  );
  if (kind === "price") return { leftSection: side };
  return { rightSection: side, ...(unit === "%" ? {} : { rightSectionWidth: unitWidth }) };
}

/** The first checkbox has the field's id, for the link in the error summary. */
function CheckboxGroup(props: {
  label: string;
  help: string | undefined;
  options: readonly Readonly<{ value: string; label: string }>[];
  input: FieldProps;
}) {
  const { options, input } = props;
  const inOrder = (chosen: readonly string[]) =>
    options.map(({ value }) => value).filter((value) => chosen.includes(value));
  return (
    <Checkbox.Group
      label={props.label}
      description={props.help}
      error={input.error}
      value={linesOf(input.value)}
      onChange={(chosen) => input.onChange(inOrder(chosen).join("\n"))}
    >
      <Stack gap="xs" mt={4}>
        {options.map(({ value, label }, index) => (
          <Checkbox
            key={value}
            value={value}
            label={label}
            {...(index === 0 ? { id: input.id } : {})}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const DayField = lazyPart(async () => (await import("../dates/day-field.tsx")).DayField);
const RichText = lazyPart(async () => (await import("../rich-text/rich-text.tsx")).RichText);

/** Formatted text, shown as readers see it; the editor is loaded on request. The value is HTML, which the server sanitises. */
function RichTextField(props: { label: string; help: string | undefined; input: FieldProps }) {
  const { label, help, input } = props;
  const [isWriting, setWriting] = useState(false);
  const [start] = useState(input.value);
  return (
    <Input.Wrapper id={input.id} label={label} description={help} error={input.error}>
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
        <Paper withBorder radius="md" p="md">
          <Stack gap="sm" align="flex-start">
            {input.value === "" ? (
              <Text size="sm" c="dimmed">
                Nothing yet
              </Text>
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
          </Stack>
        </Paper>
      )}
    </Input.Wrapper>
  );
}
