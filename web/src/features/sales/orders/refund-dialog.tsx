import { paymentWays } from "@portal/shared/sales/orders/order-terms.ts";
import "../../../theme/mantine-forms.ts";
import { Button, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { goodsOfRefund } from "@portal/shared/sales/orders/order-money.ts";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { parseAmount, plainAmount } from "../../../ui/amount.ts";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import type { OrderDetail } from "./order-sheet.tsx";

const wayWords = {
  card: "Card",
  eft: "Bank transfer",
  credit: "Store credit",
} as const;

/** Money back, in part or whole. What is for goods takes commission back; delivery takes none. */
export function RefundDialog(props: { order: OrderDetail; onClose: () => void }) {
  const { order } = props;
  const { form, summary, send, refund } = useRefund(order, props.onClose);
  const { left, currency } = order;
  const ways = paymentWays.filter((way) => way !== "credit" || !order.isGuests);
  return (
    <ModalDialog title={`Refund order ${order.orderNumber}`} onClose={props.onClose}>
      <form noValidate onSubmit={send}>
        <Stack>
          <Facts
            amounts
            facts={[
              { name: "Refundable", value: formatMoney(left.amount, currency) },
              { name: "Goods (excluding delivery)", value: formatMoney(left.goods, currency) },
              { name: "Units", value: String(left.units) },
            ]}
          />
          <ErrorSummary {...summary} />
          {refund.error && <Notice tone="bad">{errorMessage(refund.error)}</Notice>}
          <RefundFields form={form} ways={ways} />
          <DialogActions>
            <Button variant="default" onClick={props.onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={refund.isPending}>
              Refund order
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </ModalDialog>
  );
}

function RefundFields(props: {
  form: ReturnType<typeof useRefund>["form"];
  ways: readonly (typeof paymentWays)[number][];
}) {
  const { form, ways } = props;
  return (
    <>
      <TextInput label="Amount" required inputMode="decimal" {...form.getInputProps("amount")} />
      <TextInput
        label="Amount for goods"
        description="Commission is reversed on this amount."
        required
        inputMode="decimal"
        {...form.getInputProps("productAmount")}
      />
      <TextInput
        label="Units returned"
        required
        inputMode="numeric"
        {...form.getInputProps("units")}
      />
      <NativeSelect
        label="Refund method"
        required
        data={ways.map((value) => ({ value, label: wayWords[value] }))}
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
    </>
  );
}

function useRefund(order: OrderDetail, onDone: () => void) {
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "refund",
    schema: typedRefund(order),
    initialValues: {
      amount: plainAmount(order.left.amount),
      productAmount: plainAmount(order.left.goods),
      units: String(order.left.units),
      method: "eft",
      reason: "",
    },
  });
  const refund = api.orders.refund.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.orders.list.invalidate(), utils.orders.detail.invalidate()]);
      showToast("Refund recorded.");
      onDone();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit((typed) => {
    const request = { uuid: order.uuid, ...typed };
    refund.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return { form, summary, send, refund };
}

/** What the office types, within what is left; the server checks it again. */
function typedRefund({ left, currency }: OrderDetail) {
  const most = (minor: number) => `You can refund up to ${formatMoney(minor, currency)}.`;
  const typedAmount = z.string().transform((typed) => parseAmount(typed) ?? Number.NaN);
  return z
    .object({
      amount: typedAmount.pipe(
        z
          .int("Please enter a number")
          .positive("Please enter a number")
          .max(left.amount, most(left.amount)),
      ),
      productAmount: typedAmount.pipe(
        z.int("Please enter a number").max(left.goods, most(left.goods)),
      ),
      units: z
        .string()
        .trim()
        .regex(/^\d{1,6}$/, "Please enter a whole number")
        .transform(Number)
        .pipe(z.int().max(left.units, `You can return up to ${left.units} units.`)),
      method: z.enum(paymentWays),
      reason: z.string().trim().min(1, "Please complete").max(500),
    })
    .check(({ value: { amount, productAmount, units }, issues }) => {
      const goods = goodsOfRefund(left, amount);
      const add = (field: string, message: string) =>
        issues.push({ code: "custom", path: [field], message, input: productAmount });
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
