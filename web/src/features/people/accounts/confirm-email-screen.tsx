import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { isOfFields, reasonOf } from "../../../api/error-message.ts";
import { homePath, profilePath, useLinkSecret } from "../../../session/paths.ts";
import { useSession } from "../../../session/session.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { AccountPage } from "./account-page.tsx";

const titles = {
  idle: "Confirming your email",
  pending: "Confirming your email",
  error: "Your email is not confirmed",
  success: "Your email is confirmed",
} as const;

/** Where the link in the mail to a new address leads. */
export function ConfirmEmailScreen() {
  const uuid = useLinkSecret();
  const session = useSession();
  const utils = api.useUtils();
  const confirm = api.auth.confirmEmail.useMutation({
    onSuccess: () => Promise.all([utils.auth.me.invalidate(), utils.profile.invalidate()]),
  });
  const { mutate, status, error } = confirm;

  const sent = useRef<string | null>(null);
  useEffect(() => {
    // A link works once, and React runs this twice in development.
    if (sent.current === uuid) return;
    sent.current = uuid;
    mutate({ uuid });
  }, [mutate, uuid]);

  const user = session.state === "signed-in" ? session.user : null;
  return (
    <AccountPage>
      <PageHeading key={status} title={titles[status]} />
      {status === "success" ? (
        <>
          <p className="plain">Thank you. We’ll send your emails to this address.</p>
          <Button component={Link} href={user ? homePath(user.role) : "/login"}>
            {user ? "Continue" : "Sign in"}
          </Button>
        </>
      ) : isEnded(error) ? (
        <>
          <p className="plain">
            This link has expired or has been used. Sign in and send a new one from your profile.
          </p>
          <Button component={Link} href={user ? profilePath(user.role) : "/login"}>
            {user ? "Go to your profile" : "Sign in"}
          </Button>
        </>
      ) : error ? (
        <Failure what="this link" error={error} onRetry={() => mutate({ uuid })} />
      ) : (
        <Loading what="your link" lines={2} />
      )}
    </AccountPage>
  );
}

function isEnded(error: unknown): boolean {
  return reasonOf(error) === "account.link-ended" || isOfFields(error);
}
