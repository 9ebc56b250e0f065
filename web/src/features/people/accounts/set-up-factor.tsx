import { Button, TextInput } from "@mantine/core";
import { oneTimeCodeSchema } from "@portal/shared/people/factors.ts";
import { useEffect, useRef, useState } from "react";
import { encode } from "uqr";
import { z } from "zod/mini";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { besideFields, fieldErrors } from "../../../api/error-message.ts";
import { createPasskey, knowsPasskeys, passkeyFailure } from "../../../session/passkeys.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import "../../../theme/mantine-forms.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { ErrorNotice, Loaded, Loading } from "../../../ui/feedback.tsx";
import { Form, useCheckedForm } from "../../../ui/form.tsx";
import classes from "./factors.module.css";
import { RecoveryCodes } from "./recovery-codes.tsx";

/** Sets up a passkey or the codes of an app, then shows the recovery codes where they are new. */
export function SetUpFactor(props: { user: SignedInUser; onDone: () => void }) {
  const [isApp, setApp] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const state = api.factors.state.useQuery();
  const onAdded = (added: { recoveryCodes: string[] | null }) =>
    added.recoveryCodes === null ? props.onDone() : setCodes(added.recoveryCodes);
  const place = props.user.office.isHere ? "office" : "shop";

  if (codes) return <RecoveryCodes codes={codes} onKept={props.onDone} />;
  if (isApp) return <AppForm onAdded={onAdded} onBack={() => setApp(false)} />;
  return (
    <Loaded query={state} what="your sign-in methods" lines={2}>
      {({ passkeysAt }) => (
        <div className="stack">
          <p className="plain">
            A passkey uses the fingerprint, face or PIN of your phone or computer. An app on your
            phone shows a new code every half minute.
          </p>
          {passkeysAt[place] && knowsPasskeys() && <NewPasskey place={place} onAdded={onAdded} />}
          <Button variant="default" fullWidth onClick={() => setApp(true)}>
            Use an app with codes
          </Button>
        </div>
      )}
    </Loaded>
  );
}

type Added = (added: { recoveryCodes: string[] | null }) => void;

function NewPasskey(props: { place: "shop" | "office"; onAdded: Added }) {
  const begin = api.factors.beginPasskey.useMutation();
  const add = api.factors.addPasskey.useMutation();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const create = async () => {
    setFailure(null);
    setBusy(true);
    try {
      const options = await begin.mutateAsync({ place: props.place });
      props.onAdded(await add.mutateAsync({ passkey: await createPasskey(options) }));
    } catch (error) {
      setFailure(passkeyFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ErrorNotice error={failure} />
      <Button fullWidth loading={isBusy} onClick={() => void create()}>
        Create a passkey
      </Button>
    </>
  );
}

const codeForm = z.object({ code: oneTimeCodeSchema });

function AppForm(props: { onAdded: Added; onBack: () => void }) {
  const begin = api.factors.beginCodes.useMutation();
  const { mutate } = begin;
  const isAsked = useRef(false);
  useEffect(() => {
    // React runs effects twice in development.
    if (!isAsked.current) mutate();
    isAsked.current = true;
  }, [mutate]);
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "app",
    schema: codeForm,
    initialValues: { code: "" },
  });
  const add = api.factors.addCodes.useMutation({
    onSuccess: props.onAdded,
    onError: (error) => showErrors(fieldErrors(error)),
  });
  return (
    <Form
      onSubmit={onSubmit(({ code }) => add.mutate({ code }))}
      intro={
        <>
          <p className="plain">
            Scan this with an app such as Google Authenticator or 1Password, then enter the code
            that it shows.
          </p>
          <ErrorNotice error={begin.error} />
          {begin.data ? (
            <Secret data={begin.data} />
          ) : (
            !begin.error && <Loading what="the code" lines={4} />
          )}
        </>
      }
      failure={besideFields(add.error)}
    >
      <TextInput
        label="Code from your app"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        {...form.getInputProps("code")}
      />
      <Button type="submit" fullWidth loading={add.isPending}>
        Confirm code
      </Button>
      <Button variant="default" fullWidth onClick={props.onBack}>
        Back
      </Button>
    </Form>
  );
}

/** The secret as a picture, and as a key to type. */
function Secret({ data: { uri, key } }: { data: ApiOutputs["factors"]["beginCodes"] }) {
  return (
    <>
      <QrCode text={uri} />
      <div className="row spread">
        <span>
          <span className="quiet">Cannot scan it? Enter this key: </span>
          <span className={classes.key} translate="no">
            {key}
          </span>
        </span>
        <CopyButton value={key} what="the key" />
      </div>
    </>
  );
}

function QrCode(props: { text: string }) {
  const { data, size } = encode(props.text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for your app"
      shapeRendering="crispEdges"
    >
      {/* Apps read dark on light alone, so it is the same in both schemes. */}
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
