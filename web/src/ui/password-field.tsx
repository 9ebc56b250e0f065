import "../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import classes from "./password-field.module.css";

/** A password that can be looked at while it is typed: on a phone that is the only way to see a slip. */
export function PasswordField(props: ComponentProps<typeof TextInput> & { showLabel?: string }) {
  const { showLabel = "Show password", ...field } = props;
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <TextInput
      // Where a password is asked for, nothing else may stay empty either.
      withAsterisk={false}
      {...field}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      rightSectionWidth={44}
      rightSection={
        <button
          type="button"
          className={classes.show}
          aria-label={showLabel}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={20} stroke={1.6} aria-hidden="true" />
        </button>
      }
    />
  );
}
