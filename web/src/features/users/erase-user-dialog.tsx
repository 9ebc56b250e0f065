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
import { surnameSchema } from "./surname.ts";
import { useRefreshPeople } from "./use-refresh-people.ts";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

/** For good: whoever does it types the surname, and then the own password. */
export function EraseUserDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user } = props;
  const { form, summary, send, erase } = useErase(user, props.onClose);

  return (
    <FormDialog
      title={`Erase ${nameOf(user)}?`}
      onClose={props.onClose}
      onSubmit={send}
      submitLabel="Erase for good"
      isDirty={form.isDirty()}
      isBusy={erase.isPending}
      isDangerous
      summary={summary}
      failure={erase.error}
    >
      <Notice tone="warning" title="Erasing cannot be undone">
        <p>
          Name, email, numbers, addresses, bank details and everything written to or by this person
          are removed, here and in every backup that is restored. Orders, commission and payouts
          stay in the books under the number {user.id}. Store credit that is left is lost.
        </p>
      </Notice>
      <TextInput
        label={`Type the surname ${user.lastName} to go on`}
        required
        autoComplete="off"
        {...form.getInputProps("surname")}
      />
    </FormDialog>
  );
}

function useErase(user: ListedUser, onDone: () => void) {
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const { lastName } = user;
  const schema = useMemo(() => z.object({ surname: surnameSchema(lastName) }), [lastName]);
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "erase",
    schema,
    initialValues: { surname: "" },
  });
  const erase = api.users.erase.useMutation({
    onSuccess: async () => {
      showToast("Done!");
      await refresh();
      onDone();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit(() => {
    const request = { id: user.id };
    erase.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return { form, summary, send, erase };
}
