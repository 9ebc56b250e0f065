import { VisuallyHidden } from "@mantine/core";
import { passwordRules } from "@portal/shared/people/accounts.ts";
import { IconCheck, IconPoint } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { PasswordField } from "../../../ui/password-field.tsx";

type FieldProps = ComponentProps<typeof PasswordField>;

/** A new password, its repetition, and the password rules, each ticked once it is met. */
export function NewPasswordFields(props: {
  label: string;
  typed: string;
  password: FieldProps;
  repeated: FieldProps;
}) {
  return (
    <>
      <div className="stack">
        <PasswordField
          label={props.label}
          required
          autoComplete="new-password"
          {...props.password}
        />
        <ul className="stack tight quiet small" aria-label="Password rules">
          {passwordRules.map(({ message, isKept }) => (
            <Rule key={message} words={message} isKept={isKept(props.typed)} />
          ))}
        </ul>
      </div>
      <PasswordField
        label="Repeat password"
        required
        autoComplete="new-password"
        showLabel="Show the repeated password"
        {...props.repeated}
      />
    </>
  );
}

function Rule(props: { words: string; isKept: boolean }) {
  const Icon = props.isKept ? IconCheck : IconPoint;
  return (
    <li className={`row ${props.isKept ? "good" : ""}`}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      <span>
        {props.words}
        <VisuallyHidden>{props.isKept ? ", done" : ", not yet"}</VisuallyHidden>
      </span>
    </li>
  );
}
