import { Button } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useMay } from "../../../session/use-may.ts";
import { Notice, showToast } from "../../../ui/feedback.tsx";

/** The new email that was asked for and is not true yet, with the two ways on. */
export function PendingEmail(props: { email: string }) {
  const utils = api.useUtils();
  const resend = api.profile.resendOptIn.useMutation({
    onSuccess: () => showToast("Confirmation link sent."),
  });
  const cancel = api.profile.cancelEmailChange.useMutation({
    onSuccess: () => utils.profile.invalidate(),
  });
  const mayResend = useMay("profile.resendOptIn");
  const error = resend.error ?? cancel.error;
  return (
    <Notice tone="info" title={`Please confirm ${props.email}`}>
      <p>We sent a link to it. Until you open the link, we keep using your old address.</p>
      {error && <p role="alert">{errorMessage(error)}</p>}
      {mayResend && (
        <div className="row">
          <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            Resend link
          </Button>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Keep old address
          </Button>
        </div>
      )}
    </Notice>
  );
}
