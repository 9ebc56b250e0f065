import { codeLifeMinutes } from "@portal/shared/platform/constants.ts";
import "../../../theme/mantine-forms.ts";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/PinInput.layer.css";
import { Button, PinInput } from "@mantine/core";
import { codeSchema, linkTokenSchema, wrongCode } from "@portal/shared/people/accounts.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type Ref, useEffect, useId, useRef, useState } from "react";
import { Link } from "wouter";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage, reasonOf } from "../../../api/error-message.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { withCaptcha } from "../../../session/captcha.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { useBackCloses } from "../../../ui/back-layers.ts";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { Form } from "../../../ui/form.tsx";
import classes from "./accounts.module.css";
import { ResendButton } from "./resend-button.tsx";

export type RequestedCode = ApiOutputs["auth"]["requestCode"];

/** Only the answer to a new registration has it. */
const registeredSchema = z.object({ setPassword: linkTokenSchema });

type CodeFormProps = Readonly<{
  email: string;
  requested: RequestedCode;
  /** Taken from the emailed link. */
  code?: string;
  /** After a registration. That the email already has an account is said in the email alone. */
  isNew?: boolean;
  /** `setPassword` is the UUID to choose a password with, after a registration only. */
  onSignedIn: (user: SignedInUser, setPassword: string | null) => void;
  /** Sends another code, which is the one to enter. */
  onResend: () => Promise<RequestedCode>;
  onOtherEmail: () => void;
}>;

/** Signs in with the code that was sent by email and SMS. */
export function CodeForm(props: CodeFormProps) {
  const { cellNumber } = useRegionWords();
  const { codeLength, code, setCode, firstBox, login, resend, send } = useCodeSignIn(props);
  const error = login.error ?? resend.error;
  useBackCloses(props.onOtherEmail);
  const isWrong = reasonOf(error) === "access.wrong-code";

  return (
    <Form
      onSubmit={send}
      intro={
        <p className="plain">
          {props.isNew ? (
            <>
              We sent a {codeLength}-character code to <strong>{props.email}</strong> and to your{" "}
              {cellNumber.toLowerCase()}. Enter it below within {codeLifeMinutes} minutes.
            </>
          ) : (
            <>
              If we have an account for <strong>{props.email}</strong>, we have sent it a{" "}
              {codeLength}-character code by email, and by SMS if we have a number. Enter it within{" "}
              {codeLifeMinutes} minutes.
            </>
          )}
        </p>
      }
      failure={null}
      notice={
        error &&
        !isWrong && (
          <Notice tone="bad">
            <p>{errorMessage(error)}</p>
            {reasonOf(error) === "access.codes-closed" && (
              <Link href="/forgot-password" className="link">
                Email me a link
              </Link>
            )}
          </Notice>
        )
      }
    >
      <CodeField
        firstBox={firstBox}
        length={codeLength}
        value={code}
        error={isWrong ? wrongCode : null}
        onChange={(typed) => {
          if (login.error) login.reset();
          setCode(typed);
        }}
      />
      <Button type="submit" fullWidth loading={login.isPending || login.isSuccess}>
        Sign in
      </Button>
      <div className="row">
        <ResendButton isPending={resend.isPending} onResend={() => resend.mutate()}>
          Resend code
        </ResendButton>
        <button type="button" className="link" onClick={props.onOtherEmail}>
          Use a different email address
        </button>
      </div>
    </Form>
  );
}

function useCodeSignIn(props: CodeFormProps) {
  const [requested, setRequested] = useState(props.requested);
  const [code, setCode] = useState(props.code ?? "");
  const firstBox = useRef<HTMLInputElement>(null);
  const { codeLength, requestId } = requested;
  // The typed code stays, selected to be typed over.
  const select = () => {
    firstBox.current?.focus();
    firstBox.current?.select();
  };
  const { mutateAsync } = api.auth.login.useMutation();
  const login = useMutation({
    mutationFn: (typed: Readonly<{ email: string; code: string; requestId: string }>) =>
      withCaptcha((proof) => mutateAsync({ ...typed, ...proof })),
    onSuccess: (signedIn) =>
      props.onSignedIn(
        signedIn.user,
        registeredSchema.safeParse(signedIn).data?.setPassword ?? null,
      ),
    onError: select,
  });
  const resend = useMutation({
    mutationFn: props.onResend,
    onSuccess: (answer) => {
      setRequested(answer);
      setCode("");
      login.reset();
      showToast("We have sent a new code.");
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const isComplete = code.length === codeLength && codeSchema.safeParse(code).success;
    if (isComplete) login.mutate({ email: props.email, code, requestId });
    else select();
  };
  return { codeLength, code, setCode, firstBox, login, resend, send };
}

/**
 * A further key would overwrite the last character: one that is there stays, unless its box was chosen, which selects it.
 * What is filled in by the browser comes at once, as several characters.
 */
function keepFilled(event: InputEvent): void {
  const { target, data } = event;
  if (!(target instanceof HTMLInputElement) || target.value === "" || data?.length !== 1) return;
  if (target.selectionStart === target.selectionEnd) event.preventDefault();
}

function CodeField(props: {
  firstBox: Ref<HTMLInputElement>;
  length: number;
  value: string;
  error: string | null;
  onChange: (code: string) => void;
}) {
  const { firstBox, length, value, error, onChange } = props;
  const id = useId();
  const boxes = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = boxes.current;
    // React's own event of this name is another one, which phones do not send.
    box?.addEventListener("beforeinput", keepFilled);
    return () => box?.removeEventListener("beforeinput", keepFilled);
  }, []);
  return (
    <div className={`${classes.code} stack tight`} ref={boxes}>
      <p id={`${id}-label`} className="strong">
        Code
      </p>
      <PinInput
        ref={firstBox}
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
        value={value}
        onChange={(typed) => onChange(typed.toUpperCase())}
        getInputProps={(at) => ({
          "aria-label": `Character ${at + 1} of ${length}`,
          autoCapitalize: "characters",
          spellCheck: false,
        })}
      />
      {error && (
        <p id={`${id}-error`} className="bad small" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
