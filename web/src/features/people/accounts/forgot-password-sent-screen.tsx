import { Link } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { AccountPage } from "./account-page.tsx";
import { ResendButton } from "./resend-button.tsx";

const stateSchema = z.object({ email: z.string() });

/** The same words whether there is such an account: nobody can find out here who is a customer. */
export function ForgotPasswordSentScreen() {
  const state = stateSchema.safeParse(useHistoryState());
  const email = state.success ? state.data.email : null;
  const again = api.auth.forgotPassword.useMutation({
    onSuccess: () => showToast("We have sent the link again."),
  });

  return (
    <AccountPage>
      <PageHeading title="Check your email" />
      <p className="plain">
        If we have an account for {email ? <strong>{email}</strong> : "your email"}, we have sent a
        link to choose a new password. It works for one hour.
      </p>
      <p className="quiet">Nothing after a few minutes? Check your spam folder.</p>
      {again.error && (
        <Notice tone="bad">
          <p>{errorMessage(again.error)}</p>
        </Notice>
      )}
      {email ? (
        <ResendButton isPending={again.isPending} onResend={() => again.mutate({ email })}>
          Resend link
        </ResendButton>
      ) : (
        <Link href="/forgot-password" className="link">
          Resend link
        </Link>
      )}
      <Link href="/login" className="link">
        Back to sign in
      </Link>
    </AccountPage>
  );
}
