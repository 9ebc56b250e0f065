import { Suspense, useState } from "react";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { keptRecipient } from "./kept-recipient.ts";
import type { Recipient } from "./recipient-text.tsx";

const RecipientDialog = lazyPart(
  async () => (await import("./recipient-dialog.tsx")).RecipientDialog,
);
/** The code of adding a recipient. */
export const loadRecipientEditor = RecipientDialog.prepare;

/** The recipient in the dialog; null is a new one. */
export type Editing = Readonly<{ recipient: Recipient | null }>;

/** Which recipient is open in the dialog, if any; after a reload the one whose form was unfinished. */
export function useEditing(rows: readonly Recipient[] | undefined) {
  const [chosen, setChosen] = useState<Editing | null>(null);
  const [kept, setKept] = useState(keptRecipient);
  const typed = kept && rows && { recipient: rows.find(({ id }) => id === kept.id) ?? null };
  return {
    editing: chosen ?? typed ?? null,
    open: (recipient: Recipient | null) => setChosen({ recipient }),
    close: () => {
      setChosen(null);
      setKept(null);
    },
  };
}

/** The dialog, whose code is loaded when it is first opened. */
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
