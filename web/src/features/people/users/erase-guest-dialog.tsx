import { orderReference } from "@portal/shared/platform/order-reference.ts";
import { z } from "zod/mini";
import { TextInput } from "@mantine/core";
import { eraseGuestSchema } from "@portal/shared/people/users/erase-user.ts";
import { api } from "../../../api/api.ts";
import { fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";

const schema = z.pick(eraseGuestSchema, { who: true });

/** Erases a person without an account, found by email or by order number. */
export function EraseGuestDialog(props: { onClose: () => void }) {
  const withCommandId = useCommandId();
  const utils = api.useUtils();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "erase-guest",
    schema,
    initialValues: { who: "" },
  });
  const erase = api.users.eraseGuest.useMutation({
    onSuccess: async ({ orders }) => {
      showToast(`Erased. ${orders} ${orders === 1 ? "order stays" : "orders stay"} in the ledger.`);
      await utils.orders.invalidate();
      props.onClose();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  return (
    <FormDialog
      title="Erase guest"
      onClose={props.onClose}
      onSubmit={onSubmit(({ who }) => erase.mutate(withCommandId({ who })))}
      submitLabel="Erase permanently"
      isDirty={form.isDirty()}
      isBusy={erase.isPending}
      isDangerous
      summary={summary}
      failure={erase.error}
    >
      <Notice tone="warning" title="You cannot undo this">
        <p>
          We’ll delete the names, addresses, numbers, notes, emails and messages of someone without
          an account, here and in any restored backup. Orders and payments stay in the ledger.
          Refund any money left on an order first.
        </p>
      </Notice>
      <TextInput
        label="Email or order number"
        description="An order number covers all orders from the same browser."
        placeholder={orderReference(1023)}
        required
        autoComplete="off"
        {...form.getInputProps("who")}
      />
    </FormDialog>
  );
}
