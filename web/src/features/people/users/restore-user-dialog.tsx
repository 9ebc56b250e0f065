import { api } from "../../../api/api.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { showDone } from "../../../ui/proposed-toast.ts";
import { useRefreshPeople } from "./use-refresh-people.ts";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

/** The way back from "Delete". */
export function RestoreUserDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user, onClose } = props;
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const restore = api.users.restore.useMutation({
    onSuccess: async ({ proposalId }) => {
      showDone(proposalId);
      await refresh();
      onClose();
    },
  });
  const request = { id: user.id };

  return (
    <ConfirmDialog
      title={`Restore ${nameOf(user)}?`}
      confirmLabel="Restore"
      isBusy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate({ ...request, commandId: commandIdFor(request) })}
      onCancel={onClose}
    >
      {nameOf(user)} can sign in again.
      {user.level !== null && " New sales earn them commission from now on; earlier ones do not."}
    </ConfirmDialog>
  );
}
