import { Button } from "@mantine/core";
import { z } from "zod";
import { Link } from "wouter";
import { api } from "../api/api.ts";
import { errorMessage, reasonOf } from "../api/error-message.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/feedback.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { useCheckedForm } from "../ui/form.tsx";
import classes from "./confirm-password.module.css";
import { profilePath } from "./paths.ts";
import { type SignedInUser, useSession } from "./session.tsx";

const typedSchema = z.object({ password: z.string().min(1, "Required").max(128) });

export function ConfirmPasswordDialog(props: { onConfirmed: () => void; onCancel: () => void }) {
  const session = useSession();
  const user = session.state === "signed-in" ? session.user : null;
  return (
    <Dialog title="Please confirm that it is you" shape="question" onClose={props.onCancel}>
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
    schema: typedSchema,
    initialValues: { password: "" },
  });
  const confirm = api.auth.confirmPassword.useMutation({ onSuccess: props.onConfirmed });

  return (
    <form noValidate className={classes.form} onSubmit={onSubmit((typed) => confirm.mutate(typed))}>
      <p className={classes.text}>This change needs your password once more.</p>
      {confirm.error && (
        <Notice tone="bad">
          <p>{wordsFor(confirm.error)}</p>
        </Notice>
      )}
      <input type="hidden" name="username" autoComplete="username" value={props.email} readOnly />
      <PasswordField
        label="Your password"
        required
        data-autofocus
        autoComplete="current-password"
        {...form.getInputProps("password")}
      />
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

/** Whoever only ever signed in by code has nothing to type here yet. */
function NoPassword(props: { user: SignedInUser; onCancel: () => void }) {
  return (
    <div className={classes.form}>
      <p className={classes.text}>
        This change needs a password, and you have none yet. Choose one on{" "}
        <Link href={profilePath(props.user.role)} onClick={props.onCancel}>
          your profile
        </Link>{" "}
        first, then try again.
      </p>
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onCancel}>
          Close
        </Button>
      </div>
    </div>
  );
}

function wordsFor(error: unknown): string {
  return reasonOf(error) === "access.wrong-credentials"
    ? "The password is incorrect, please try again."
    : errorMessage(error);
}
