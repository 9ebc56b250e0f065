import { useState } from "react";
import { api } from "../../../api/api.ts";
import { fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import { cellToSend, editFormOf, editFormSchema, type UserDetail } from "./edit-user-form.ts";
import { useRefreshPeople } from "./use-refresh-people.ts";

export type EditForm = ReturnType<typeof useEditUser>["form"];

/** Editing, sending, and either closing or being ready to be sent again (specification, section 4). */
export function useEditUser(user: UserDetail, onSaved: () => void) {
  const refresh = useRefreshPeople();
  const commandIdFor = useCommandId();
  const [schema] = useState(() => editFormSchema(user));
  const [initialValues] = useState(() => editFormOf(user));
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "edit",
    schema,
    initialValues,
  });
  const update = api.users.update.useMutation({
    onSuccess: async () => {
      showToast("Saved!");
      await refresh();
      onSaved();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit((typed) => {
    const cellNumber = cellToSend(user, typed.cellNumber);
    const request = { ...typed, cellNumber, id: user.id };
    update.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return { form, summary, send, update };
}
