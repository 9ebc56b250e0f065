import "../../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { z } from "zod";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { parseAmount, plainAmount } from "../../../ui/amount.ts";
import { DateField } from "../../../ui/date-field.tsx";
import { today } from "../../../ui/day.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showDone } from "../../../ui/proposed-toast.ts";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import classes from "./office-orders.module.css";
import type { OrderDetail } from "./order-sheet.tsx";

/** What the office types from its bank statement; the server checks the rest. */
const typedEftSchema = z.object({
  amount: z
    .string()
    .transform((typed) => parseAmount(typed) ?? 0)
    .pipe(z.int().positive("Please enter a number")),
  reference: z.string().trim().min(1, "Required").max(200),
  receivedOn: z.iso.date("Required"),
});

export function RecordEftForm(props: { order: OrderDetail }) {
  const { order } = props;
  const utils = api.useUtils();
  const [day] = useState(today);
  const commandIdFor = useCommandId();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "eft",
    schema: typedEftSchema,
    initialValues: {
      amount: plainAmount(outstanding(order)),
      reference: `${eftPrefix}${order.orderNumber}`,
      receivedOn: day,
    },
  });
  const record = api.orders.recordEft.useMutation({
    onSuccess: async ({ proposalId }) => {
      showDone(proposalId);
      await Promise.all([utils.orders.list.invalidate(), utils.orders.detail.invalidate()]);
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit((payment) => {
    const request = { ...payment, uuid: order.uuid };
    record.mutate({ ...request, commandId: commandIdFor(request) });
  });

  return (
    <form noValidate onSubmit={send} className={classes.form} aria-labelledby="record-eft">
      <h3 id="record-eft" className={classes.heading}>
        Record a bank transfer
      </h3>
      <ErrorSummary {...summary} />
      {record.error && (
        <Notice tone="bad">
          <p>{errorMessage(record.error)}</p>
        </Notice>
      )}
      <TextInput label="Amount" required inputMode="decimal" {...form.getInputProps("amount")} />
      <TextInput label="Bank reference" required {...form.getInputProps("reference")} />
      <DateField label="Date on the statement" required {...form.getInputProps("receivedOn")} />
      <Button type="submit" loading={record.isPending}>
        Record payment
      </Button>
    </form>
  );
}
