import { useState } from "react";
import type { SignedInUser } from "../../session/session.tsx";
import { ChoosePasswordForm } from "./choose-password-form.tsx";
import { CodeForm } from "./code-form.tsx";
import { type KnownPerson, type SignedUp, SignUpForm } from "./sign-up-form.tsx";
import { useSignedIn } from "./use-signed-in.ts";

type Step =
  | { at: "details" }
  | { at: "code"; signedUp: SignedUp }
  | { at: "password"; user: SignedInUser };

/** What the page or dialog around it is called at each step. */
export const signUpTitles = {
  details: "Create an account",
  code: "Enter your code",
  password: "Choose a password",
} as const;
export type SignUpTitle = (typeof signUpTitles)[Step["at"]];

/** Who somebody is, the code that proves the email, and a password (specification, section 4). */
export function SignUp(props: {
  known?: KnownPerson;
  onStep: (title: SignUpTitle) => void;
  /** The code was right: from now on somebody is signed in. */
  onSignedIn?: (user: SignedInUser) => void;
  onDone: (user: SignedInUser) => void;
}) {
  const [step, setStep] = useState<Step>({ at: "details" });
  const signedIn = useSignedIn();
  const go = (next: Step) => {
    setStep(next);
    props.onStep(signUpTitles[next.at]);
  };
  const proved = async (user: SignedInUser) => {
    props.onSignedIn?.(user);
    // Whoever had an account and typed its code is signed in, and has nothing left to do here.
    if (user.hasPassword) props.onDone(user);
    else go({ at: "password", user });
    await signedIn(user);
  };

  if (step.at === "details") {
    return (
      <SignUpForm
        {...(props.known ? { known: props.known } : {})}
        onSent={(signedUp) => go({ at: "code", signedUp })}
      />
    );
  }
  if (step.at === "code") {
    const { email, requested, again } = step.signedUp;
    return (
      <CodeForm
        email={email}
        requested={requested}
        onSignedIn={(user) => void proved(user)}
        onResend={again}
        onOtherEmail={() => go({ at: "details" })}
      />
    );
  }
  return <ChoosePasswordForm onDone={() => props.onDone(step.user)} />;
}
