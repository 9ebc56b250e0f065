import { useState } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { landingPath, profilePath } from "../../../session/paths.ts";
import { useSession } from "../../../session/session.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { AccountPage } from "./account-page.tsx";
import { SignUp, type SignUpTitle, signUpTitles } from "./sign-up.tsx";

export function SignUpScreen() {
  const session = useSession();
  const [, navigate] = useLocation();
  const [title, setTitle] = useState<SignUpTitle>(signUpTitles.details);

  // Somebody who is signed in halfway through stays until the password is chosen.
  if (session.state === "signed-in" && title === signUpTitles.details)
    return <Redirect to={profilePath(session.user.role)} replace />;
  return (
    <AccountPage>
      <PageHeading title={title} />
      {title === signUpTitles.details && (
        <p className="plain">Order faster and see all your orders in one place.</p>
      )}
      <SignUp
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
