import "../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { formatDay } from "./day.ts";

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
