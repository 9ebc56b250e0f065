import {
  paymentWays,
  paymentWayWords,
  type PaymentWay,
} from "@portal/shared/sales/orders/order-terms.ts";
import "../../../theme/mantine-forms.ts";
import { NativeSelect, Textarea } from "@mantine/core";
import { wrongNumber, wrongWholeNumber } from "@portal/shared/platform/editing.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { goodsOfRefund, mostByWay } from "@portal/shared/sales/orders/order-money.ts";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { Facts } from "../../../ui/facts.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { doneWords } from "../../../ui/done-words.ts";
import { MoneyInput, WholeNumberInput } from "../../../ui/number-inputs.tsx";
import type { OrderDetail } from "./order-detail-parts.tsx";
import { useCommand } from "../../../ui/use-command.ts";

/** Records a full or partial refund. The part for goods reverses commission; delivery reverses none. */
export function RefundDialog(props: { order: OrderDetail; onClose: () => void }) {
  const { order } = props;
  const { left, currency } = order;
  const most = mostOf(order);
  const ways = paymentWays.filter((way) => (way === "credit" ? !order.isGuests : most[way] > 0));
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "refund",
    schema: refundSchema(order),
    initialValues: {
      amount: left.amount,
      productAmount: left.goods,
      units: left.units,
      method: ways[0] ?? "eft",
      reason: "",
    },
  });
  const refund = useCommand(api.orders.refund, {
    done: ({ proposalId }) => doneWords(proposalId, "Refund recorded."),
    form: { showErrors },
    onDone: props.onClose,
  });
  const send = onSubmit((typed) => refund.send({ uuid: order.uuid, ...typed }));
  return (
    <FormDialog
      title={`Refund order ${order.orderNumber}`}
      onClose={props.onClose}
      onSubmit={send}
      submitLabel="Refund order"
      isDirty={form.isDirty()}
      isBusy={refund.isPending}
      summary={summary}
      failure={refund.error}
    >
      <Facts
        amounts
        facts={[
          { name: "Refundable", value: formatMoney(left.amount, currency) },
          { name: "Goods (excluding delivery)", value: formatMoney(left.goods, currency) },
          { name: "Units", value: String(left.units) },
        ]}
      />
      <MoneyInput label="Amount" required currency={currency} {...form.getInputProps("amount")} />
      <MoneyInput
        label="Amount for goods"
        description="Commission is reversed on this amount."
        required
        currency={currency}
        {...form.getInputProps("productAmount")}
      />
      <WholeNumberInput label="Units returned" required {...form.getInputProps("units")} />
      <NativeSelect
        label="Refund method"
        description={ways.flatMap((way) => mostWords(order, way) ?? []).join(" ")}
        required
        data={ways.map((value) => ({ value, label: paymentWayWords[value] }))}
        {...form.getInputProps("method")}
      />
      <Textarea
        label="Reason"
        description="Only office staff can see this."
        required
        rows={2}
        maxLength={500}
        {...form.getInputProps("reason")}
      />
    </FormDialog>
  );
}

/** The most that goes back each way. */
function mostOf({ money, left }: OrderDetail): Readonly<Record<PaymentWay, number>> {
  const sums = { card: 0, eft: 0, credit: 0 };
  for (const { kind, method, amount, isUndone } of money?.moves ?? [])
    if (!isUndone) sums[method] += kind === "payment" ? amount : -amount;
  return mostByWay({ left: left.amount, outside: sums.card + sums.eft, onCard: sums.card });
}

/** Undefined for a way by which all that is left can go back. */
function mostWords(order: OrderDetail, way: PaymentWay): string | undefined {
  const most = mostOf(order)[way];
  if (way === "credit" || most >= order.left.amount) return undefined;
  const where = { card: "to the card", eft: "by bank transfer" }[way];
  return `Up to ${formatMoney(most, order.currency)} can go back ${where}.`;
}

/** The typed refund, limited to what is left; the server checks it again. */
function refundSchema(order: OrderDetail) {
  const { left, currency } = order;
  const most = (minor: number) => `You can refund up to ${formatMoney(minor, currency)}.`;
  return z
    .object({
      amount: z
        .int(wrongNumber)
        .check(z.positive(wrongNumber), z.maximum(left.amount, most(left.amount))),
      productAmount: z.int(wrongNumber).check(z.maximum(left.goods, most(left.goods))),
      units: z
        .int(wrongWholeNumber)
        .check(
          z.minimum(0, wrongWholeNumber),
          z.maximum(left.units, `You can return up to ${left.units} units.`),
        ),
      method: z.enum(paymentWays),
      reason: z.string().check(z.trim(), z.minLength(1, "Please complete"), z.maxLength(500)),
    })
    .check(({ value: { amount, productAmount, units, method }, issues }) => {
      const goods = goodsOfRefund(left, amount);
      const add = (field: string, message: string) =>
        issues.push({ code: "custom", path: [field], message, input: productAmount });
      if (amount > mostOf(order)[method]) add("amount", mostWords(order, method) ?? "");
      if (productAmount > goods.most)
        add("productAmount", "This cannot be more than the refund amount.");
      if (productAmount < goods.least)
        add(
          "productAmount",
          `At least ${formatMoney(goods.least, currency)} of this is for goods.`,
        );
      if (productAmount === left.goods && units < left.units)
        add("units", `All goods are refunded, so enter all ${left.units} units.`);
    });
}
