import { Button, TextInput } from "@mantine/core";
import { passwordPairSchema, type SignUp1, signUp1Schema } from "@portal/shared/people/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors, isOfFields, reasonOf } from "../../../api/error-message.ts";
import { shop } from "../../../config.ts";
import { useCaptcha } from "../../../session/captcha.ts";
import { guestId } from "../../../session/guest-id.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import "../../../theme/mantine-forms.ts";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { NameFields, NeededLegend } from "../../../ui/fields.tsx";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import classes from "./accounts.module.css";
import type { RequestedCode } from "./code-form.tsx";
import { forgetSignUp, keepSignUp, keptSignUp, type SignedUp } from "./kept-sign-up.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { CodeStep, EmailField, useSignedIn } from "./sign-in.tsx";

type Step =
  | { at: "details"; typed?: KnownPerson }
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
  /** That stands in the link of the email. */
  code?: string;
  onStep: (title: SignUpTitle) => void;
  onDone: (user: SignedInUser) => void;
}) {
  const [step, setStep] = useState(firstStep);
  const signedIn = useSignedIn();
  const { ask, start } = useAskForCode();
  const go = (next: Step) => {
    setStep(next);
    props.onStep(signUpTitles[next.at]);
  };
  const proved = async (user: SignedInUser, setPassword: string | null) => {
    forgetSignUp();
    if (setPassword === null) props.onDone(user);
    else go({ at: "password", user, uuid: setPassword });
    await signedIn(user);
  };

  if (step.at === "details") {
    return (
      <SignUpForm
        known={{ ...props.known, ...step.typed }}
        ask={ask}
        onStarted={start}
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
      <CodeStep
        email={email}
        requested={requested}
        {...(props.code && { code: props.code })}
        isNew
        onSignedIn={(user, setPassword) => void proved(user, setPassword)}
        onResend={async () => {
          const again = await ask({ ...person, resubmit: true });
          keepSignUp({ person, requested: again });
          return again;
        }}
        onOtherEmail={() => {
          forgetSignUp();
          go({ at: "details", typed: { firstName, lastName, email, cellNumber } });
        }}
      />
    );
  }
  return <ChoosePasswordForm uuid={step.uuid} onDone={() => props.onDone(step.user)} />;
}

/** Loaded again, the page is where it was. */
function firstStep(): Step {
  const signedUp = keptSignUp();
  return signedUp ? { at: "code", signedUp } : { at: "details" };
}

const typedSchema = signUp1Schema.pick({
  firstName: true,
  lastName: true,
  email: true,
  cellNumber: true,
  nickname: true,
});

/** What somebody is known by already, so that it need not be typed twice. */
export type KnownPerson = Readonly<
  Partial<Pick<SignUp1, "firstName" | "lastName" | "email" | "cellNumber">>
>;

/** Has a code sent, to a person and not to a program. */
function useAskForCode() {
  const captcha = useCaptcha();
  const signUp = api.auth.signUp1.useMutation();
  const ask = async (person: SignUp1): Promise<RequestedCode> => {
    const rcData = await captcha.answer();
    return signUp.mutateAsync({
      ...person,
      uniqueId: guestId(),
      ...(rcData === undefined ? {} : { rcData }),
    });
  };
  return { ask, start: captcha.start };
}

/** A name, an email and a number; whether the email has an account already is nobody else's business. */
function SignUpForm(props: {
  known: KnownPerson;
  ask: (person: SignUp1) => Promise<RequestedCode>;
  onStarted: () => void;
  onSent: (signedUp: SignedUp) => void;
}) {
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
    mutationFn: props.ask,
    onSuccess: (requested, person) => props.onSent({ person, requested }),
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <form
      noValidate
      className="stack"
      onFocus={props.onStarted}
      onSubmit={onSubmit((person) => send.mutate(person))}
    >
      <ErrorSummary {...summary} />
      {send.error && !isOfFields(send.error) && <Refused error={send.error} />}
      <NeededLegend />
      <PersonFields form={form} />
      <Trap
        value={form.values.nickname}
        onChange={(text) => form.setFieldValue("nickname", text)}
      />
      <Button type="submit" fullWidth loading={send.isPending}>
        Create account
      </Button>
    </form>
  );
}

type PersonForm = {
  getInputProps: (field: "firstName" | "lastName" | "email" | "cellNumber") => object;
};

function PersonFields({ form }: { form: PersonForm }) {
  const { cellNumber, cellExample } = useRegionWords();
  return (
    <>
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
    </>
  );
}

function Trap(props: { value: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <div className={classes.trap} aria-hidden="true">
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

/** The end of a registration by code. Whoever leaves before it signs in by code again. */
function ChoosePasswordForm(props: { uuid: string; onDone: () => void }) {
  const signedIn = useSignedIn();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "first",
    schema: passwordPairSchema,
    initialValues: { password: "", repeated: "" },
  });
  const choose = api.auth.signUp2.useMutation({
    onSuccess: async ({ user }) => {
      showToast("Registration complete!");
      props.onDone();
      await signedIn(user);
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <form
      noValidate
      className="stack"
      onSubmit={onSubmit(({ password }) => choose.mutate({ uuid: props.uuid, password }))}
    >
      <p className="plain">
        Your email address is confirmed and you are signed in. Choose a password to finish.
      </p>
      <ErrorSummary {...summary} />
      {choose.error && !isOfFields(choose.error) && (
        <Notice tone="bad">
          <p>{errorMessage(choose.error)}</p>
        </Notice>
      )}
      <NewPasswordFields
        label="Password"
        typed={form.values.password}
        password={form.getInputProps("password")}
        repeated={form.getInputProps("repeated")}
      />
      <Button type="submit" fullWidth loading={choose.isPending || choose.isSuccess}>
        Save password
      </Button>
    </form>
  );
}
