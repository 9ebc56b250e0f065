import "../theme/mantine-forms.ts";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import { PasswordInput } from "@mantine/core";
import type { ComponentProps } from "react";

/** A password that can be looked at while it is typed: on a phone that is the only way to see a slip. */
export function PasswordField(
  props: ComponentProps<typeof PasswordInput> & { showLabel?: string },
) {
  const { showLabel = "Show password", ...field } = props;
  return (
    <PasswordInput
      // Where a password is asked for, nothing else may stay empty either.
      withAsterisk={false}
      autoCapitalize="none"
      spellCheck={false}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ "aria-label": showLabel }}
      // As large as a finger needs where there is one.
      rightSectionWidth="var(--control)"
      vars={() => ({ root: { "--psi-button-size": "var(--control)" } })}
      {...field}
    />
  );
}
