import "../../../theme/mantine-forms.ts";
import { Button, Textarea } from "@mantine/core";
import { formatMoney } from "@portal/shared/platform/money.ts";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import classes from "./payouts.module.css";
import type { ListedPayout } from "./payouts-screen.tsx";

const typedSchema = z.object({ reason: z.string().trim().min(1, "Please complete").max(500) });

/** The money goes back into the balance, and the person reads the reason. */
export function RejectDialog(props: {
  payout: ListedPayout;
  onClose: () => void;
  onRejected: () => void;
}) {
  const { payout } = props;
  const { form, summary, send, reject } = useReject(payout, props.onRejected);

  return (
    <Dialog title={`Reject the request of ${payout.fullName}?`} onClose={props.onClose}>
      <form noValidate onSubmit={send} className={classes.form}>
        <p className={classes.note}>
          {formatMoney(payout.amount, payout.currency)} goes back into the balance and can be
          requested again.
        </p>
        <ErrorSummary {...summary} />
        {reject.error && (
          <Notice tone="bad">
            <p>{errorMessage(reject.error)}</p>
          </Notice>
        )}
        <Textarea
          label="Reason"
          description={`${payout.fullName} will read it.`}
          required
          rows={3}
          maxLength={500}
          {...form.getInputProps("reason")}
        />
        <div className={classes.actions}>
          <Button color="var(--protea)" type="submit" loading={reject.isPending}>
            Reject
          </Button>
          <Button variant="default" data-autofocus onClick={props.onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useReject(payout: ListedPayout, onRejected: () => void) {
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "reject",
    schema: typedSchema,
    initialValues: { reason: "" },
  });
  const reject = api.payouts.reject.useMutation({
    onSuccess: async () => {
      await utils.payouts.list.invalidate();
      showToast("Done!");
      onRejected();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit(({ reason }) => {
    const request = { id: payout.id, reason };
    reject.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return { form, summary, send, reject };
}
