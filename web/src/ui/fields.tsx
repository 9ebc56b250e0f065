import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/RadioCard.layer.css";
import "@mantine/core/styles/RadioIndicator.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Group, Radio, SimpleGrid, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import "../theme/mantine-forms.ts";

type Props = Readonly<{
  /** The form's input props of each field. */
  first: object;
  last: object;
  /** The autofill section, where a page has the names of several people. */
  section?: "section-recipient";
}>;

export function NameFields({ first, last, section }: Props) {
  const token = section === undefined ? "" : `${section} `;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput label="First name" required autoComplete={`${token}given-name`} {...first} />
      <TextInput label="Last name" required autoComplete={`${token}family-name`} {...last} />
    </SimpleGrid>
  );
}

export function RadioField<Option extends string>(props: {
  /** Set on the first button, for the link in the error summary. */
  id?: string;
  label: string;
  options: readonly Option[];
  /** The label of an option, if it differs from the option. */
  wordOf?: (option: Option) => string;
  value?: unknown;
  error?: ReactNode;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onFocus?: () => void;
}) {
  return (
    <Radio.Group
      label={props.label}
      required
      value={typeof props.value === "string" ? props.value : null}
      error={props.error}
      onChange={props.onChange}
    >
      <Group gap="lg" mih="var(--control)">
        {props.options.map((option, at) => (
          <Radio
            key={option}
            value={option}
            {...(at === 0 && props.id ? { id: props.id } : {})}
            label={props.wordOf?.(option) ?? option}
            onFocus={props.onFocus}
            onBlur={props.onBlur}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}

/** Explains the asterisks. Optional fields are labelled as such. */
export function NeededLegend() {
  return (
    <Text size="sm" c="dimmed">
      Fields marked * are required.
    </Text>
  );
}
