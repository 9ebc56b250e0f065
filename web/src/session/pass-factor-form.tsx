import { Button, TextInput } from "@mantine/core";
import { oneTimeCodeSchema, recoveryCodeSchema } from "@portal/shared/people/factors.ts";
import { useState } from "react";
import { z } from "zod/mini";
import { api } from "../api/api.ts";
import { besideFields, fieldErrors } from "../api/error-message.ts";
import "../theme/mantine-forms.ts";
import { ErrorNotice, Loaded, Notice } from "../ui/feedback.tsx";
import { Form, useCheckedForm } from "../ui/form.tsx";
import { askForPasskey, passkeyFailure } from "./passkeys.ts";
import type { SignedInUser } from "./session.tsx";

/** Asks for a passkey, a code of an app or, when signing in, a recovery code. */
export function PassFactorForm(props: {
  user: SignedInUser;
  isSignIn: boolean;
  onPassed: () => void;
}) {
  const state = api.factors.state.useQuery();
  const [isRecovering, setRecovering] = useState(false);
  const place = props.user.office.isHere ? "office" : "shop";
  if (isRecovering)
    return <RecoveryForm onPassed={props.onPassed} onBack={() => setRecovering(false)} />;
  return (
    <Loaded query={state} what="your sign-in methods" lines={2}>
      {({ factors }) => {
        const hasPasskey = factors.some(
          ({ kind, worksAt }) => kind === "passkey" && worksAt[place],
        );
        const isElsewhere = factors.some(
          ({ kind, worksAt }) => kind === "passkey" && !worksAt[place] && worksAt.office,
        );
        return (
          <div className="stack">
            {hasPasskey && <PasskeyButton place={place} onPassed={props.onPassed} />}
            {!hasPasskey && isElsewhere && (
              <p className="plain">
                Your passkey works in the office.{" "}
                <a className="link" href={`${props.user.office.url}/hand-over?to=/login`}>
                  Continue in the office
                </a>
              </p>
            )}
            {factors.some(({ kind }) => kind === "one-time-code") && (
              <CodeForm isFirst={!hasPasskey} onPassed={props.onPassed} />
            )}
            {props.isSignIn && (
              <Button variant="default" onClick={() => setRecovering(true)}>
                Use a recovery code
              </Button>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}

function PasskeyButton(props: { place: "shop" | "office"; onPassed: () => void }) {
  const utils = api.useUtils();
  const options = api.factors.passkeyOptions.useMutation();
  const pass = api.factors.pass.useMutation();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setFailure(null);
    setBusy(true);
    try {
      const asked = await options.mutateAsync({ place: props.place });
      await pass.mutateAsync({ passkey: await askForPasskey(asked) });
      await utils.factors.state.invalidate();
      props.onPassed();
    } catch (error) {
      setFailure(passkeyFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ErrorNotice error={failure} />
      <Button data-autofocus fullWidth loading={isBusy} onClick={() => void confirm()}>
        Use passkey
      </Button>
    </>
  );
}

const codeForm = z.object({ code: oneTimeCodeSchema });

function CodeForm(props: { isFirst: boolean; onPassed: () => void }) {
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "factor",
    schema: codeForm,
    initialValues: { code: "" },
  });
  const pass = api.factors.pass.useMutation({
    onSuccess: props.onPassed,
    onError: (error) => showErrors(fieldErrors(error)),
  });
  return (
    <Form
      onSubmit={onSubmit(({ code }) => pass.mutate({ code }))}
      failure={besideFields(pass.error)}
    >
      <TextInput
        label="Code from your app"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        {...(props.isFirst && { "data-autofocus": true })}
        maxLength={10}
        {...form.getInputProps("code")}
      />
      <Button
        type="submit"
        fullWidth
        variant={props.isFirst ? "filled" : "default"}
        loading={pass.isPending}
      >
        Confirm code
      </Button>
    </Form>
  );
}

const recoveryForm = z.object({ recoveryCode: recoveryCodeSchema });

function RecoveryForm(props: { onPassed: () => void; onBack: () => void }) {
  const [hasNone, setHasNone] = useState(false);
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "recovery",
    schema: recoveryForm,
    initialValues: { recoveryCode: "" },
  });
  const pass = api.factors.pass.useMutation({
    onSuccess: props.onPassed,
    onError: (error) => showErrors(fieldErrors(error)),
  });
  if (hasNone) return <LostFactor onBack={props.onBack} />;
  return (
    <Form
      onSubmit={onSubmit(({ recoveryCode }) => pass.mutate({ recoveryCode }))}
      intro={
        <p className="plain">
          Each code works once. It lets you set up a new passkey or app, and we tell all admins.
        </p>
      }
      failure={besideFields(pass.error)}
    >
      <TextInput
        label="Recovery code"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        {...form.getInputProps("recoveryCode")}
      />
      <Button type="submit" fullWidth loading={pass.isPending}>
        Use recovery code
      </Button>
      <Button variant="default" fullWidth onClick={() => setHasNone(true)}>
        I have no recovery code
      </Button>
      <Button variant="subtle" fullWidth onClick={props.onBack}>
        Back
      </Button>
    </Form>
  );
}

/** Without anything to show, another admin has to confirm who asks. */
function LostFactor(props: { onBack: () => void }) {
  const ask = api.factors.askForLink.useMutation();
  return (
    <div className="stack">
      <p className="plain">
        Ask for a new second step. We email you a link that works once, for one hour. All admins are
        told, and another admin must confirm it. Then you set up a new passkey or app.
      </p>
      <ErrorNotice error={ask.error} />
      {ask.isSuccess && (
        <Notice tone="good" title="Link sent">
          <p>Open the email that we sent to you.</p>
        </Notice>
      )}
      <Button fullWidth loading={ask.isPending} onClick={() => ask.mutate()}>
        {ask.isSuccess ? "Send another link" : "Email me the link"}
      </Button>
      <Button variant="subtle" fullWidth onClick={props.onBack}>
        Back
      </Button>
    </div>
  );
}
