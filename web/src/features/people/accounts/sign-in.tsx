import { Button, TextInput } from "@mantine/core";
import {
  type PasswordLogin,
  passwordLoginSchema,
  requiredEmailSchema,
} from "@portal/shared/people/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { Link, useLocation } from "wouter";
import { api } from "../../../api/api.ts";
import { besideFields, fieldErrors } from "../../../api/error-message.ts";
import { useBecome } from "../../../session/become.ts";
import { withCaptcha } from "../../../session/captcha.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import "../../../theme/mantine-forms.ts";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";

import classes from "./accounts.module.css";
import { CodeForm, type RequestedCode } from "./code-form.tsx";

type Step = { at: "password" } | { at: "code"; email: string; requested: RequestedCode };

/** The title of the page or dialog at each step. */
const titles = { password: "Sign in", code: "Enter your code" } as const;

/** Sign-in by password, or by a code that is sent by email and SMS. */
export function SignIn(props: {
  onSignedIn: (user: SignedInUser) => void;
  onStep?: (title: (typeof titles)[Step["at"]]) => void;
  /** Links then open in a new tab, so that the page behind the dialog is kept. */
  isDialog?: boolean;
  /** Filled in. */
  email?: string;
  /** The page asks for the second step by itself; elsewhere the sign-in page does. */
  hasFactorStep?: boolean;
}) {
  const [step, setStep] = useState<Step>({ at: "password" });
  const [email, setEmail] = useState(props.email ?? "");
  const { signedIn } = useBecome();
  const { mutateAsync: askForCode } = api.auth.requestCode.useMutation();
  const requestCode = useMutation({
    mutationFn: (typed: Readonly<{ email: string }>) =>
      withCaptcha((proof) => askForCode({ ...typed, ...proof })),
  });
  const go = (next: Step) => {
    setStep(next);
    props.onStep?.(titles[next.at]);
  };
  const [path, navigate] = useLocation();
  const finish = async (user: SignedInUser) => {
    if (!user.lacks) props.onSignedIn(user);
    else if (!props.hasFactorStep && path !== "/login") navigate("/login");
    await signedIn(user);
  };

  if (step.at === "code") {
    return (
      <CodeForm
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
      isRequestingCode={requestCode.isPending}
      codeError={requestCode.error}
      onRequestCode={(typed) => {
        setEmail(typed);
        requestCode.mutate(
          { email: typed },
          { onSuccess: (requested) => go({ at: "code", email: typed, requested }) },
        );
      }}
    />
  );
}

function PasswordSignInForm(props: {
  email: string;
  isDialog: boolean;
  onSignedIn: (user: SignedInUser) => void;
  /** Called with a valid email. */
  onRequestCode: (email: string) => void;
  isRequestingCode: boolean;
  codeError: unknown;
}) {
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "login",
    schema: passwordLoginSchema,
    initialValues: { email: props.email, password: "" },
  });
  const { mutateAsync } = api.auth.login.useMutation();
  const login = useMutation({
    mutationFn: (typed: PasswordLogin) =>
      withCaptcha((proof) => mutateAsync({ ...typed, ...proof })),
    onSuccess: ({ user }) => props.onSignedIn(user),
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const requestCode = () => {
    const email = requiredEmailSchema.safeParse(form.getValues().email);
    login.reset();
    if (email.success) props.onRequestCode(email.data);
    else showErrors({ email: email.error.issues[0]?.message ?? "Required" });
  };

  return (
    <Form
      onSubmit={onSubmit((values) => login.mutate(values))}
      summary={summary}
      failure={besideFields(login.error ?? props.codeError)}
    >
      <EmailField
        withAsterisk={false}
        autoFocus={props.email !== ""}
        {...form.getInputProps("email")}
      />
      <div className={classes.password}>
        <PasswordField
          label="Password"
          required
          autoComplete="current-password"
          {...form.getInputProps("password")}
        />
        <Link
          href="/forgot-password"
          className={`${classes.forgot} link small`}
          {...(props.isDialog && { target: "_blank" })}
        >
          Forgot your password?
        </Link>
      </div>
      <Button type="submit" fullWidth loading={login.isPending}>
        Sign in
      </Button>
      <Button variant="default" fullWidth loading={props.isRequestingCode} onClick={requestCode}>
        Email me a code
      </Button>
    </Form>
  );
}

/** The email as sign-in name: password managers look for `username`. */
export function EmailField(props: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      label="Email"
      required
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
