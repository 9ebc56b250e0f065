import { Group, Stack, Text, Title } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { api } from "../../../api/api.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { showToast } from "../../../ui/feedback.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { DialogButton } from "./delivery/shipment-forms.tsx";
import type { OrderDetail } from "./order-sheet.tsx";

/** The payments that count, with the way to undo a bank transfer. */
export function OrderPayments(props: { order: OrderDetail }) {
  const { order } = props;
  if (order.payments.length === 0) return null;
  return (
    <section aria-labelledby="payments">
      <Title order={3} id="payments" mb={4}>
        Payments
      </Title>
      <Stack gap="xs">
        {order.payments.map((payment) => (
          <Group key={payment.position} justify="space-between" wrap="nowrap">
            <Text>
              <MoneyText minor={payment.amount} currency={order.currency} />{" "}
              <Text span c="dimmed">
                {paymentWords[payment.method]}, <DayText value={payment.receivedAt} />
              </Text>
            </Text>
            {payment.method === "eft" && (
              <DialogButton
                label="Undo"
                variant="default"
                size="compact-md"
                aria-label={`Undo payment of ${formatMoney(payment.amount, order.currency)}`}
                dialog={(close) => (
                  <UndoPaymentDialog order={order} payment={payment} onClose={close} />
                )}
              />
            )}
          </Group>
        ))}
      </Stack>
    </section>
  );
}

const paymentWords = { card: "by card", eft: "by bank transfer", credit: "with store credit" };

function UndoPaymentDialog(props: {
  order: OrderDetail;
  payment: OrderDetail["payments"][number];
  onClose: () => void;
}) {
  const { order, payment, onClose } = props;
  const { position, bankLineId } = payment;
  const utils = api.useUtils();
  const withCommandId = useCommandId();
  const onSuccess = () => {
    showToast("Payment undone.");
    onClose();
    void utils.orders.invalidate();
    void utils.bankLines.list.invalidate();
  };
  const typed = api.orders.undoPayment.useMutation({ onSuccess });
  const matched = api.bankLines.undo.useMutation({ onSuccess });
  // What the dialog says; if the parcel leaves meanwhile, the server asks.
  const known = order.isOut ? { isSentKnown: true } : {};
  return (
    <ConfirmDialog
      title={`Undo payment of ${formatMoney(payment.amount, order.currency)}?`}
      confirmLabel="Undo payment"
      isDangerous
      isBusy={typed.isPending || matched.isPending}
      error={typed.error ?? matched.error}
      onConfirm={() =>
        bankLineId === null
          ? typed.mutate(withCommandId({ uuid: order.uuid, position, ...known }))
          : matched.mutate(withCommandId({ lineId: bankLineId, ...known }))
      }
      onCancel={onClose}
    >
      <p>
        {bankLineId === null
          ? "Do this if it was recorded for the wrong order, or twice. "
          : "Its bank transaction returns to “To match”, also for other orders that it paid. "}
        If the order is then not paid in full, it is unpaid again, without its commission, and its
        invoice is credited.
      </p>
      {order.isOut && (
        <p>
          This order is sent or ready to collect. Without its payment it is “Sent, not paid” until
          the buyer pays.
        </p>
      )}
    </ConfirmDialog>
  );
}
