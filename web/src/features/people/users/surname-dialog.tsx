import { TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useMemo } from "react";
import { z } from "zod";
import { fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { showToast } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useRefreshPeople } from "./use-refresh-people.ts";
import type { ListedUser } from "./user-columns.tsx";

/** Something that is for good: whoever does it types the surname of the person that it happens to. */
export function SurnameDialog(props: {
  /** Ids of the fields begin with it. */
  name: string;
  user: ListedUser;
  title: string;
  submitLabel: string;
  action: Readonly<{
    mutate: (input: { id: number; commandId: string }) => void;
    isPending: boolean;
    error: unknown;
  }>;
  onClose: () => void;
  /** What it means. */
  children: ReactNode;
}) {
  const { user, action } = props;
  const { id, lastName } = user;
  const commandIdFor = useCommandId();
  const schema = useMemo(() => z.object({ surname: surnameSchema(lastName) }), [lastName]);
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: props.name,
    schema,
    initialValues: { surname: "" },
  });
  useEffect(() => {
    if (action.error) showErrors(fieldErrors(action.error));
    // A new answer of the server is shown once; the form itself changes with every key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [action.error]);
  return (
    <FormDialog
      title={props.title}
      onClose={props.onClose}
      onSubmit={onSubmit(() => action.mutate({ id, commandId: commandIdFor({ id }) }))}
      submitLabel={props.submitLabel}
      isDirty={form.isDirty()}
      isBusy={action.isPending}
      isDangerous
      summary={summary}
      failure={action.error}
    >
      {props.children}
      <TextInput
        label={`Type ${lastName} to confirm`}
        required
        autoComplete="off"
        {...form.getInputProps("surname")}
      />
    </FormDialog>
  );
}

/** What happens after a person was changed for good. */
export function useAfterSurname(onClose: () => void) {
  const refresh = useRefreshPeople();
  return {
    onSuccess: async () => {
      showToast("Done!");
      await refresh();
      onClose();
    },
  };
}

/** What cannot be undone is begun by typing whom it is about. */
export function surnameSchema(lastName: string) {
  const wanted = lastName.trim().toLowerCase();
  return z
    .string()
    .trim()
    .refine((typed) => typed.toLowerCase() === wanted, `Type ${lastName.trim()}`);
}
