import "../../theme/mantine-forms.ts";
import { Button, Modal, TextInput } from "@mantine/core";
import { formatMoney } from "@portal/shared/money.ts";
import { markPayoutAsPaidSchema } from "@portal/shared/payouts.ts";
import { api } from "../../api/api.ts";
import { errorMessage, fieldErrors } from "../../api/error-message.ts";
import { useCommandId } from "../../api/use-command-id.ts";
import { calendarDay, formatDay } from "../../ui/day.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { useIsPhone } from "../../ui/use-is-phone.ts";
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
  const isPhone = useIsPhone();
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const { form, problems, attempt, onSubmit, showErrors } = useCheckedForm({
    name: "paid",
    schema: typedSchema,
    initialValues: { paidOn: calendarDay(new Date().toISOString()), reference: "" },
  });
  const pay = api.payouts.markAsPaid.useMutation({
    onSuccess: async () => {
      await utils.payouts.list.invalidate();
      showToast("Done!");
      props.onPaid();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit(({ paidOn, reference }) => {
    const request = { id: payout.id, paidOn, ...(reference ? { reference } : {}) };
    pay.mutate({ ...request, commandId: commandIdFor(request) });
  });

  return (
    <Modal
      opened
      onClose={props.onClose}
      title="Mark as paid"
      fullScreen={isPhone}
      zIndex={300}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <form noValidate onSubmit={send} className={classes.form}>
        <Facts
          facts={[
            { name: "Person", value: payout.fullName },
            { name: "Amount", value: formatMoney(payout.amount, payout.currency) },
            { name: "Requested on", value: formatDay(payout.requested) },
          ]}
        />
        <ErrorSummary problems={problems} attempt={attempt} />
        {pay.error && (
          <Notice tone="bad">
            <p>{errorMessage(pay.error)}</p>
          </Notice>
        )}
        <TextInput label="Paid on" required type="date" {...form.getInputProps("paidOn")} />
        <TextInput label="Bank reference (optional)" {...form.getInputProps("reference")} />
        <div className={classes.actions}>
          <Button type="submit" loading={pay.isPending}>
            Mark {formatMoney(payout.amount, payout.currency)} as paid
          </Button>
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  );
}
