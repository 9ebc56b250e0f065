import "../../../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import classes from "./form-dialog.module.css";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { PhoneField } from "../../../ui/phone-field.tsx";

type Field = ComponentProps<typeof TextInput> & { value?: string };
type PersonField = "firstName" | "lastName" | "cellNumber" | "altNumber";

/** Name and numbers, as adding and editing a person ask for them. */
export function PersonFields(props: {
  fields: (name: PersonField) => Field;
  /** The cell number as it was read. */
  keptCell?: string;
}) {
  const { fields } = props;
  const { cellNumber } = useRegionWords();
  return (
    <>
      <div className={classes.pair}>
        <TextInput label="First name" required autoComplete="off" {...fields("firstName")} />
        <TextInput label="Last name" required autoComplete="off" {...fields("lastName")} />
      </div>
      <div className={classes.pair}>
        <PhoneField label={cellNumber} required kept={props.keptCell} {...fields("cellNumber")} />
        <TextInput
          label="Other number (optional)"
          description="At home or at work."
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...fields("altNumber")}
        />
      </div>
    </>
  );
}

/** Addresses are lower case, however they are typed. */
export function EmailField(
  props: Field & { onLeft?: (email: string) => void; onLower: (email: string) => void },
) {
  const { onLeft, onLower, onBlur, value = "", ...field } = props;
  return (
    <TextInput
      label="Email"
      type="email"
      inputMode="email"
      required
      autoComplete="off"
      {...field}
      value={value}
      onBlur={(event) => {
        onBlur?.(event);
        const email = value.trim().toLowerCase();
        if (email !== value) onLower(email);
        onLeft?.(email);
      }}
    />
  );
}
