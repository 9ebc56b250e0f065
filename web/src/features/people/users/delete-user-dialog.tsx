import { api } from "../../../api/api.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useRefreshPeople } from "./use-refresh-people.ts";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

/** Nothing is taken out of the books, and an admin can restore the person. */
export function DeleteUserDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user, onClose } = props;
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const remove = api.users.delete.useMutation({
    onSuccess: async () => {
      showToast("User deleted!");
      await refresh();
      onClose();
    },
  });
  const request = { id: user.id };

  return (
    <ConfirmDialog
      title="Are you sure?"
      confirmLabel={`Delete ${nameOf(user)}`}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ ...request, commandId: commandIdFor(request) })}
      onCancel={onClose}
    >
      {nameOf(user)} ({user.email}) is signed out everywhere and cannot sign in any more.
      {user.level !== null && " New sales earn them nothing; what they earned stays payable."}
    </ConfirmDialog>
  );
}
