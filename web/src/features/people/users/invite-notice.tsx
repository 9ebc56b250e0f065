import { Button } from "@mantine/core";
import type { InvitedRole } from "@portal/shared/people/users/user-forms.ts";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { showToast } from "../../../ui/toast.tsx";
import classes from "./form-dialog.module.css";

/** Somebody who is nobody's customer joins by an answer of their own: they are asked by email. */
export function InviteNotice(props: {
  email: string;
  role: InvitedRole;
  parentId: number | null;
  onSent: () => void;
}) {
  const { role, parentId } = props;
  const commandIdFor = useCommandId();
  const invite = api.users.invite.useMutation({
    onSuccess: () => {
      showToast("Invitation sent.");
      props.onSent();
    },
  });
  const send = () => {
    const request = { email: props.email.trim().toLowerCase(), role, parentId };
    invite.mutate({ ...request, commandId: commandIdFor(request) });
  };
  return (
    <div className={classes.panel}>
      <p>
        This person is a customer already. We’ll email them your invitation to become a {role}.
        Nothing changes until they accept.
      </p>
      {invite.error && <p role="alert">{errorMessage(invite.error)}</p>}
      <Button variant="default" loading={invite.isPending} onClick={send}>
        Send invitation
      </Button>
    </div>
  );
}
