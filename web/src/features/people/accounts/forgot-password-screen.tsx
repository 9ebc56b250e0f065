import { Button } from "@mantine/core";
import { askByEmailSchema } from "@portal/shared/people/accounts.ts";
import { Link, useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { besideFields, fieldErrors } from "../../../api/error-message.ts";
import { ErrorNotice, showToast } from "../../../ui/feedback.tsx";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import { AccountPage } from "./account-page.tsx";
import { ResendButton } from "./resend-button.tsx";
import { EmailField } from "./sign-in.tsx";

/** Requests a reset link. The email reaches the next screen by the history state, which keeps it out of the address. */
export function ForgotPasswordScreen() {
  const [, navigate] = useLocation();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "forgot",
    schema: askByEmailSchema,
    initialValues: { email: "" },
  });
  const request = api.auth.forgotPassword.useMutation({
    onSuccess: (_answer, { email }) => navigate("/forgot-password/sent", { state: { email } }),
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <AccountPage title="Forgot your password?">
      <p className="plain">
        Enter your email address and we’ll send you a link to choose a new password.
      </p>
      <Form
        onSubmit={onSubmit((typed) => request.mutate(typed))}
        summary={summary}
        failure={besideFields(request.error)}
      >
        <EmailField withAsterisk={false} {...form.getInputProps("email")} />
        <Button type="submit" fullWidth loading={request.isPending}>
          Send link
        </Button>
      </Form>
      <BackToSignIn />
    </AccountPage>
  );
}

const stateSchema = z.object({ email: z.string() });

/** Says the same whether there is such an account, so that it does not reveal who is a customer. */
export function ForgotPasswordSentScreen() {
  const email = stateSchema.safeParse(useHistoryState()).data?.email ?? null;
  const resend = api.auth.forgotPassword.useMutation({
    onSuccess: () => showToast("We have sent the link again."),
  });

  return (
    <AccountPage title="Check your email">
      <p className="plain">
        If we have an account for {email ? <strong>{email}</strong> : "your email"}, we have sent a
        link to choose a new password. It works for one hour.
      </p>
      <p className="quiet">Nothing after a few minutes? Check your spam folder.</p>
      <ErrorNotice error={resend.error} />
      {email ? (
        <ResendButton isPending={resend.isPending} onResend={() => resend.mutate({ email })}>
          Resend link
        </ResendButton>
      ) : (
        <Link href="/forgot-password" className="link">
          Resend link
        </Link>
      )}
      <BackToSignIn />
    </AccountPage>
  );
}

function BackToSignIn() {
  return (
    <Link href="/login" className="link">
      Back to sign in
    </Link>
  );
}
