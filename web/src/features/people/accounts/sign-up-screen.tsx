import { signUpCodeLength } from "@portal/shared/people/accounts.ts";
import { useState } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { useLinkSecret } from "../../../session/link-secret.ts";
import { landingPath, profilePath } from "../../../session/paths.ts";
import { useSession } from "../../../session/session.tsx";
import { Notice } from "../../../ui/feedback.tsx";

import { AccountPage } from "./account-page.tsx";
import { firstSignUpTitle, SignUp, signUpTitles } from "./sign-up.tsx";

export function SignUpScreen() {
  const session = useSession();
  const [, navigate] = useLocation();
  const [title, setTitle] = useState(firstSignUpTitle);
  const secret = useLinkSecret();
  const code = secret.length === signUpCodeLength ? secret.toUpperCase() : "";

  // The code signs the user in; the page stays until the password is chosen.
  if (session.state === "signed-in" && title === signUpTitles.details)
    return <Redirect to={profilePath(session.user.role)} replace />;
  return (
    <AccountPage title={title}>
      {code && title === signUpTitles.details && (
        <Notice tone="info">
          <p>
            Your code works in the browser where you asked for it. Enter it there, or ask for
            another one here.
          </p>
        </Notice>
      )}
      {title === signUpTitles.details && (
        <p className="plain">Order faster and see all your orders in one place.</p>
      )}
      <SignUp
        code={code}
        onStep={setTitle}
        onDone={({ role }) => navigate(landingPath(role), { replace: true })}
      />
      {title === signUpTitles.details && (
        <p className="plain">
          Have an account? <Link href="/login">Sign in</Link>
        </p>
      )}
    </AccountPage>
  );
}
