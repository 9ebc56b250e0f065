import { ConfirmDialog } from "./confirm-dialog.tsx";

export function LoseChangesDialog(props: { onKeep: () => void; onLose: () => void }) {
  return (
    <ConfirmDialog
      title="Lose any unsaved changes?"
      confirmLabel="Lose changes"
      cancelLabel="Keep editing"
      isDangerous
      onConfirm={props.onLose}
      onCancel={props.onKeep}
    >
      What you typed here is not saved yet.
    </ConfirmDialog>
  );
}
