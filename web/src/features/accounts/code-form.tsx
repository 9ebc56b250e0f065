import "../../theme/mantine-forms.ts";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/PinInput.layer.css";
import { Button, PinInput } from "@mantine/core";
import { codeSchema, wrongCode } from "@portal/shared/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { api, type ApiOutputs } from "../../api/api.ts";
import { errorMessage, reasonOf } from "../../api/error-message.ts";
import type { SignedInUser } from "../../session/session.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import classes from "./accounts.module.css";
import { ResendButton } from "./resend-button.tsx";

export type RequestedCode = ApiOutputs["auth"]["requestCode"];

/** The characters that were sent by mail and SMS; they sign in. */
export function CodeForm(props: {
  email: string;
  requested: RequestedCode;
  onSignedIn: (user: SignedInUser) => void;
  /** Sends another code, which ends this one. */
  onResend: () => Promise<RequestedCode>;
  onOtherEmail: () => void;
}) {
  const { email } = props;
  const [requested, setRequested] = useState(props.requested);
  const { codeLength, requestId } = requested;
  const entry = useCodeEntry();
  const login = api.auth.login.useMutation({
    onSuccess: ({ user }) => props.onSignedIn(user),
    onError: entry.select,
  });
  const resend = useMutation({
    mutationFn: props.onResend,
    onSuccess: (answer) => {
      setRequested(answer);
      entry.setCode("");
      login.reset();
      showToast("A new code is on its way.");
    },
  });
  const isComplete = codeSchema.safeParse(entry.code).success && entry.code.length === codeLength;
  const refusal = refusalOf(login.error);

  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) login.mutate({ email, code: entry.code, requestId });
        else entry.select();
      }}
    >
      <p className={classes.text}>
        If we know <strong>{email}</strong>, a code of {codeLength} characters is on its way, by
        email and by SMS where we have a number. It works for ten minutes.
      </p>
      {(login.error ?? resend.error) && refusal === null && (
        <Notice tone="bad">
          <p>{errorMessage(login.error ?? resend.error)}</p>
        </Notice>
      )}
      <CodeField
        entry={entry}
        length={codeLength}
        error={refusal}
        onComplete={() => login.reset()}
      />
      <Button type="submit" fullWidth loading={login.isPending}>
        Sign in
      </Button>
      <div className={classes.ways}>
        <ResendButton isPending={resend.isPending} onResend={() => resend.mutate()}>
          Send a new code
        </ResendButton>
        <button type="button" className={classes.link} onClick={props.onOtherEmail}>
          Use another email
        </button>
      </div>
    </form>
  );
}

function refusalOf(error: unknown): string | null {
  return reasonOf(error) === "access.wrong-code" ? wrongCode : null;
}

type CodeEntry = ReturnType<typeof useCodeEntry>;

function useCodeEntry() {
  const [code, setCode] = useState("");
  const first = useRef<HTMLInputElement>(null);
  /** What was typed stays, and is typed over. */
  const select = () => {
    first.current?.focus();
    first.current?.select();
  };
  return { code, setCode, first, select };
}

function CodeField(props: {
  entry: CodeEntry;
  length: number;
  error: string | null;
  onComplete: () => void;
}) {
  const { entry, length, error } = props;
  const id = useId();
  return (
    <div className={classes.code}>
      <p id={`${id}-label`} className={classes.codeLabel}>
        Code
      </p>
      <PinInput
        ref={entry.first}
        length={length}
        type="alphanumeric"
        oneTimeCode
        autoFocus
        size="lg"
        gap="xs"
        placeholder=""
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        error={error !== null}
        value={entry.code}
        onChange={(typed) => {
          if (error !== null) props.onComplete();
          entry.setCode(typed.toUpperCase());
        }}
        getInputProps={(at) => ({
          "aria-label": `Character ${at + 1} of ${length}`,
          autoCapitalize: "characters",
          spellCheck: false,
        })}
      />
      {error && (
        <p id={`${id}-error`} className={classes.fieldError} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
