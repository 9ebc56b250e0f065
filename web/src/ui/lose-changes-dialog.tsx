import { ConfirmDialog } from "./confirm-dialog.tsx";

export function LoseChangesDialog(props: {
  isOpen: boolean;
  onKeep: () => void;
  onLose: () => void;
}) {
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title="Lose any unsaved changes?"
      confirmLabel="Lose changes"
      cancelLabel="Keep editing"
      onConfirm={props.onLose}
      onCancel={props.onKeep}
    >
      What you typed here is not saved yet.
    </ConfirmDialog>
  );
}
