import "../../../theme/mantine-forms.ts";
import { Button, Textarea } from "@mantine/core";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import classes from "./office-orders.module.css";
import type { OrderDetail } from "./order-sheet.tsx";

const officeSchema = z.object({ reason: z.string().trim().min(1, "Please complete").max(500) });
const buyerSchema = z.object({ reason: z.string().trim().max(500) });

/** Nothing is sent any more, for good. The office says why; a buyer need not. */
export function CancelOrderDialog(props: {
  order: OrderDetail;
  asksWhy?: boolean;
  onClose: () => void;
}) {
  const { order, asksWhy = false } = props;
  const { form, summary, send, cancel } = useCancel(order, asksWhy, props.onClose);
  return (
    <ModalDialog title={`Cancel order ${order.orderNumber}?`} onClose={props.onClose}>
      <form noValidate onSubmit={send} className={classes.form}>
        <p className={classes.note}>
          {order.left.amount > 0
            ? "Store credit goes back by itself. Other money that came in has to be given back."
            : "Nothing of it is sent. This cannot be taken back."}
        </p>
        <ErrorSummary {...summary} />
        {cancel.error && (
          <Notice tone="bad">
            <p>{errorMessage(cancel.error)}</p>
          </Notice>
        )}
        <Textarea
          label="Reason"
          description={asksWhy ? "For the office; the buyer does not read it." : undefined}
          required={asksWhy}
          rows={3}
          maxLength={500}
          {...form.getInputProps("reason")}
        />
        <DialogActions>
          <Button variant="default" data-autofocus onClick={props.onClose}>
            Keep it
          </Button>
          <Button color="protea" type="submit" loading={cancel.isPending}>
            Cancel the order
          </Button>
        </DialogActions>
      </form>
    </ModalDialog>
  );
}

function useCancel(order: OrderDetail, asksWhy: boolean, onDone: () => void) {
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "cancel",
    schema: asksWhy ? officeSchema : buyerSchema,
    initialValues: { reason: "" },
  });
  const cancel = api.orders.cancel.useMutation({
    onSuccess: async () => {
      await utils.orders.invalidate();
      showToast("Done!");
      onDone();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  const send = onSubmit(({ reason }) => {
    const request = { uuid: order.uuid, reason };
    cancel.mutate({ ...request, commandId: commandIdFor(request) });
  });
  return { form, summary, send, cancel };
}
