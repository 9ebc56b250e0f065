import { api } from "../../../api/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { useCommand } from "../../../ui/use-command.ts";

/** Asks before it takes back that the bank returned a payout, which is paid as before then. */
export function UndoReturnDialog(props: {
  payout: Readonly<{ id: string; fullName: string; isInvoiceCredited?: boolean }>;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { id, fullName, isInvoiceCredited = false } = props.payout;
  const undo = useCommand(api.payouts.undoReturn, {
    done: ({ proposalId }) => doneWords(proposalId, "Return undone."),
    onDone: props.onDone,
  });
  return (
    <ConfirmDialog
      title={`Undo return of the payout to ${fullName}?`}
      confirmLabel="Undo return"
      isDangerous
      isBusy={undo.isPending}
      error={undo.error}
      onConfirm={() => undo.send({ id })}
      onCancel={props.onCancel}
    >
      <p>
        Do this if the bank paid it after all, or another payout came back. The payout is paid
        again, its money leaves the wallet of {fullName}, who gets an email, and the bank
        transaction returns to “To match”.
      </p>
      <p>
        If {fullName} has spent the money since, the balance becomes negative and new commission
        makes up for it. Reject a new request that has the same money in it.
      </p>
      {isInvoiceCredited && <p>The credit note of its tax invoice stays.</p>}
    </ConfirmDialog>
  );
}

/** Asks before it takes back that a member paid commission back, who owes it as before then. */
export function UndoRepaymentDialog(props: {
  lineId: number;
  fullName: string;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { lineId, fullName } = props;
  const undo = useCommand(api.wallet.undoRepayment, {
    done: ({ proposalId }) => doneWords(proposalId, "Repayment undone."),
    onDone: props.onDone,
  });
  return (
    <ConfirmDialog
      title={`Undo repayment by ${fullName}?`}
      confirmLabel="Undo repayment"
      isDangerous
      isBusy={undo.isPending}
      error={undo.error}
      onConfirm={() => undo.send({ lineId })}
      onCancel={props.onCancel}
    >
      <p>
        Do this if the money is from someone else. {fullName} owes the commission again and gets an
        email, and the bank transaction returns to “To match”.
      </p>
    </ConfirmDialog>
  );
}
