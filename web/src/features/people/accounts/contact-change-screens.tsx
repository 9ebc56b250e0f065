import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../../../api/api.ts";
import { homePath, profilePath, useLinkSecret } from "../../../session/paths.ts";
import { useSession } from "../../../session/session.tsx";
import { ErrorNotice, Failure, Loading } from "../../../ui/feedback.tsx";
import { AccountPage, isLinkEnded } from "./account-page.tsx";

const titles = {
  idle: "Confirming your email",
  pending: "Confirming your email",
  error: "Your email is not confirmed",
  success: "Your email is confirmed",
} as const;

/** Opened by the link that is emailed to a new address. */
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
    // A link works once, and React runs this effect twice in development.
    if (sent.current === uuid) return;
    sent.current = uuid;
    mutate({ uuid });
  }, [mutate, uuid]);

  const user = session.state === "signed-in" ? session.user : null;
  return (
    <AccountPage key={status} title={titles[status]}>
      {status === "success" ? (
        <>
          <p className="plain">Thank you. We’ll send your emails to this address.</p>
          <Button component={Link} href={user ? homePath(user.role) : "/login"}>
            {user ? "Continue" : "Sign in"}
          </Button>
        </>
      ) : isLinkEnded(error) ? (
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

/**
 * Opened by "This was not me" in an email. A button is needed to go on: mail scanners open links, and undoing the
 * change ends all sessions of the account.
 */
export function NotMeScreen() {
  const uuid = useLinkSecret();
  const utils = api.useUtils();
  const [, navigate] = useLocation();
  const undo = api.auth.undoContactChange.useMutation({
    onSuccess: async ({ setPassword }) => {
      await utils.auth.me.invalidate();
      navigate(`/set-password#${setPassword}`, { replace: true });
    },
  });
  if (isLinkEnded(undo.error))
    return (
      <AccountPage key="ended" title="This link has ended">
        <p className="quiet">
          It has expired or has been used. If someone else uses your account, choose a new password
          and contact us.
        </p>
        <Button component={Link} href="/forgot-password">
          Choose new password
        </Button>
        <Button component={Link} href="/contact-us" variant="default">
          Contact us
        </Button>
      </AccountPage>
    );
  return (
    <AccountPage title="Was this not you?">
      <p className="quiet">
        We’ll keep your old email address and cell number, sign everyone out of your account, and
        ask you for a new password.
      </p>
      <ErrorNotice error={undo.error} />
      <Button loading={undo.isPending || undo.isSuccess} onClick={() => undo.mutate({ uuid })}>
        Stop the change
      </Button>
    </AccountPage>
  );
}
