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
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <TextInput label="First name" required autoComplete={`${token}given-name`} {...first} />
      <TextInput label="Last name" required autoComplete={`${token}family-name`} {...last} />
    </SimpleGrid>
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

/** What the stars in a form mean. Fields that may stay empty say so themselves. */
export function NeededLegend() {
  return (
    <Text size="sm" c="dimmed">
      Fields marked * are required.
    </Text>
  );
}
