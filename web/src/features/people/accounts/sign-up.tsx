import { z } from "zod/mini";
import { Button, TextInput } from "@mantine/core";
import { type SignUp1, signUp1Schema } from "@portal/shared/people/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors, isOfFields, reasonOf } from "../../../api/error-message.ts";
import { shop } from "../../../config.ts";
import { useBecome } from "../../../session/become.ts";
import { useCaptcha } from "../../../session/captcha.ts";
import { guestId } from "../../../session/guest-id.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import "../../../theme/mantine-forms.ts";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { NameFields, NeededLegend } from "../../../ui/fields.tsx";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import classes from "./accounts.module.css";
import { ChoosePasswordForm } from "./choose-password-form.tsx";
import { CodeForm, type RequestedCode } from "./code-form.tsx";
import { forgetSignUp, keepSignUp, keptSignUp, type SignedUp } from "./kept-sign-up.ts";

import { EmailField } from "./sign-in.tsx";

type Step =
  | { at: "details"; typed?: KnownPerson }
  | { at: "code"; signedUp: SignedUp }
  | { at: "password"; user: SignedInUser; uuid: string };

/** The title of the page or dialog at each step. */
export const signUpTitles = {
  details: "Create an account",
  code: "Enter your code",
  password: "Choose a password",
} as const;
export type SignUpTitle = (typeof signUpTitles)[Step["at"]];

/** Registration: personal details, the code that proves the email, and a password (specification, section 4). */
export function SignUp(props: {
  known?: KnownPerson;
  /** Taken from the emailed link. */
  code?: string;
  onStep: (title: SignUpTitle) => void;
  onDone: (user: SignedInUser) => void;
}) {
  const [step, setStep] = useState(firstStep);
  const { signedIn } = useBecome();
  const { requestCode, startCaptcha } = useRequestCode();
  const go = (next: Step) => {
    setStep(next);
    props.onStep(signUpTitles[next.at]);
  };
  const finishCode = async (user: SignedInUser, setPassword: string | null) => {
    forgetSignUp();
    if (setPassword === null) props.onDone(user);
    else go({ at: "password", user, uuid: setPassword });
    await signedIn(user);
  };

  if (step.at === "details") {
    return (
      <SignUpForm
        known={{ ...props.known, ...step.typed }}
        requestCode={requestCode}
        onStarted={startCaptcha}
        onSent={(signedUp) => {
          keepSignUp(signedUp);
          go({ at: "code", signedUp });
        }}
      />
    );
  }
  if (step.at === "code") {
    const { person, requested } = step.signedUp;
    const { firstName, lastName, email, cellNumber } = person;
    return (
      <CodeForm
        email={email}
        requested={requested}
        {...(props.code && { code: props.code })}
        isNew
        onSignedIn={(user, setPassword) => void finishCode(user, setPassword)}
        onResend={async () => {
          const resent = await requestCode({ ...person, resubmit: true });
          keepSignUp({ person, requested: resent });
          return resent;
        }}
        onOtherEmail={() => {
          forgetSignUp();
          go({ at: "details", typed: { firstName, lastName, email, cellNumber } });
        }}
      />
    );
  }
  // A person who leaves before choosing a password can sign in by code.
  return (
    <ChoosePasswordForm
      name="first"
      uuid={step.uuid}
      label="Password"
      submitLabel="Save password"
      onChosen={() => {
        showToast("Registration complete!");
        props.onDone(step.user);
      }}
    >
      <p className="plain">
        Your code is correct and you are signed in. Choose a password to finish.
      </p>
    </ChoosePasswordForm>
  );
}

export function firstSignUpTitle(): SignUpTitle {
  return signUpTitles[firstStep().at];
}

/** A reload continues at the code. */
function firstStep(): Step {
  const signedUp = keptSignUp();
  return signedUp ? { at: "code", signedUp } : { at: "details" };
}

const typedSchema = z.pick(signUp1Schema, {
  firstName: true,
  lastName: true,
  email: true,
  cellNumber: true,
  nickname: true,
});

/** Details that are known already and prefill the form. */
export type KnownPerson = Readonly<
  Partial<Pick<SignUp1, "firstName" | "lastName" | "email" | "cellNumber">>
>;

/** Requests a code with the answer to the captcha. */
function useRequestCode() {
  const captcha = useCaptcha();
  const signUp = api.auth.signUp1.useMutation();
  const requestCode = async (person: SignUp1): Promise<RequestedCode> => {
    const rcData = await captcha.answer();
    return signUp.mutateAsync({
      ...person,
      uniqueId: guestId(),
      ...(rcData === undefined ? {} : { rcData }),
    });
  };
  return { requestCode, startCaptcha: captcha.start };
}

/** Never says whether the email has an account already. */
function SignUpForm(props: {
  known: KnownPerson;
  requestCode: (person: SignUp1) => Promise<RequestedCode>;
  onStarted: () => void;
  onSent: (signedUp: SignedUp) => void;
}) {
  const { cellNumber, cellExample } = useRegionWords();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "sign-up",
    schema: typedSchema,
    initialValues: {
      firstName: "",
      lastName: "",
      email: "",
      cellNumber: "",
      nickname: "",
      ...props.known,
    },
  });
  const send = useMutation({
    mutationFn: props.requestCode,
    onSuccess: (requested, person) => props.onSent({ person, requested }),
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <Form
      onFocus={props.onStarted}
      onSubmit={onSubmit((person) => send.mutate(person))}
      summary={summary}
      failure={null}
      notice={send.error && !isOfFields(send.error) && <Refused error={send.error} />}
    >
      <NeededLegend />
      <NameFields first={form.getInputProps("firstName")} last={form.getInputProps("lastName")} />
      <EmailField {...form.getInputProps("email")} />
      <TextInput
        label={cellNumber}
        placeholder={cellExample}
        description="The courier will call this number on the day of delivery."
        required
        type="tel"
        autoComplete="tel"
        {...form.getInputProps("cellNumber")}
      />
      <HoneypotField
        value={form.values.nickname}
        onChange={(text) => form.setFieldValue("nickname", text)}
      />
      <Button type="submit" fullWidth loading={send.isPending}>
        Create account
      </Button>
    </Form>
  );
}

function HoneypotField(props: { value: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div className={classes.honeypot} aria-hidden="true">
      <label htmlFor={id}>Nickname</label>
      <input
        id={id}
        name="nickname"
        tabIndex={-1}
        autoComplete="off"
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </div>
  );
}

function Refused(props: { error: unknown }) {
  const email = useShopSettings()?.contact.email ?? shop.email;
  return (
    <Notice tone="bad">
      <p>{errorMessage(props.error)}</p>
      {reasonOf(props.error) === "access.not-a-person" && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </Notice>
  );
}
