import "../../theme/mantine-forms.ts";
import { TextInput } from "@mantine/core";
import { useMemo } from "react";
import { z } from "zod";
import { api } from "../../api/api.ts";
import { fieldErrors } from "../../api/error-message.ts";
import { useCommandId } from "../../api/use-command-id.ts";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { FormDialog } from "./form-dialog.tsx";
import { NetworkPreview } from "./network-preview.tsx";
import { surnameSchema } from "./surname.ts";
import { useRefreshPeople } from "./use-refresh-people.ts";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

/** A level 2 becomes a level 1, for good: whoever does it types the surname. */
export function UpliftDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user } = props;
  const { form, summary, send, uplift } = useUplift(user, props.onClose);

  return (
    <FormDialog
      title={`Uplift ${nameOf(user)} to level 1?`}
      onClose={props.onClose}
      onSubmit={send}
      submitLabel="Uplift to level 1"
      isDirty={form.isDirty()}
      isBusy={uplift.isPending}
      isDangerous
      summary={summary}
      failure={uplift.error}
    >
      <Notice tone="warning" title="An uplift cannot be undone">
        <p>
          {user.parentName ?? "The parent"} becomes the sponsor. Everybody below stays, at the level
          that they have. What was sold until now stays with level 2.
        </p>
      </Notice>
      <NetworkPreview of={{ change: "uplift", userId: user.id }} />
      <TextInput
        label={`Type the surname ${user.lastName} to go on`}
        required
        autoComplete="off"
        {...form.getInputProps("surname")}
      />
    </FormDialog>
  );
}

function useUplift(user: ListedUser, onDone: () => void) {
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const { lastName } = user;
  const schema = useMemo(() => z.object({ surname: surnameSchema(lastName) }), [lastName]);
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "uplift",
    schema,
    initialValues: { surname: "" },
  });
  const uplift = api.users.uplift.useMutation({
    onSuccess: async () => {
      showToast("Done!");
      await refresh();
      onDone();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit(() => {
    const request = { id: user.id };
    uplift.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return { form, summary, send, uplift };
}
