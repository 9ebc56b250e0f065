import { Button } from "@mantine/core";
import { askByEmailSchema } from "@portal/shared/people/accounts.ts";
import { Link, useLocation } from "wouter";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors } from "../../../api/error-message.ts";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { AccountPage } from "./account-page.tsx";
import { EmailField } from "./sign-in.tsx";

/** Asks for a link by mail. The email goes on to the notice in the browser's history, not in the address. */
export function ForgotPasswordScreen() {
  const [, navigate] = useLocation();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "forgot",
    schema: askByEmailSchema,
    initialValues: { email: "" },
  });
  const ask = api.auth.forgotPassword.useMutation({
    onSuccess: (_answer, { email }) => navigate("/forgot-password/sent", { state: { email } }),
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <AccountPage>
      <PageHeading title="Forgot your password?" />
      <p className="plain">
        Enter your email address and we’ll send you a link to choose a new password.
      </p>
      <form noValidate onSubmit={onSubmit((typed) => ask.mutate(typed))} className="stack">
        <ErrorSummary {...summary} />
        {ask.error && (
          <Notice tone="bad">
            <p>{errorMessage(ask.error)}</p>
          </Notice>
        )}
        <EmailField withAsterisk={false} {...form.getInputProps("email")} />
        <Button type="submit" fullWidth loading={ask.isPending}>
          Send link
        </Button>
      </form>
      <Link href="/login" className="link">
        Back to sign in
      </Link>
    </AccountPage>
  );
}
