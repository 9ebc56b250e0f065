import { Button } from "@mantine/core";
import { type EditField, type EditTexts, newItemId } from "@portal/shared/platform/editing.ts";
import { useState } from "react";
import type { z } from "zod";
import { ConfirmDialog, useUnsavedGuard } from "../confirm-dialog.tsx";
import { Sheet } from "../sheet.tsx";
import { showToast } from "../feedback.tsx";
import { PageHeading } from "../page-heading.tsx";
import { codedMessage, EditForm } from "./edit-form.tsx";
import classes from "./editing.module.css";

/** One item in place of its list: for what has too many fields to stand beside it. */
export function EditPage<Schema extends z.ZodType>(
  props: EditedItem<Schema> & {
    /** The name of the listing, to go back to. */
    area: string;
  },
) {
  const { area, title } = props;
  const { close, form, questions } = useItemEditor(props);
  return (
    <div className={classes.itemPage}>
      <div>
        <button type="button" className={classes.back} onClick={close}>
          All {area.toLowerCase()}
        </button>
      </div>
      <PageHeading title={title} area={area} />
      {form}
      {questions}
    </div>
  );
}

/** One item beside its list: a form, and for what is saved already a way to delete it. */
export function EditSheet<Schema extends z.ZodType>(props: EditedItem<Schema>) {
  const { close, form, questions } = useItemEditor(props);
  return (
    <Sheet title={props.title} onClose={close}>
      {form}
      {questions}
    </Sheet>
  );
}

/** What a list's item can be asked for: the mutations of its router, as far as a form needs them. */
type Asking<Input> = Readonly<{
  mutate: (input: Input) => void;
  isPending: boolean;
  error: unknown;
}>;

/** One item of a listing, with what it takes to save and to delete it. */
type EditedItem<Schema extends z.ZodType> = Readonly<{
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
}>;

/**
 * The form of an item, with the questions that come before something is lost or deleted.
 *
 * @returns `close` asks first where something is unsaved
 */
function useItemEditor<Schema extends z.ZodType>(item: EditedItem<Schema>) {
  const { save, remove } = item;
  const [isDirty, setDirty] = useState(false);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const { leave, question } = useUnsavedGuard(isDirty);
  const close = () => leave(item.onClose);
  const form = (
    <EditForm
      name={item.name}
      fields={item.fields}
      initial={item.initial}
      schema={item.schema}
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
            <Button variant="subtle" color="protea" onClick={() => setAsksToDelete(true)}>
              Delete
            </Button>
          )}
        </>
      }
    />
  );
  const questions = (
    <>
      {question}
      {asksToDelete && remove && (
        <DeleteQuestion item={item} remove={remove} onCancel={() => setAsksToDelete(false)} />
      )}
    </>
  );
  return { close, form, questions };
}

function DeleteQuestion(props: {
  item: Pick<EditedItem<z.ZodType>, "title" | "removeText">;
  remove: Asking<void>;
  onCancel: () => void;
}) {
  const { item, remove } = props;
  return (
    <ConfirmDialog
      title={`Delete ${item.title}?`}
      confirmLabel="Delete"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      errorWords={(error) => codedMessage("delete", error)}
      onConfirm={() => remove.mutate()}
      onCancel={props.onCancel}
    >
      {item.removeText}
    </ConfirmDialog>
  );
}

/** What happens after an item was saved or deleted, the same for every listing. */
export function afterChange(refresh: () => Promise<unknown>, close: () => void) {
  const after = (words: string) => ({
    onSuccess: async () => {
      showToast(words);
      close();
      await refresh();
    },
  });
  return { saved: after("Saved!"), deleted: after("Item deleted.") };
}

export function isNew(id: number): boolean {
  return id === newItemId;
}
