import { Button } from "@mantine/core";
import { peopleRefusals } from "@portal/shared/platform/refusals/people-refusals.ts";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../../../api/api.ts";
import { reasonOf } from "../../../api/error-message.ts";
import { useLinkSecret } from "../../../session/link-secret.ts";
import { homePath, landingPath } from "../../../session/paths.ts";
import { Failure, Loading, showToast } from "../../../ui/feedback.tsx";
import { AccountPage, isLinkEnded } from "./account-page.tsx";
import { ChoosePasswordForm } from "./choose-password-form.tsx";

/** Opened by an emailed link: completes a registration or resets the password. */
export function SetPasswordScreen() {
  const uuid = useLinkSecret();
  const [, navigate] = useLocation();
  const [usedUp, setUsedUp] = useState<string | null>(null);
  const owner = api.auth.getCustomerByUUID.useMutation();
  const { mutate } = owner;
  useEffect(() => mutate({ uuid }), [mutate, uuid]);

  if (usedUp === uuid || isLinkEnded(owner.error)) return <EndedLink key="ended" />;
  if (reasonOf(owner.error) === "account.registered") return <Registered key="registered" />;
  if (!owner.data)
    return (
      <AccountPage key="loading" title="Choose a password">
        {owner.error ? (
          <Failure what="this link" error={owner.error} onRetry={() => mutate({ uuid })} />
        ) : (
          <Loading what="your link" lines={3} />
        )}
      </AccountPage>
    );

  const { firstName, purpose } = owner.data;
  const isNew = purpose === "register";
  return (
    <AccountPage
      key="loaded"
      title="Choose a password"
      heading={isNew ? `Welcome, ${firstName}` : `Hello ${firstName}`}
    >
      <p className="plain">
        {isNew
          ? "Choose a password to complete your registration."
          : "Choose a new password. We’ll sign you out on all other devices."}
      </p>
      <ChoosePasswordForm
        name="new"
        uuid={uuid}
        label="New password"
        submitLabel={isNew ? "Complete registration" : "Save new password"}
        onChosen={({ role, lacks }) => {
          if (lacks) return navigate("/login", { replace: true });
          showToast(isNew ? "Registration complete!" : "Your password has been updated.");
          navigate(isNew ? landingPath(role) : homePath(role), { replace: true });
        }}
        onFailed={(error) => {
          if (reasonOf(error) === "account.link-ended") setUsedUp(uuid);
        }}
      />
      <Link href="/login" className="link">
        Back to sign in
      </Link>
    </AccountPage>
  );
}

/** The new link that is offered works for an unfinished registration too. */
function EndedLink() {
  return (
    <AccountPage title="This link has expired">
      <p className="plain">{peopleRefusals["account.link-ended"].message}</p>
      <div className="row">
        <Button component={Link} href="/forgot-password">
          Send a new link
        </Button>
        <Button component={Link} href="/login" variant="default">
          Sign in
        </Button>
      </div>
    </AccountPage>
  );
}

/** A link of a registration is opened once more, as from the same email a week later. */
function Registered() {
  return (
    <AccountPage title="You have registered already">
      <p className="plain">Sign in with the password that you chose.</p>
      <div className="row">
        <Button component={Link} href="/login">
          Sign in
        </Button>
        <Button component={Link} href="/forgot-password" variant="default">
          Forgot your password?
        </Button>
      </div>
    </AccountPage>
  );
}
