import { Button, Menu, Stack } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { type EditField, type EditTexts, newItemId } from "@portal/shared/platform/editing.ts";
import { type ReactNode, useState } from "react";
import type { z } from "zod/mini";
import { ConfirmDialog, useUnsavedGuard } from "../confirm-dialog.tsx";
import { Form } from "../form.tsx";
import { FormSheet } from "../form-sheet.tsx";
import { MoreMenu } from "../more-menu.tsx";
import { PageHeader } from "../page-header.tsx";
import { SaveBar } from "../save-bar.tsx";
import { bodyOf, codedMessage, EditFields, useEditForm } from "./edit-form.tsx";
import type { KeptVersion } from "./newer-version.tsx";

/** Edits an item on a page of its own, for items with many fields. */
export function EditPage<Schema extends z.ZodMiniType<object>>(
  props: EditedItem<Schema> & {
    /** The name of the listing, for the link back. */
    area: string;
    /** Rendered below the cards of the second column, from the current input. */
    renderAside: (texts: EditTexts) => ReactNode;
  },
) {
  const { area, title } = props;
  const { edited, moreMenu, deletion } = useItemEditor(props);
  const { leave, question } = useUnsavedGuard(edited.changed.length > 0);
  const close = () => leave(props.onClose);
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
      <Form id={edited.id} {...bodyOf(edited)}>
        <EditFields edited={edited} columns={{ aside: props.renderAside(edited.form.values) }} />
      </Form>
      <SaveBar
        form={edited.id}
        changed={edited.changed}
        isBusy={props.save.isPending}
        isNew={isNewItem}
        onDiscard={isNewItem ? close : edited.discard}
      />
      {question}
      {deletion}
    </Stack>
  );
}

/** Edits an item in a sheet beside its list. */
export function EditSheet<Schema extends z.ZodMiniType<object>>(props: EditedItem<Schema>) {
  const { edited, moreMenu, deletion } = useItemEditor(props);
  return (
    <FormSheet
      {...bodyOf(edited)}
      title={props.title}
      onClose={props.onClose}
      submitLabel="Save"
      isDirty={edited.changed.length > 0}
      isBusy={props.save.isPending}
      menu={moreMenu}
      after={deletion}
    >
      <EditFields edited={edited} />
    </FormSheet>
  );
}

/** The part of a command that a form needs. */
type Command<Input> = Readonly<{
  send: (typed: Input) => void;
  isPending: boolean;
  error: unknown;
}>;

type EditedItem<Schema extends z.ZodMiniType<object>> = Readonly<{
  title: string;
  name: string;
  fields: readonly EditField[];
  initial: EditTexts;
  schema: Schema;
  /** Sent with the version that the edit is based on. */
  save: Command<z.output<Schema> & Readonly<{ version: string | null }>>;
  version: string | null;
  readSaved: () => Promise<KeptVersion>;
  /** Null for a new item. */
  remove: Command<void> | null;
  /** The consequences of deleting it. */
  removeText: string;
  onClose: () => void;
}>;

/** The form of an item, with the menu to delete it and the question before. */
function useItemEditor<Schema extends z.ZodMiniType<object>>(item: EditedItem<Schema>) {
  const { save, remove } = item;
  const [isDeleting, setIsDeleting] = useState(false);
  const edited = useEditForm({
    ...item,
    failure: save.error,
    onSave: (values, { version }) => save.send({ ...values, version }),
  });
  const moreMenu = remove && (
    <MoreMenu>
      <Menu.Item color="protea" onClick={() => setIsDeleting(true)}>
        Delete
      </Menu.Item>
    </MoreMenu>
  );
  const deletion = isDeleting && remove && (
    <ConfirmDialog
      title={`Delete ${item.title}?`}
      confirmLabel="Delete"
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      errorWords={(error) => codedMessage("delete", error)}
      onConfirm={() => remove.send()}
      onCancel={() => setIsDeleting(false)}
    >
      {item.removeText}
    </ConfirmDialog>
  );
  return { edited, moreMenu, deletion };
}

export function isNew(id: number): boolean {
  return id === newItemId;
}
