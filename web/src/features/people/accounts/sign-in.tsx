import { askByEmailSchema } from "@portal/shared/people/accounts.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import type { RequestedCode } from "./code-form.tsx";
import { CodeStep } from "./code-step.tsx";
import { PasswordSignInForm } from "./password-sign-in-form.tsx";
import { useSignedIn } from "./use-signed-in.ts";

type Step = { at: "password" } | { at: "code"; email: string; requested: RequestedCode };

/** What the page or dialog around it is called at each step. */
const titles = { password: "Sign in", code: "Enter your code" } as const;

/** Either way in: the password, or a code by mail and SMS. */
export function SignIn(props: {
  onSignedIn: (user: SignedInUser) => void;
  onStep?: (title: (typeof titles)[Step["at"]]) => void;
  /** A link to another page would take a person out of what they are in the middle of. */
  isDialog?: boolean;
}) {
  const [step, setStep] = useState<Step>({ at: "password" });
  const [email, setEmail] = useState("");
  const signedIn = useSignedIn();
  const requestCode = api.auth.requestCode.useMutation();
  const go = (next: Step) => {
    setStep(next);
    props.onStep?.(titles[next.at]);
  };
  const finish = async (user: SignedInUser) => {
    props.onSignedIn(user);
    await signedIn(user);
  };

  if (step.at === "code") {
    return (
      <CodeStep
        email={step.email}
        requested={step.requested}
        onSignedIn={(user) => void finish(user)}
        onResend={() => requestCode.mutateAsync({ email: step.email })}
        onOtherEmail={() => {
          requestCode.reset();
          go({ at: "password" });
        }}
      />
    );
  }
  return (
    <PasswordSignInForm
      email={email}
      isDialog={props.isDialog ?? false}
      onSignedIn={(user) => void finish(user)}
      isAskingForCode={requestCode.isPending}
      codeError={requestCode.error}
      onAskForCode={(typed) => {
        const asked = askByEmailSchema.parse({ email: typed });
        setEmail(asked.email);
        requestCode.mutate(asked, {
          onSuccess: (requested) => go({ at: "code", email: asked.email, requested }),
        });
      }}
    />
  );
}
