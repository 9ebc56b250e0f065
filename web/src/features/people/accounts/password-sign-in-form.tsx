import { Button } from "@mantine/core";
import { passwordLoginSchema, requiredEmailSchema } from "@portal/shared/people/accounts.ts";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors } from "../../../api/error-message.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import classes from "./accounts.module.css";
import { EmailField } from "./email-field.tsx";

export function PasswordSignInForm(props: {
  email: string;
  isDialog: boolean;
  onSignedIn: (user: SignedInUser) => void;
  /** Told of an email that can be one. */
  onAskForCode: (email: string) => void;
  isAskingForCode: boolean;
  codeError: unknown;
}) {
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "login",
    schema: passwordLoginSchema,
    initialValues: { email: props.email, password: "" },
  });
  const login = api.auth.login.useMutation({
    onSuccess: ({ user }) => props.onSignedIn(user),
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const error = login.error ?? props.codeError;

  const askForCode = () => {
    const email = requiredEmailSchema.safeParse(form.getValues().email);
    login.reset();
    if (email.success) props.onAskForCode(email.data);
    else showErrors({ email: email.error.issues[0]?.message ?? "Required" });
  };

  return (
    <form noValidate onSubmit={onSubmit((values) => login.mutate(values))} className={classes.form}>
      <ErrorSummary {...summary} />
      {Boolean(error) && (
        <Notice tone="bad">
          <p>{errorMessage(error)}</p>
        </Notice>
      )}
      <EmailField
        withAsterisk={false}
        autoFocus={props.email !== ""}
        {...form.getInputProps("email")}
      />
      <PasswordField
        label="Password"
        required
        autoComplete="current-password"
        {...form.getInputProps("password")}
      />
      <Button type="submit" fullWidth loading={login.isPending}>
        Sign in
      </Button>
      <p className={classes.or}>or</p>
      <Button variant="default" fullWidth loading={props.isAskingForCode} onClick={askForCode}>
        Email me a code
      </Button>
      <ForgotLink isDialog={props.isDialog} />
    </form>
  );
}

/** From a dialog of the checkout it opens beside the order, which stays as it is. */
function ForgotLink(props: { isDialog: boolean }) {
  return (
    <Link
      href="/forgot-password"
      className={classes.link}
      {...(props.isDialog ? { target: "_blank" } : {})}
    >
      Forgot your password?
    </Link>
  );
}
