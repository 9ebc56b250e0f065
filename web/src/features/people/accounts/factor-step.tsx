import { Button } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { useBecome } from "../../../session/become.ts";
import { useEndedSession } from "../../../session/ended-session.ts";
import { PassFactorForm } from "../../../session/pass-factor-form.tsx";
import { leaveWork } from "../../../session/unsaved-work.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { ErrorNotice, Notice, showFailureToast } from "../../../ui/feedback.tsx";
import { SetUpFactor } from "./set-up-factor.tsx";

/** After the password, what an admin still has to show or to set up. */
export function FactorStep(props: { user: SignedInUser; onOver: () => void }) {
  const utils = api.useUtils();
  const { signedOut } = useBecome();
  // Everything on this page was read as a guest.
  const refresh = async () => {
    await utils.invalidate();
    props.onOver();
  };
  const signOut = api.auth.logout.useMutation({
    onError: showFailureToast,
    onSuccess: async () => {
      await signedOut();
      props.onOver();
    },
  });
  const { lacks: shown } = props.user;
  // Over a page whose session has ended, that page's question would be below.
  const isCover = useEndedSession() !== null;
  return (
    <div className="stack">
      <p className="quiet">Signing in as {props.user.email}</p>
      {shown === "factor" && (
        <PassFactorForm user={props.user} isSignIn onPassed={() => void refresh()} />
      )}
      {shown === "set-up" && <SetUpFactor user={props.user} onDone={() => void refresh()} />}
      {shown === "set-up-link" && <AskForLink email={props.user.email} />}
      <Button
        variant="subtle"
        loading={signOut.isPending}
        onClick={() => (isCover ? signOut.mutate() : leaveWork(() => signOut.mutate()))}
      >
        Sign in as someone else
      </Button>
    </div>
  );
}

function AskForLink(props: { email: string }) {
  const ask = api.factors.askForLink.useMutation();
  return (
    <>
      <p className="plain">
        In the office you sign in with a password and a passkey or the code of an app. To set one
        up, open the link that we email to you. It works once, for one hour.
      </p>
      <ErrorNotice error={ask.error} />
      {ask.isSuccess && (
        <Notice tone="good" title="Link sent">
          <p>Open the email we sent to {props.email} on the device that you want to use.</p>
        </Notice>
      )}
      <Button fullWidth loading={ask.isPending} onClick={() => ask.mutate()}>
        {ask.isSuccess ? "Send another link" : "Email me the link"}
      </Button>
    </>
  );
}
