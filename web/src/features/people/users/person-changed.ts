import { api } from "../../../api/api.ts";
import { showToast } from "../../../ui/feedback.tsx";

/** Invalidates everything that shows people, after a change of a person or of the network. */
export function useRefreshPeople(): () => Promise<void> {
  const utils = api.useUtils();
  return async () => {
    await Promise.all([
      utils.users.invalidate(),
      utils.people.invalidate(),
      utils.network.invalidate(),
    ]);
  };
}

/** `onSuccess` of a command that changes a person from a dialog: a toast, fresh lists, and the dialog closed. */
export function usePersonChanged(onClose: () => void, message = "Done!"): () => Promise<void> {
  const refresh = useRefreshPeople();
  return async () => {
    showToast(message);
    await refresh();
    onClose();
  };
}
