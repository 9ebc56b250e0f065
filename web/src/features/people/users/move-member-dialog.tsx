import { api } from "../../../api/api.ts";
import { fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import { z } from "zod";
import { FormDialog } from "./form-dialog.tsx";
import { NetworkPreview } from "./network-preview.tsx";
import { type FixedParent, nobody, ParentPicker } from "./parent-picker.tsx";
import { typedParentSchema } from "./placing.ts";
import { useRefreshPeople } from "./use-refresh-people.ts";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

const typedSchema = z.object({ parent: typedParentSchema });

/** A distributor or a stockist under another member: where it stands now, and what that changes. */
export function MoveMemberDialog(props: { user: ListedUser; onClose: () => void }) {
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
          ? "The stockist’s later sales count for the distributor that you choose."
          : "Everybody below comes along, and every level stays as it is."}
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
    schema: typedSchema,
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
  if (user.level === 4) return [{ value: nobody, label: "Nobody: a house account" }];
  return user.level === 1 ? [{ value: nobody, label: "Nobody: no sponsor" }] : [];
}
