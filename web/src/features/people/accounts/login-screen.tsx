import { useState } from "react";
import { Link, Redirect, useLocation, useSearchParams } from "wouter";
import { pathAfterSignIn, safeReturnPath } from "../../../session/paths.ts";
import { type SignedInUser, useSession } from "../../../session/session.tsx";

import { AccountPage } from "./account-page.tsx";
import { SignIn } from "./sign-in.tsx";

/** Signs in by password or code, then returns to the page that required it. */
export function LoginScreen() {
  const session = useSession();
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  // Requesting a code keeps this page, under another heading.
  const [heading, setHeading] = useState("Sign in");
  const returnPath = safeReturnPath(params.get("return"));
  const leave = (user: SignedInUser) =>
    navigate(pathAfterSignIn(user, returnPath), { replace: true });

  if (session.state === "signed-in")
    return <Redirect to={pathAfterSignIn(session.user, returnPath)} replace />;
  return (
    <AccountPage title={heading}>
      {returnPath && heading === "Sign in" && (
        <p className="quiet">Please sign in to see that page.</p>
      )}
      <SignIn onSignedIn={leave} onStep={setHeading} />
      {heading === "Sign in" && (
        <p className="plain">
          New here? <Link href="/sign-up">Create an account</Link>
        </p>
      )}
    </AccountPage>
  );
}
