import { Textarea } from "@mantine/core";
import { impersonateSchema } from "@portal/shared/people/users/user-forms.ts";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { afterBecomingSomebody } from "../../../session/become-somebody.ts";
import type { SignedInUser } from "../../../session/session.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { showDone } from "../../../ui/proposed-toast.ts";
import { ConvertToDistributorDialog, ConvertToStockistDialog } from "./convert-user-dialogs.tsx";
import { EditUserDialog } from "./edit-user-dialog.tsx";
import { EraseUserDialog } from "./erase-user-dialog.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useRefreshPeople } from "./use-refresh-people.ts";
import { NetworkPreview } from "./network-preview.tsx";
import { type FixedParent, nobody, ParentPicker, typedParentSchema } from "./parent-picker.tsx";
import { SurnameDialog, useAfterSurname } from "./surname-dialog.tsx";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

/** The dialog of an action; for what needs none there is nothing. */
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

const moveSchema = z.object({ parent: typedParentSchema });

/** A distributor or a stockist under another member: where it stands now, and what that changes. */
function MoveMemberDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user } = props;
  const isStockist = user.level === 4;
  const { form, summary, send, move } = useMove(user, props.onClose);
  const { parent } = form.values;
  const parentId = typedParentSchema.safeParse(parent);

  return (
    <FormDialog
      title={`Move ${nameOf(user)}`}
      onClose={props.onClose}
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
        {...form.getInputProps("parent")}
      />
      {parentId.success && (
        <NetworkPreview of={{ change: "move", userId: user.id, parentId: parentId.data }} />
      )}
    </FormDialog>
  );
}

function useMove(user: ListedUser, onMoved: () => void) {
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "move",
    schema: moveSchema,
    initialValues: { parent: "" },
  });
  const whenDone = {
    onSuccess: async () => {
      showToast("Done!");
      await refresh();
      onMoved();
    },
    onError: (error: unknown) => showErrors(fieldErrors(error)),
  };
  const moveDistributor = api.users.moveDistributor.useMutation(whenDone);
  const moveStockist = api.users.moveStockist.useMutation(whenDone);
  const move = user.level === 4 ? moveStockist : moveDistributor;
  const send = onSubmit(({ parent }) => {
    const request = { id: user.id, parentId: parent };
    move.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return { form, summary, send, move };
}

/** A level 1 needs no sponsor and a stockist no distributor; everybody else stands under somebody. */
function parentsOutside(user: ListedUser): readonly FixedParent[] {
  if (user.parentId === null) return [];
  if (user.level === 4) return [{ value: nobody, label: "No parent" }];
  return user.level === 1 ? [{ value: nobody, label: "No sponsor" }] : [];
}

const reasonSchema = impersonateSchema.pick({ reason: true });

/** The office becomes somebody else for a while, says why, and the person is told. */
function ImpersonateDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user } = props;
  const name = nameOf(user);
  const queryClient = useQueryClient();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "impersonate",
    schema: reasonSchema,
    initialValues: { reason: "" },
  });
  const impersonate = api.users.impersonate.useMutation({
    onSuccess: ({ user: somebody }) => {
      showToast(`You are viewing as ${name}.`);
      afterBecomingSomebody(queryClient, somebody);
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });

  return (
    <FormDialog
      title={`Sign in as ${name}?`}
      onClose={props.onClose}
      onSubmit={onSubmit(({ reason }) => impersonate.mutate({ id: user.id, reason }))}
      submitLabel={`Sign in as ${name}`}
      isDirty={form.isDirty()}
      // Until the page is loaded anew, this one is of somebody who is not signed in any more.
      isBusy={impersonate.isPending || impersonate.isSuccess}
      summary={summary}
      failure={impersonate.error}
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

/** A level 2 becomes a level 1, for good: whoever does it types the surname. */
function UpliftDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user, onClose } = props;
  const uplift = api.users.uplift.useMutation(useAfterSurname(onClose));
  return (
    <SurnameDialog
      name="uplift"
      title={`Uplift ${nameOf(user)} to level 1?`}
      submitLabel="Uplift to level 1"
      action={uplift}
      user={user}
      onClose={onClose}
    >
      <Notice tone="warning" title="You cannot undo an uplift">
        <p>
          {user.parentName ?? "The parent"} becomes the sponsor. The team stays, at the same levels.
          Sales so far stay under level 2.
        </p>
      </Notice>
      <NetworkPreview of={{ change: "uplift", userId: user.id }} />
    </SurnameDialog>
  );
}

/** Nothing is taken out of the books, and an admin can restore the person. */
function DeleteUserDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user, onClose } = props;
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const remove = api.users.delete.useMutation({
    onSuccess: async () => {
      showToast("User deleted!");
      await refresh();
      onClose();
    },
  });
  const request = { id: user.id };

  return (
    <ConfirmDialog
      title="Are you sure?"
      confirmLabel={`Delete ${nameOf(user)}`}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ ...request, commandId: commandIdFor(request) })}
      onCancel={onClose}
    >
      {nameOf(user)} ({user.email}) will be signed out and can no longer sign in.
      {user.level !== null &&
        " They stop earning on new sales. Commission already earned can still be paid."}
    </ConfirmDialog>
  );
}

/** The way back from "Delete". */
function RestoreUserDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user, onClose } = props;
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const restore = api.users.restore.useMutation({
    onSuccess: async ({ proposalId }) => {
      showDone(proposalId);
      await refresh();
      onClose();
    },
  });
  const request = { id: user.id };

  return (
    <ConfirmDialog
      title={`Restore ${nameOf(user)}?`}
      confirmLabel="Restore"
      isBusy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate({ ...request, commandId: commandIdFor(request) })}
      onCancel={onClose}
    >
      {nameOf(user)} can sign in again.
      {user.level !== null && " They earn commission on new sales only."}
    </ConfirmDialog>
  );
}
