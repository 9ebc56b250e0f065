import { Textarea } from "@mantine/core";
import { impersonateSchema } from "@portal/shared/people/users/user-forms.ts";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { useMemo } from "react";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { besideFields, fieldErrors } from "../../../api/error-message.ts";
import { useReloadAs } from "../../../session/reload-as.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { useCommand } from "../../../ui/use-command.ts";
import { ConvertToDistributorDialog, ConvertToStockistDialog } from "./convert-user-dialogs.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { EraseUserDialog } from "./erase-user-dialog.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { NetworkPreview } from "./network-preview.tsx";
import { type FixedParent, noParent, ParentPicker, typedParentSchema } from "./parent-picker.tsx";
import type { ListedUser } from "./user-columns.tsx";
import { SurnameField, surnameSchema } from "./user-fields.tsx";
import { nameOf } from "./user-words.ts";

type Props = Readonly<{ user: ListedUser; onClose: () => void }>;

/** The dialog of an action; nothing for actions that need none. */
export function UserActionDialog(props: {
  action: UserAction;
  user: ListedUser;
  viewer: SignedInUser;
  onClose: () => void;
}) {
  const { action, user, viewer, onClose } = props;
  switch (action) {
    case "edit":
      return <EditUserDialog userId={user.id} onClose={onClose} />;
    case "convert-to-distributor":
      return <ConvertToDistributorDialog user={user} viewer={viewer} onClose={onClose} />;
    case "convert-to-stockist":
      return <ConvertToStockistDialog user={user} viewer={viewer} onClose={onClose} />;
    case "move":
      return <MoveMemberDialog user={user} onClose={onClose} />;
    case "uplift":
      return <UpliftDialog user={user} onClose={onClose} />;
    case "impersonate":
      return <ImpersonateDialog user={user} onClose={onClose} />;
    case "lock":
      return <LockUserDialog user={user} onClose={onClose} />;
    case "delete":
      return <DeleteUserDialog user={user} onClose={onClose} />;
    case "restore":
      return <RestoreUserDialog user={user} onClose={onClose} />;
    case "erase":
      return <EraseUserDialog user={user} onClose={onClose} />;
    case "resend":
    case "copy-link":
      return null;
  }
}

const moveSchema = z.object({ parentId: typedParentSchema });

/** Moves a distributor or a stockist to another parent, with a preview of the effect. */
function MoveMemberDialog({ user, onClose }: Props) {
  const isStockist = user.level === 4;
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "move",
    schema: moveSchema,
    initialValues: { parentId: "" },
  });
  const options = { done: "Done!", form: { showErrors }, onDone: onClose };
  const moveDistributor = useCommand(api.users.moveDistributor, options);
  const moveStockist = useCommand(api.users.moveStockist, options);
  const move = isStockist ? moveStockist : moveDistributor;
  const send = onSubmit((typed) => move.send({ ...typed, id: user.id }));
  const parentId = typedParentSchema.safeParse(form.values.parentId);

  return (
    <FormDialog
      title={`Move ${nameOf(user)}`}
      onClose={onClose}
      onSubmit={send}
      submitLabel="Move"
      isDirty={form.isDirty()}
      isBusy={move.isPending}
      summary={summary}
      failure={move.error}
    >
      <p>
        {isStockist
          ? "New sales by this stockist will count for the distributor you choose."
          : "Their whole team moves with them. Levels do not change."}
      </p>
      <ParentPicker
        label={isStockist || user.level !== 1 ? "New parent" : "New sponsor"}
        purpose={isStockist ? "move-stockist" : "move-distributor"}
        userId={user.id}
        fixed={parentsOutside(user)}
        except={user.parentId}
        {...form.getInputProps("parentId")}
      />
      {parentId.success && (
        <NetworkPreview of={{ change: "move", userId: user.id, parentId: parentId.data }} />
      )}
    </FormDialog>
  );
}

/** Only a level 1 and a stockist can be moved to no parent at all. */
function parentsOutside(user: ListedUser): readonly FixedParent[] {
  if (user.parentId === null) return [];
  if (user.level === 4) return [{ value: noParent, label: "No parent" }];
  return user.level === 1 ? [{ value: noParent, label: "No sponsor" }] : [];
}

const reasonSchema = z.pick(impersonateSchema, { reason: true });

/** Starts an impersonation, whose reason is shown to the person. */
function ImpersonateDialog({ user, onClose }: Props) {
  const name = nameOf(user);
  const reloadAs = useReloadAs();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "impersonate",
    schema: reasonSchema,
    initialValues: { reason: "" },
  });
  const impersonate = api.users.impersonate.useMutation({
    onSuccess: ({ user: impersonated }) => {
      showToast(`You are viewing as ${name}.`);
      reloadAs(impersonated);
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <FormDialog
      title={`Sign in as ${name}?`}
      onClose={onClose}
      onSubmit={onSubmit(({ reason }) => impersonate.mutate({ id: user.id, reason }))}
      submitLabel={`Sign in as ${name}`}
      isDirty={form.isDirty()}
      // Stays busy until the reload: this page belongs to the previous session.
      isBusy={impersonate.isPending || impersonate.isSuccess}
      summary={summary}
      failure={besideFields(impersonate.error)}
    >
      <p>
        You’ll see the portal as {name} does, to help with orders. You cannot change money,
        passwords, bank details or the network.
      </p>
      <Textarea
        label="Reason"
        description={`${name} will see this reason, your name and the time.`}
        required
        rows={3}
        maxLength={200}
        {...form.getInputProps("reason")}
      />
    </FormDialog>
  );
}

/** Makes a level 2 a level 1 permanently, confirmed by typing the surname. */
function UpliftDialog({ user, onClose }: Props) {
  const { id, lastName } = user;
  const schema = useMemo(() => z.object({ surname: surnameSchema(lastName) }), [lastName]);
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "uplift",
    schema,
    initialValues: { surname: "" },
  });
  const uplift = useCommand(api.users.uplift, {
    done: "Done!",
    form: { showErrors },
    onDone: onClose,
  });

  return (
    <FormDialog
      title={`Uplift ${nameOf(user)} to level 1?`}
      onClose={onClose}
      onSubmit={onSubmit(() => uplift.send({ id }))}
      submitLabel="Uplift to level 1"
      isDirty={form.isDirty()}
      isBusy={uplift.isPending}
      isDangerous
      summary={summary}
      failure={uplift.error}
    >
      <Notice tone="warning" title="You cannot undo an uplift">
        <p>
          {user.parentName ?? "The parent"} becomes the sponsor. The team stays, at the same levels.
          Sales so far stay under level 2.
        </p>
      </Notice>
      <NetworkPreview of={{ change: "uplift", userId: id }} />
      <SurnameField lastName={lastName} {...form.getInputProps("surname")} />
    </FormDialog>
  );
}

/** Signs an admin out everywhere until they unlock the account themselves. */
function LockUserDialog({ user, onClose }: Props) {
  const lock = useCommand(api.users.lock, { done: "Account locked!", onDone: onClose });
  return (
    <ConfirmDialog
      title={`Lock the account of ${nameOf(user)}?`}
      confirmLabel="Lock account"
      isDangerous
      isBusy={lock.isPending}
      error={lock.error}
      onConfirm={() => lock.send({ id: user.id })}
      onCancel={onClose}
    >
      They are signed out everywhere now. Only they can unlock the account, with a link in their
      email, their password and their second step.
    </ConfirmDialog>
  );
}

/**
 * Deactivates the account, of an admin by a decision. Nothing is removed from the ledger, and an admin can restore the
 * person.
 */
function DeleteUserDialog({ user, onClose }: Props) {
  const remove = useCommand(api.users.delete, {
    done: ({ proposalId }) => doneWords(proposalId, "User deleted!"),
    onDone: onClose,
  });

  return (
    <ConfirmDialog
      title="Are you sure?"
      confirmLabel={`Delete ${nameOf(user)}`}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.send({ id: user.id })}
      onCancel={onClose}
    >
      {nameOf(user)} ({user.email}) will be signed out and can no longer sign in.
      {(user.role === "admin" || user.role === "accountant") &&
        ` ${user.role === "admin" ? "An admin" : "An accountant"} who has registered goes by a decision: another admin must confirm it, and everyone is told. If you suspect a thief, lock the account instead.`}
      {user.level !== null &&
        " They stop earning on new sales. Commission already earned can still be paid."}
    </ConfirmDialog>
  );
}

/** Reverses "Delete". */
function RestoreUserDialog({ user, onClose }: Props) {
  const restore = useCommand(api.users.restore, {
    done: ({ proposalId }) => doneWords(proposalId),
    onDone: onClose,
  });

  return (
    <ConfirmDialog
      title={`Restore ${nameOf(user)}?`}
      confirmLabel="Restore"
      isBusy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.send({ id: user.id })}
      onCancel={onClose}
    >
      {nameOf(user)} can sign in again.
      {user.level !== null && " They earn commission on new sales only."}
    </ConfirmDialog>
  );
}
