import { useState } from "react";
import type { SignedInUser } from "../../../session/session.tsx";
import { ChoosePasswordForm } from "./choose-password-form.tsx";
import { CodeStep } from "./code-step.tsx";
import { type KnownPerson, type SignedUp, SignUpForm } from "./sign-up-form.tsx";
import { useSignedIn } from "./use-signed-in.ts";

type Step =
  | { at: "details" }
  | { at: "code"; signedUp: SignedUp }
  | { at: "password"; user: SignedInUser; uuid: string };

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
  onDone: (user: SignedInUser) => void;
}) {
  const [step, setStep] = useState<Step>({ at: "details" });
  const signedIn = useSignedIn();
  const go = (next: Step) => {
    setStep(next);
    props.onStep(signUpTitles[next.at]);
  };
  const proved = async (user: SignedInUser, setPassword: string | null) => {
    if (setPassword === null) props.onDone(user);
    else go({ at: "password", user, uuid: setPassword });
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
      <CodeStep
        email={email}
        requested={requested}
        isNew
        onSignedIn={(user, setPassword) => void proved(user, setPassword)}
        onResend={again}
        onOtherEmail={() => go({ at: "details" })}
      />
    );
  }
  return <ChoosePasswordForm uuid={step.uuid} onDone={() => props.onDone(step.user)} />;
}
