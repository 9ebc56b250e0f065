import { Button } from "@mantine/core";
import { passwordPairSchema } from "@portal/shared/people/accounts.ts";
import type { ReactNode } from "react";
import { api } from "../../../api/api.ts";
import { besideFields, fieldErrors } from "../../../api/error-message.ts";
import { useBecome } from "../../../session/become.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import { NewPasswordFields } from "./new-password-fields.tsx";

/** Saves a password with the one-time UUID of a link or of a code, which signs the person in. */
export function ChoosePasswordForm(props: {
  /** Prefix of the field ids. */
  name: string;
  uuid: string;
  label: string;
  submitLabel: string;
  /** Called before the session is updated, so that the page can navigate first. */
  onChosen: (user: SignedInUser) => void;
  onFailed?: (error: unknown) => void;
  children?: ReactNode;
}) {
  const { signedIn } = useBecome();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: props.name,
    schema: passwordPairSchema,
    initialValues: { password: "", repeated: "" },
  });
  const choose = api.auth.signUp2.useMutation({
    onSuccess: async ({ user }) => {
      props.onChosen(user);
      await signedIn(user);
    },
    onError: (error) => {
      showErrors(fieldErrors(error));
      props.onFailed?.(error);
    },
  });

  return (
    <Form
      onSubmit={onSubmit(({ password }) => choose.mutate({ uuid: props.uuid, password }))}
      intro={props.children}
      summary={summary}
      failure={besideFields(choose.error)}
    >
      <NewPasswordFields
        label={props.label}
        typed={form.values.password}
        password={form.getInputProps("password")}
        repeated={form.getInputProps("repeated")}
      />
      <Button type="submit" fullWidth loading={choose.isPending || choose.isSuccess}>
        {props.submitLabel}
      </Button>
    </Form>
  );
}
