import { Text } from "@mantine/core";
import { wrongNumber } from "@portal/shared/platform/editing.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { MoneyInput } from "../../../ui/number-inputs.tsx";
import type { Wallet } from "./wallet-parts.tsx";
import { useCommand } from "../../../ui/use-command.ts";

/** Converts commission to store credit, immediately and irreversibly. */
export function ConvertDialog(props: { wallet: Wallet; onClose: () => void }) {
  const { wallet, onClose } = props;
  const { payable, currency } = wallet;
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "convert",
    schema: z.object({
      amount: z
        .int(wrongNumber)
        .check(
          z.positive(wrongNumber),
          z.maximum(payable, `You can turn up to ${formatMoney(payable, currency)} into credit.`),
        ),
    }),
    initialValues: { amount: payable },
  });
  const convert = useCommand(api.wallet.convertToCredit, {
    done: "Done!",
    form: { showErrors },
    onDone: onClose,
  });
  const send = onSubmit(({ amount }) => convert.send({ amount }));
  return (
    <FormDialog
      title="Turn commission into store credit"
      onClose={onClose}
      onSubmit={send}
      submitLabel="Turn into store credit"
      isDirty={form.isDirty()}
      isBusy={convert.isPending}
      summary={summary}
      failure={convert.error}
    >
      <Text size="sm">
        You can turn up to {formatMoney(payable, currency)} of commission into store credit to pay
        for orders. It reduces your next payout. You cannot undo this.
        {wallet.waiting > 0 &&
          " You can turn commission in its waiting period into credit when the period ends."}
      </Text>
      <MoneyInput label="Amount" required currency={currency} {...form.getInputProps("amount")} />
    </FormDialog>
  );
}
