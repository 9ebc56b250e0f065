import { Button } from "@mantine/core";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";

/** Nothing else is open until the email is proved: this says what to do about it. */
export function UnverifiedNotice(props: { email: string }) {
  const resend = api.profile.resendOptIn.useMutation({
    onSuccess: () => showToast("Registration email re-sent!"),
  });
  return (
    <Notice tone="warning" title="Please confirm your email">
      <p>
        We sent a link to {props.email}. Open it and everything else is yours to use. If that is not
        your email, change it below.
      </p>
      {resend.error && <p role="alert">{errorMessage(resend.error)}</p>}
      <Button mt="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
        Resend
      </Button>
    </Notice>
  );
}
