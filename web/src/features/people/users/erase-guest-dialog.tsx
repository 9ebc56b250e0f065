import { orderReference } from "@portal/shared/platform/order-reference.ts";
import { z } from "zod/mini";
import { TextInput } from "@mantine/core";
import { eraseGuestSchema } from "@portal/shared/people/users/erase-user.ts";
import { api } from "../../../api/api.ts";
import { Notice } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCommand } from "../../../ui/use-command.ts";

const schema = z.pick(eraseGuestSchema, { who: true });

/** Erases a person without an account, found by email or by order number. */
export function EraseGuestDialog(props: { onClose: () => void }) {
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "erase-guest",
    schema,
    initialValues: { who: "" },
  });
  const erase = useCommand(api.users.eraseGuest, {
    done: ({ orders }) =>
      `Erased. ${orders} ${orders === 1 ? "order stays" : "orders stay"} in the ledger.`,
    form: { showErrors },
    onDone: props.onClose,
  });
  return (
    <FormDialog
      title="Erase guest"
      onClose={props.onClose}
      onSubmit={onSubmit(({ who }) => erase.send({ who }))}
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
