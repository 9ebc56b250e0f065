import "../../../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import type { ComponentProps } from "react";

/** The email that names an account: password managers know it as the user's name. */
export function EmailField(props: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      label="Email"
      required
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
