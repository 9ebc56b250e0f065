import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Text.layer.css";
import { Button, Group, Stack, Text } from "@mantine/core";
import { type ConfirmPassword, confirmPasswordSchema } from "@portal/shared/people/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api/api.ts";
import { errorMessage, reasonOf } from "../api/error-message.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/feedback.tsx";
import { PassFactorForm } from "./pass-factor-form.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { Form, useCheckedForm } from "../ui/form.tsx";
import { withCaptcha } from "./captcha.ts";
import { profileSectionPath } from "./paths.ts";
import { type SignedInUser, useSession } from "./session.tsx";

export function ConfirmPasswordDialog(props: { onConfirmed: () => void; onCancel: () => void }) {
  const session = useSession();
  const user = session.state === "signed-in" ? session.user : null;
  if (user?.hasFactor)
    return (
      <Dialog title="Confirm it is you" shape="question" onClose={props.onCancel}>
        <PassFactorForm user={user} isSignIn={false} onPassed={props.onConfirmed} />
      </Dialog>
    );
  return (
    <Dialog title="Confirm your password" shape="question" onClose={props.onCancel}>
      {user && !user.hasPassword ? (
        <NoPassword user={user} onCancel={props.onCancel} />
      ) : (
        <PasswordForm email={user?.email ?? ""} {...props} />
      )}
    </Dialog>
  );
}

function PasswordForm(props: { email: string; onConfirmed: () => void; onCancel: () => void }) {
  const { form, onSubmit } = useCheckedForm({
    name: "confirm",
    schema: confirmPasswordSchema,
    initialValues: { password: "" },
  });
  const { mutateAsync } = api.auth.confirmPassword.useMutation();
  const confirm = useMutation({
    mutationFn: (typed: ConfirmPassword) =>
      withCaptcha((proof) => mutateAsync({ ...typed, ...proof })),
    onSuccess: props.onConfirmed,
  });

  return (
    <Form
      onSubmit={onSubmit((typed) => confirm.mutate(typed))}
      intro={<Text>Enter your password to make this change.</Text>}
      failure={null}
      notice={
        confirm.error && (
          <Notice tone="bad">
            <p>{wordsFor(confirm.error)}</p>
          </Notice>
        )
      }
    >
      <input type="hidden" name="username" autoComplete="username" value={props.email} readOnly />
      <PasswordField
        label="Your password"
        required
        data-autofocus
        autoComplete="current-password"
        {...form.getInputProps("password")}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          Confirm
        </Button>
      </Group>
    </Form>
  );
}

/** A user who has only signed in by code has no password to enter. */
function NoPassword(props: { user: SignedInUser; onCancel: () => void }) {
  return (
    <Stack>
      <Text>
        Set a password on{" "}
        <Link href={profileSectionPath(props.user.role, "password")} onClick={props.onCancel}>
          your profile
        </Link>{" "}
        first, then try again.
      </Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={props.onCancel}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}

function wordsFor(error: unknown): string {
  return reasonOf(error) === "access.wrong-credentials"
    ? "The password is incorrect, please try again."
    : errorMessage(error);
}
