import "../../../../theme/mantine-forms.ts";
import { Button, Textarea } from "@mantine/core";
import { cancelShipmentSchema } from "@portal/shared/sales/delivery/arrange-delivery.ts";
import { useState } from "react";
import { api } from "../../../../api/api.ts";
import { errorMessage } from "../../../../api/error-message.ts";
import { Dialog } from "../../../../ui/dialog.tsx";
import { ErrorSummary } from "../../../../ui/error-summary.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { useCheckedForm } from "../../../../ui/use-checked-form.ts";
import classes from "./delivery.module.css";
import { useDeliveryChanges } from "./use-delivery-changes.ts";

const reasonSchema = cancelShipmentSchema.pick({ reason: true });

/** Takes the parcels back from the courier, who has not collected them yet; then they can be booked anew. */
export function CancelShipment(props: { uuid: string }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div>
      <Button variant="default" onClick={() => setAsked(true)}>
        Take the shipment back
      </Button>
      {isAsked && <ReasonDialog uuid={props.uuid} onClose={() => setAsked(false)} />}
    </div>
  );
}

function ReasonDialog(props: { uuid: string; onClose: () => void }) {
  const { uuid, onClose } = props;
  const changed = useDeliveryChanges(uuid);
  const cancel = api.courier.cancelShipment.useMutation({
    onSuccess: () => {
      onClose();
      return changed();
    },
  });
  const { form, summary, onSubmit } = useCheckedForm({
    name: "cancel-shipment",
    schema: reasonSchema,
    initialValues: { reason: "" },
  });
  const send = onSubmit(({ reason }) => cancel.mutate({ uuid, reason }));
  return (
    <Dialog title="Take the shipment back?" onClose={onClose}>
      <form noValidate onSubmit={send} className={classes.part}>
        <ErrorSummary {...summary} />
        {cancel.error && (
          <Notice tone="bad">
            <p>{errorMessage(cancel.error)}</p>
          </Notice>
        )}
        <p className={classes.note}>
          The courier does not come for it. The order stays paid, and can be booked anew.
        </p>
        <Textarea label="Why" required maxLength={500} {...form.getInputProps("reason")} />
        <div className={classes.row}>
          <Button type="submit" loading={cancel.isPending}>
            Take it back
          </Button>
          <Button variant="default" onClick={onClose}>
            Keep it
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
