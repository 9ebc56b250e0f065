import { lazy, Suspense } from "react";
import type { Recipient } from "./recipient-text.tsx";

const RecipientDialog = lazy(async () => ({
  default: (await import("./recipient-dialog.tsx")).RecipientDialog,
}));

/** Which recipient is being changed; null is a new one. */
export type Editing = Readonly<{ recipient: Recipient | null }>;

/** The dialog, with its code fetched when it is first needed. */
export function RecipientEditor(props: {
  editing: Editing;
  onClose: () => void;
  onSaved: (addressId: number) => void;
}) {
  return (
    <Suspense fallback={null}>
      <RecipientDialog
        address={props.editing.recipient}
        onClose={props.onClose}
        onSaved={props.onSaved}
      />
    </Suspense>
  );
}
