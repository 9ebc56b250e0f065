import "../theme/mantine-forms.ts";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import { PasswordInput } from "@mantine/core";
import type { ComponentProps } from "react";

/** A password field with a button to show the password. */
export function PasswordField(
  props: ComponentProps<typeof PasswordInput> & { showLabel?: string },
) {
  const { showLabel = "Show password", ...field } = props;
  return (
    <PasswordInput
      // Forms with a password have no optional fields, so asterisks would only be noise.
      withAsterisk={false}
      autoCapitalize="none"
      spellCheck={false}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ "aria-label": showLabel }}
      // 44 px on touch screens.
      rightSectionWidth="var(--control)"
      vars={() => ({ root: { "--psi-button-size": "var(--control)" } })}
      {...field}
    />
  );
}
