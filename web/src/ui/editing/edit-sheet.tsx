import { Button } from "@mantine/core";
import type { EditField, EditTexts } from "@portal/shared/editing/edit-fields.ts";
import { useState } from "react";
import type { z } from "zod";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Dialog } from "../dialog.tsx";
import { LoseChangesDialog } from "../lose-changes-dialog.tsx";
import { codedMessage } from "./coded-failure.ts";
import { EditForm } from "./edit-form.tsx";
import { useUnsavedGuard } from "./use-unsaved-guard.tsx";

/** What a list's item can be asked for: the mutations of its router, as far as a form needs them. */
export type Asking<Input> = Readonly<{
  mutate: (input: Input) => void;
  isPending: boolean;
  error: unknown;
}>;

/** One item beside its list: a form, and for what is saved already a way to delete it. */
export function EditSheet<Schema extends z.ZodType>(props: {
  title: string;
  name: string;
  fields: readonly EditField[];
  initial: EditTexts;
  schema: Schema;
  save: Asking<z.output<Schema>>;
  /** Null for an item that is not saved yet. */
  remove: Asking<void> | null;
  /** What deleting it means. */
  removeText: string;
  onClose: () => void;
}) {
  const { save, remove } = props;
  const [isDirty, setDirty] = useState(false);
  const [asks, setAsks] = useState<"lose" | "delete" | null>(null);
  const question = useUnsavedGuard(isDirty);
  const close = () => (isDirty ? setAsks("lose") : props.onClose());

  return (
    <Dialog shape="sheet" title={props.title} onClose={close}>
      <EditForm
        name={props.name}
        fields={props.fields}
        initial={props.initial}
        schema={props.schema}
        isBusy={save.isPending}
        failure={save.error}
        onSave={(values) => save.mutate(values)}
        onDirty={setDirty}
        actions={
          <>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            {remove && (
              <Button variant="subtle" color="var(--protea)" onClick={() => setAsks("delete")}>
                Delete
              </Button>
            )}
          </>
        }
      />
      {question}
      {asks === "lose" && <LoseChangesDialog onKeep={() => setAsks(null)} onLose={props.onClose} />}
      {asks === "delete" && remove && (
        <ConfirmDialog
          title={`Delete ${props.title}?`}
          confirmLabel="Delete"
          isDangerous
          isBusy={remove.isPending}
          error={remove.error}
          errorWords={(error) => codedMessage("delete", error)}
          onConfirm={() => remove.mutate()}
          onCancel={() => setAsks(null)}
        >
          {props.removeText}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}
