import { Text } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { KnownPayments } from "@portal/shared/platform/domain-error.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { formatDay } from "../../../ui/days.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";

const methods = { card: "card", eft: "bank transfer", credit: "store credit" };

/** Shows the payments that may be the same money, before another one is recorded. */
export function SecondPaymentDialog(props: {
  known: KnownPayments;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const { orderNumber, payments } = props.known;
  return (
    <ConfirmDialog
      title="Record another payment?"
      confirmLabel="Record another payment"
      isBusy={props.isBusy}
      onConfirm={props.onConfirm}
      onCancel={props.onCancel}
    >
      <Text mb="sm">
        {payments.length === 0
          ? `Nothing is due for order ${eftPrefix}${orderNumber}.`
          : `Check the bank statement: this may be money that is already recorded. For order ${eftPrefix}${orderNumber} we found:`}
      </Text>
      <Facts
        amounts
        facts={payments.map(({ orderNumber: paid, day, method, amount, currency }) => ({
          name: `${eftPrefix}${paid}, ${methods[method]}, ${formatDay(day)}`,
          value: <MoneyText minor={amount} currency={currency} />,
        }))}
      />
    </ConfirmDialog>
  );
}
