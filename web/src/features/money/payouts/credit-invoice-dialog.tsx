import { chosenCreditReasons, invoiceCreditWords } from "@portal/shared/money/payout-terms.ts";
import { creditTaxInvoiceSchema } from "@portal/shared/money/payouts.ts";
import { NativeSelect, Text } from "@mantine/core";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import type { ListedPayout } from "./payout-parts.tsx";

const typedSchema = z.pick(creditTaxInvoiceSchema, { reason: true });

/** Writes a credit note for the tax invoice of a payout that we wrote in the member's name. */
export function CreditInvoiceDialog(props: { payout: ListedPayout; onClose: () => void }) {
  const { payout, onClose } = props;
  const checked = useCheckedForm({
    name: "credit-invoice",
    schema: typedSchema,
    initialValues: { reason: "" },
  });
  const { form, summary } = checked;
  const credit = useCommand(api.payouts.creditTaxInvoice, {
    done: "Credit note written.",
    form: checked,
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Credit the tax invoice?"
      onClose={onClose}
      onSubmit={checked.onSubmit(({ reason }) => credit.send({ id: payout.id, reason }))}
      submitLabel="Write credit note"
      isDangerous
      isDirty={form.isDirty()}
      isBusy={credit.isPending}
      summary={summary}
      failure={credit.error}
    >
      <Text size="sm">
        The credit note cancels the whole invoice. You cannot undo it. No money moves: the payout
        stays paid, and it gets no other invoice from us. Tell {payout.fullName}, who finds the
        credit note in their wallet.
      </Text>
      <NativeSelect
        label="What was wrong?"
        required
        data={[
          { value: "", label: "Please choose" },
          ...chosenCreditReasons.map((value) => ({ value, label: invoiceCreditWords[value] })),
        ]}
        {...form.getInputProps("reason")}
      />
    </FormDialog>
  );
}
