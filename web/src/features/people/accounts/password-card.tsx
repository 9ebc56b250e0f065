import { Button } from "@mantine/core";
import { newPasswordSchema, passwordMismatch } from "@portal/shared/people/accounts.ts";
import { useState } from "react";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors, isOfFields, reasonOf } from "../../../api/error-message.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import classes from "./accounts.module.css";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { ProfileCard } from "./profile-card.tsx";

const updated = "Your password has been updated.";

/** Behind a button: three empty fields would ask something of everybody who only looks. */
export function PasswordCard(props: { hasPassword: boolean }) {
  const [state, setState] = useState<"closed" | "open" | "updated">("closed");
  return (
    <ProfileCard
      title="Password"
      hint={
        props.hasPassword
          ? "A new password signs you out everywhere else."
          : "You sign in by code. A password is quicker, and needed for bank details."
      }
      action={
        state !== "open" && (
          <Button variant="default" onClick={() => setState("open")}>
            {props.hasPassword ? "Change password" : "Choose a password"}
          </Button>
        )
      }
    >
      {state === "open" && (
        <PasswordForm
          hasPassword={props.hasPassword}
          onUpdated={() => setState("updated")}
          onCancel={() => setState("closed")}
        />
      )}
      {state === "updated" && (
        <Notice tone="good" title={updated}>
          <p>You stay signed in here and were signed out everywhere else.</p>
        </Notice>
      )}
    </ProfileCard>
  );
}

function PasswordForm(props: {
  hasPassword: boolean;
  onUpdated: () => void;
  onCancel: () => void;
}) {
  const { form, summary, send, update } = useUpdatePassword(props.hasPassword, props.onUpdated);
  return (
    <form noValidate className={classes.form} onSubmit={send}>
      <ErrorSummary {...summary} />
      {update.error && !isOfFields(update.error) && (
        <Notice tone="bad">
          <p>{errorMessage(update.error)}</p>
        </Notice>
      )}
      {props.hasPassword && (
        <PasswordField
          label="Current password"
          required
          autoComplete="current-password"
          showLabel="Show current password"
          {...form.getInputProps("currentPassword")}
        />
      )}
      <NewPasswordFields
        label="New password"
        typed={form.values.password}
        password={form.getInputProps("password")}
        repeated={form.getInputProps("repeated")}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={update.isPending}>
          Save password
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function typedSchema(hasPassword: boolean) {
  return z
    .object({
      currentPassword: hasPassword ? z.string().min(1, "Required").max(128) : z.string(),
      password: newPasswordSchema,
      repeated: z.string().max(128),
    })
    .refine(({ password, repeated }) => password === repeated, {
      path: ["repeated"],
      message: passwordMismatch,
    });
}

function useUpdatePassword(hasPassword: boolean, onUpdated: () => void) {
  const utils = api.useUtils();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "password",
    schema: typedSchema(hasPassword),
    initialValues: { currentPassword: "", password: "", repeated: "" },
  });
  const update = api.auth.updatePassword.useMutation({
    onSuccess: async () => {
      showToast(updated);
      onUpdated();
      await Promise.all([utils.auth.sessions.invalidate(), utils.auth.me.invalidate()]);
    },
    onError: (error) => showErrors(fieldsOf(error)),
  });
  const send = onSubmit(({ currentPassword, password }) =>
    update.mutate(hasPassword ? { currentPassword, password } : { password }),
  );
  return { form, summary, send, update };
}

/** Which of the fields a refusal is about. */
function fieldsOf(error: unknown): Record<string, string> {
  // Nobody typed an email here.
  return reasonOf(error) === "access.wrong-credentials"
    ? { currentPassword: "The password is incorrect, please try again." }
    : fieldErrors(error);
}
