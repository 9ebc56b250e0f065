import { Link } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./accounts.module.css";
import { ResendButton } from "./resend-button.tsx";

const stateSchema = z.object({ email: z.string() });

/** The same words whether there is such an account: nobody can find out here who is a customer. */
export function ForgotPasswordSentScreen() {
  const state = stateSchema.safeParse(useHistoryState());
  const email = state.success ? state.data.email : null;
  const again = api.auth.forgotPassword.useMutation({
    onSuccess: () => showToast("The link is on its way again."),
  });

  return (
    <div className={classes.page}>
      <PageHeading title="Check your email" />
      <p className={classes.text}>
        If there is an account for {email ? <strong>{email}</strong> : "your email"}, a link to
        choose a new password is on its way. It works for one hour.
      </p>
      <p className={classes.hint}>
        Nothing there after some minutes? Please look in your spam too.
      </p>
      {again.error && (
        <Notice tone="bad">
          <p>{errorMessage(again.error)}</p>
        </Notice>
      )}
      {email ? (
        <ResendButton isPending={again.isPending} onResend={() => again.mutate({ email })}>
          Send it again
        </ResendButton>
      ) : (
        <Link href="/forgot-password" className={classes.link}>
          Send it again
        </Link>
      )}
      <Link href="/login" className={classes.link}>
        Back to sign in
      </Link>
    </div>
  );
}
