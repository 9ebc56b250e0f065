import "../../../theme/mantine-forms.ts";
import { Textarea } from "@mantine/core";
import { impersonateSchema } from "@portal/shared/people/users/user-forms.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../../../api/api.ts";
import { fieldErrors } from "../../../api/error-message.ts";
import { afterBecomingSomebody } from "../../../session/become-somebody.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import { FormDialog } from "./form-dialog.tsx";
import type { ListedUser } from "./user-columns.tsx";
import { nameOf } from "./user-words.ts";

const typedSchema = impersonateSchema.pick({ reason: true });

/** The office becomes somebody else for a while, says why, and the person is told. */
export function ImpersonateDialog(props: { user: ListedUser; onClose: () => void }) {
  const { user } = props;
  const name = nameOf(user);
  const queryClient = useQueryClient();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "impersonate",
    schema: typedSchema,
    initialValues: { reason: "" },
  });
  const impersonate = api.users.impersonate.useMutation({
    onSuccess: ({ user: somebody }) => {
      showToast(`You are signed in as ${name}.`);
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
        You see the portal as {name} does and can help with an order. Money, passwords, bank details
        and the network cannot be changed meanwhile.
      </p>
      <Textarea
        label="Reason"
        description={`${name} will read it, with your name and the time.`}
        required
        rows={3}
        maxLength={200}
        {...form.getInputProps("reason")}
      />
    </FormDialog>
  );
}
