import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { DialogQuestion } from "../../../ui/dialog.tsx";
import { showToast } from "../../../ui/feedback.tsx";
import { type Recipient, recipientName } from "./recipient-text.tsx";

/** What the server refuses is said in the card, so the question goes away either way. */
export function DeleteRecipientDialog(props: {
  recipient: Recipient;
  onClose: () => void;
  onFailed: (error: unknown) => void;
}) {
  const { recipient, onClose, onFailed } = props;
  const utils = api.useUtils();
  const deletion = api.addresses.delete.useMutation({
    onSuccess: async () => {
      await utils.addresses.list.invalidate();
      showToast("Item deleted.");
      onClose();
    },
    onError: (error) => {
      // It may be gone already, deleted or changed in another tab.
      void utils.addresses.list.invalidate();
      onFailed(error);
      onClose();
    },
  });

  return (
    <DialogQuestion
      title={`Delete ${recipientName(recipient)}?`}
      confirmLabel="Delete"
      isBusy={deletion.isPending}
      onConfirm={() => deletion.mutate({ id: recipient.id, uniqueId: guestId() })}
      onCancel={onClose}
    >
      Orders you have already placed will still go to this address.
    </DialogQuestion>
  );
}
