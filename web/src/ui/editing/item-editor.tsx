import { Box, Button, Menu, Stack } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { type EditField, type EditTexts, newItemId } from "@portal/shared/platform/editing.ts";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { ConfirmDialog, useUnsavedGuard } from "../confirm-dialog.tsx";
import { showToast } from "../feedback.tsx";
import { MoreMenu } from "../more-menu.tsx";
import { PageHeader } from "../page-header.tsx";
import { SaveBar } from "../save-bar.tsx";
import { Sheet } from "../sheet.tsx";
import { codedMessage, EditFormFields, useEditForm } from "./edit-form.tsx";
import type { KeptVersion } from "./newer-version.tsx";

/** One item in place of its list: for what has too many fields to stand beside it. */
export function EditPage<Schema extends z.ZodType<object>>(
  props: EditedItem<Schema> & {
    /** The name of the listing, to go back to. */
    area: string;
    /** What follows from what is typed, below the cards of the second column. */
    renderAside: (texts: EditTexts) => ReactNode;
  },
) {
  const { area, title } = props;
  const { close, edited, moreMenu, questions } = useItemEditor(props);
  const isNewItem = props.remove === null;
  return (
    <Stack>
      <div>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconChevronLeft size={16} stroke={1.8} aria-hidden="true" />}
          onClick={close}
        >
          All {area.toLowerCase()}
        </Button>
      </div>
      <PageHeader title={title} area={area}>
        {moreMenu}
      </PageHeader>
      <EditFormFields edited={edited} columns={{ aside: props.renderAside(edited.form.values) }} />
      <SaveBar
        form={edited.id}
        changed={edited.changed}
        isBusy={props.save.isPending}
        isNew={isNewItem}
        onDiscard={isNewItem ? close : edited.discard}
      />
      {questions}
    </Stack>
  );
}

/** One item beside its list: a form, and for what is saved already a way to delete it. */
export function EditSheet<Schema extends z.ZodType<object>>(props: EditedItem<Schema>) {
  const { close, edited, moreMenu, questions } = useItemEditor(props);
  return (
    <Sheet
      title={props.title}
      onClose={close}
      foot={
        <>
          <Box mr="auto">{moreMenu}</Box>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={edited.id} loading={props.save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <EditFormFields edited={edited} />
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
type EditedItem<Schema extends z.ZodType<object>> = Readonly<{
  title: string;
  name: string;
  fields: readonly EditField[];
  initial: EditTexts;
  schema: Schema;
  /** With the version that the edit began with. */
  save: Asking<z.output<Schema> & Readonly<{ version: string | null }>>;
  version: string | null;
  readSaved: () => Promise<KeptVersion>;
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
function useItemEditor<Schema extends z.ZodType<object>>(item: EditedItem<Schema>) {
  const { save, remove } = item;
  const [asksToDelete, setAsksToDelete] = useState(false);
  const edited = useEditForm({
    name: item.name,
    fields: item.fields,
    initial: item.initial,
    schema: item.schema,
    failure: save.error,
    version: item.version,
    readSaved: item.readSaved,
    onSave: (values, { version }) => save.mutate({ ...values, version }),
  });
  const { leave, question } = useUnsavedGuard(edited.changed.length > 0);
  const close = () => leave(item.onClose);
  const moreMenu = remove && (
    <MoreMenu>
      <Menu.Item color="protea" onClick={() => setAsksToDelete(true)}>
        Delete
      </Menu.Item>
    </MoreMenu>
  );
  const questions = (
    <>
      {question}
      {asksToDelete && remove && (
        <DeleteQuestion item={item} remove={remove} onCancel={() => setAsksToDelete(false)} />
      )}
    </>
  );
  return { close, edited, moreMenu, questions };
}

function DeleteQuestion(props: {
  item: Pick<EditedItem<z.ZodType<object>>, "title" | "removeText">;
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
