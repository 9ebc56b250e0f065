import { Suspense, useState } from "react";
import { Link, Redirect, useLocation, useSearchParams } from "wouter";
import { useHasLapsed } from "../../../session/ended-session.ts";
import { pathAfterSignIn, safeReturnPath } from "../../../session/paths.ts";
import { type SignedInUser, useSession } from "../../../session/session.tsx";

import { Loading, Notice } from "../../../ui/feedback.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { AccountPage } from "./account-page.tsx";
import { SignIn } from "./sign-in.tsx";

const FactorStep = lazyPart(async () => (await import("./factor-step.tsx")).FactorStep);

/** Admins finish signing in here, whatever page they began on. */
const waitingTitles = {
  factor: "Confirm it is you",
  "set-up": "Set up your second step",
  "set-up-link": "Set up your second step",
} as const;

/** Signs in by password or code, then returns to the page that required it. */
export function LoginScreen() {
  const session = useSession();
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  // Requesting a code keeps this page, under another heading.
  const [heading, setHeading] = useState("Sign in");
  const hasLapsed = useHasLapsed();
  const returnPath = safeReturnPath(params.get("return"));
  const leave = (user: SignedInUser) =>
    navigate(pathAfterSignIn(user, returnPath), { replace: true });

  const waiting = session.state === "guest" ? session.waiting : undefined;
  // Setting up completes the session before the recovery codes have been kept.
  const [settingUp, setSettingUp] = useState<SignedInUser | null>(null);
  if (waiting?.lacks === "set-up" && settingUp === null) setSettingUp(waiting);
  const shown = settingUp ?? waiting;
  if (shown?.lacks)
    return (
      <AccountPage key="waiting" title={waitingTitles[shown.lacks]}>
        <Suspense fallback={<Loading what="the form" lines={3} />}>
          <FactorStep key={shown.lacks} user={shown} onOver={() => setSettingUp(null)} />
        </Suspense>
      </AccountPage>
    );
  if (session.state === "signed-in")
    return <Redirect to={pathAfterSignIn(session.user, returnPath)} replace />;
  return (
    <AccountPage title={heading}>
      {heading === "Sign in" && hasLapsed && (
        <Notice tone="info" title="Your session has ended">
          <p>
            It ends after a while without use, and when your password is changed. Sign in to go on
            where you were.
          </p>
        </Notice>
      )}
      {returnPath && heading === "Sign in" && !hasLapsed && (
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
