import { Button, Stack, Text, TextInput } from "@mantine/core";
import { decimalText, formatMoney } from "@portal/shared/platform/money.ts";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { ErrorNotice } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { typedAmountSchema } from "../../../ui/typed-amount.ts";
import type { Wallet } from "./wallet-parts.tsx";
import { useCommand } from "../../../ui/use-command.ts";

/** Converts commission to store credit, immediately and irreversibly. */
export function ConvertDialog(props: { wallet: Wallet; onClose: () => void }) {
  const { wallet, onClose } = props;
  const { payable, currency } = wallet;
  const { form, onSubmit } = useCheckedForm({
    name: "convert",
    schema: z.object({
      amount: typedAmountSchema.check(
        z.positive("Please enter a number"),
        z.maximum(payable, `You can turn up to ${formatMoney(payable, currency)} into credit.`),
      ),
    }),
    initialValues: { amount: decimalText(payable) },
  });
  const convert = useCommand(api.wallet.convertToCredit, { done: "Done!", onDone: onClose });
  const send = onSubmit(({ amount }) => convert.send({ amount }));
  return (
    <ModalDialog title="Turn commission into store credit" onClose={onClose}>
      <form noValidate onSubmit={send}>
        <Stack>
          <Text size="sm">
            You can turn up to {formatMoney(payable, currency)} of commission into store credit to
            pay for orders. It reduces your next payout. You cannot undo this.
            {wallet.waiting > 0 &&
              " You can turn commission in its waiting period into credit when the period ends."}
          </Text>
          <ErrorNotice error={convert.error} />
          <TextInput
            label="Amount"
            required
            inputMode="decimal"
            {...form.getInputProps("amount")}
          />
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={convert.isPending}>
              Turn into store credit
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </ModalDialog>
  );
}
