import "../../../theme/mantine-forms.ts";
import { Checkbox, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import type { OrderDetail } from "./order-detail-parts.tsx";
import { useCommand } from "../../../ui/use-command.ts";

const officeSchema = z.object({
  reason: z.string().check(z.trim(), z.minLength(1, "Please complete"), z.maxLength(500)),
});
const buyerSchema = z.object({ reason: z.string().check(z.trim(), z.maxLength(500)) });

/** Cancels an order for good. The office must give a reason; a buyer may. */
export function CancelOrderDialog(props: {
  order: OrderDetail;
  needsReason?: boolean;
  onClose: () => void;
}) {
  const { order, needsReason = false } = props;
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "cancel",
    schema: needsReason ? officeSchema : buyerSchema,
    initialValues: { reason: "" },
  });
  const [areGoodsBack, setGoodsBack] = useState(false);
  const isSentUnpaid = order.isOut && order.state === "placed";
  const cancel = useCommand(api.orders.cancel, {
    done: "Order cancelled.",
    form: { showErrors },
    onDone: props.onClose,
  });
  const send = onSubmit(({ reason }) =>
    cancel.send({ uuid: order.uuid, reason, ...(areGoodsBack && { areGoodsBack }) }),
  );
  return (
    <FormDialog
      title={`Cancel order ${order.orderNumber}?`}
      onClose={props.onClose}
      onSubmit={send}
      submitLabel="Cancel order"
      cancelLabel="Keep order"
      isDirty={form.isDirty() || areGoodsBack}
      isBusy={cancel.isPending}
      isDangerous
      summary={summary}
      failure={cancel.error}
    >
      <Text c="dimmed">
        {order.left.amount > 0
          ? "Store credit is returned automatically. Refund any other payment separately."
          : "The order will not be sent. You cannot undo this."}
      </Text>
      <Textarea
        label="Reason"
        description={needsReason ? "Only office staff can see this." : undefined}
        required={needsReason}
        rows={3}
        maxLength={500}
        {...form.getInputProps("reason")}
      />
      {isSentUnpaid && (
        <Checkbox
          label="The goods are back with us"
          description="This order is sent or ready to collect, but not paid."
          checked={areGoodsBack}
          onChange={(event) => setGoodsBack(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
