import { Group, Stack, Text, Title } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { Link } from "wouter";
import { api } from "../../../api/api.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText } from "../../../ui/days.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { DialogButton } from "../../../ui/dialog-button.tsx";
import type { OrderDetail } from "./order-detail-parts.tsx";
import { useCommand } from "../../../ui/use-command.ts";
import { doneWords } from "../../../ui/done-words.ts";

type Move = NonNullable<OrderDetail["money"]>["moves"][number];

/** Every payment and refund, with the way to undo a bank transfer that counts. */
export function OrderPayments(props: { order: OrderDetail }) {
  const { order } = props;
  const moves = order.money?.moves ?? [];
  if (moves.length === 0) return null;
  return (
    <section aria-labelledby="payments">
      <Title order={3} id="payments" mb={4}>
        Payments and refunds
      </Title>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {moves.map((move) => (
          <Group component="li" key={move.id} justify="space-between" align="start" wrap="nowrap">
            <div>
              <Text td={move.isUndone ? "line-through" : undefined}>
                <MoneyText
                  minor={move.kind === "refund" ? 0 - move.amount : move.amount}
                  currency={order.currency}
                />{" "}
                <Text span c="dimmed">
                  {move.kind === "refund" ? refundWords[move.method] : paymentWords[move.method]},{" "}
                  <DayText value={move.at} />
                </Text>
              </Text>
              <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                <MoveFacts move={move} order={order} />
              </Text>
            </div>
            {move.method === "eft" && move.standing && (
              <UndoButton order={order} payment={{ amount: move.amount, ...move.standing }} />
            )}
          </Group>
        ))}
      </Stack>
    </section>
  );
}

type Standing = Readonly<{ amount: number; position: number; bankLineId: number | null }>;

function UndoButton(props: { order: OrderDetail; payment: Standing }) {
  const { order, payment } = props;
  return (
    <DialogButton
      label="Undo"
      variant="default"
      size="compact-md"
      flex="none"
      aria-label={`Undo payment of ${formatMoney(payment.amount, order.currency)}`}
      dialog={(close) => <UndoPaymentDialog order={order} payment={payment} onClose={close} />}
    />
  );
}

/** State, who recorded it, fee, and where it comes from. */
function MoveFacts(props: { move: Move; order: OrderDetail }) {
  const { kind, method, isUndone, actorName, fee, words, standing } = props.move;
  const isByCard = kind === "payment" && method === "card";
  const lineId = standing?.bankLineId ?? null;
  const facts = [
    isUndone && "Undone",
    actorName !== null && `recorded by ${actorName}`,
    fee > 0 && `fee ${formatMoney(fee, props.order.currency)}`,
    words !== "" && (isByCard ? `card payment ${words}` : words),
  ].filter((fact) => fact !== false);
  return (
    <>
      {facts.join(" · ")}
      {lineId !== null && (
        <>
          {facts.length > 0 && " · "}
          <Link href={`/admin/bank-payments?state=applied&search=${props.order.orderNumber}`}>
            Bank transaction {lineId}
          </Link>
        </>
      )}
    </>
  );
}

const paymentWords = { card: "by card", eft: "by bank transfer", credit: "with store credit" };
const refundWords = {
  card: "refunded to the card",
  eft: "refunded by bank transfer",
  credit: "refunded as store credit",
};

function undoneWords({ proposalId }: Readonly<{ proposalId: string | null }>): string {
  return doneWords(proposalId, "Payment undone.");
}

function UndoPaymentDialog(props: { order: OrderDetail; payment: Standing; onClose: () => void }) {
  const { order, payment, onClose } = props;
  const { position, bankLineId } = payment;
  const typed = useCommand(api.orders.undoPayment, { done: undoneWords, onDone: onClose });
  const matched = useCommand(api.bankLines.undo, { done: undoneWords, onDone: onClose });
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
          ? typed.send({ uuid: order.uuid, position, ...known })
          : matched.send({ lineId: bankLineId, ...known })
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
