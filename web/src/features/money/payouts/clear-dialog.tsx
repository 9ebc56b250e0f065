import { formatMoney } from "@portal/shared/platform/money.ts";
import { api } from "../../../api/api.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { ListedPayout } from "./payouts-screen.tsx";

/** The office's tidy-up: as a rejection, without a reason. */
export function ClearDialog(props: {
  payout: ListedPayout;
  onClose: () => void;
  onCleared: () => void;
}) {
  const { payout } = props;
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const reject = api.payouts.reject.useMutation({
    onSuccess: async () => {
      await utils.payouts.list.invalidate();
      showToast("Done!");
      props.onCleared();
    },
  });
  const request = { id: payout.id, reason: null };
  return (
    <ConfirmDialog
      title={`Clear the request of ${payout.fullName}?`}
      confirmLabel="Clear"
      isBusy={reject.isPending}
      error={reject.error}
      onConfirm={() => reject.mutate({ ...request, commandId: commandIdFor(request) })}
      onCancel={props.onClose}
    >
      <p>
        {formatMoney(payout.amount, payout.currency)} goes back into the balance, without a reason.
        To give one, reject the request instead.
      </p>
    </ConfirmDialog>
  );
}
