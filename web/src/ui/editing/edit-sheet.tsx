import type { z } from "zod";
import { Dialog } from "../dialog.tsx";
import { type EditedItem, useItemEditor } from "./use-item-editor.tsx";

/** One item beside its list: a form, and for what is saved already a way to delete it. */
export function EditSheet<Schema extends z.ZodType>(props: EditedItem<Schema>) {
  const { close, form, questions } = useItemEditor(props);
  return (
    <Dialog shape="sheet" title={props.title} onClose={close}>
      {form}
      {questions}
    </Dialog>
  );
}
