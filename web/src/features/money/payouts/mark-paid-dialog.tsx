import "../../../theme/mantine-forms.ts";
import { Button, TextInput } from "@mantine/core";
import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { markPayoutAsPaidSchema } from "@portal/shared/money/payouts.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors, reasonOf } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { DateField } from "../../../ui/date-field.tsx";
import { formatDay, today } from "../../../ui/day.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import { ConfirmHold, useHold } from "./confirm-hold.tsx";
import classes from "./payouts.module.css";
import type { ListedPayout } from "./payouts-screen.tsx";

const typedSchema = markPayoutAsPaidSchema.pick({ paidOn: true, reference: true });

/** The day of the request is shown; the day of payment is today unless it is changed. */
export function MarkPaidDialog(props: {
  payout: ListedPayout;
  onClose: () => void;
  onPaid: () => void;
}) {
  const { payout } = props;
  const { form, summary, send, pay, hold } = useMarkPaid(payout, props.onPaid);
  const amount = formatMoney(payout.amount, payout.currency);

  return (
    <Dialog title="Mark as paid" onClose={props.onClose}>
      <form noValidate onSubmit={send} className={classes.form}>
        <Facts
          facts={[
            { name: "Person", value: payout.fullName },
            { name: "Amount", value: amount },
            { name: "Requested on", value: formatDay(payout.requested) },
          ]}
        />
        <ErrorSummary {...summary} />
        {pay.error && (
          <Notice tone="bad">
            <p>{errorMessage(pay.error)}</p>
          </Notice>
        )}
        <DateField label="Paid on" required {...form.getInputProps("paidOn")} />
        <TextInput label="Bank reference (optional)" {...form.getInputProps("reference")} />
        {payout.bankDetailsHoldUntil && <ConfirmHold name={payout.fullName} hold={hold} />}
        <div className={classes.actions}>
          <Button type="submit" loading={pay.isPending}>
            Mark {amount} as paid
          </Button>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Somebody else was first. */
const byOthers: ReadonlySet<DomainErrorCode | null> = new Set<DomainErrorCode>([
  "payout.already-paid",
  "payout.already-rejected",
  "request.in-progress",
]);

function useMarkPaid(payout: ListedPayout, onPaid: () => void) {
  const utils = api.useUtils();
  const [day] = useState(today);
  const commandIdFor = useCommandId();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "paid",
    schema: typedSchema,
    initialValues: { paidOn: day, reference: "" },
  });
  const pay = api.payouts.markAsPaid.useMutation({
    onSuccess: async () => {
      await utils.payouts.list.invalidate();
      showToast("Done!");
      onPaid();
    },
    onError: (error) => {
      showErrors(fieldErrors(error));
      const reason = reasonOf(error);
      // The details were changed after this list came: the fresh row asks for the confirmation.
      if (reason === "payout.on-hold") void utils.payouts.list.invalidate();
      // The news of it closes this dialog, before this answer or right after it, and what it says with it.
      if (byOthers.has(reason)) showToast(errorMessage(error));
    },
  });
  const hold = useHold();
  const send = onSubmit(({ paidOn, reference }) => {
    if (payout.bankDetailsHoldUntil && !hold.mayGoOn()) return;
    const request = {
      id: payout.id,
      paidOn,
      ...(reference ? { reference } : {}),
      ...(hold.isConfirmed ? { confirmHold: true } : {}),
    };
    pay.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return { form, summary, send, pay, hold };
}
