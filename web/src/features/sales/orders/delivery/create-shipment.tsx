import { Button } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../../api/api.ts";
import { useCommandId } from "../../../../api/use-command-id.ts";
import { ConfirmDialog } from "../../../../ui/confirm-dialog.tsx";
import classes from "./delivery.module.css";
import { useDeliveryChanges } from "./use-delivery-changes.ts";

/** Books with the courier, which costs money and cannot be taken back here. */
export function CreateShipment(props: { uuid: string; isPaid: boolean }) {
  const { uuid } = props;
  const [isAsked, setAsked] = useState(false);
  const commandIdFor = useCommandId();
  const changed = useDeliveryChanges(uuid);
  const create = api.courier.createShipment.useMutation({
    onSuccess: () => {
      setAsked(false);
      return changed();
    },
  });
  return (
    <div className={classes.part}>
      <div>
        <Button disabled={!props.isPaid} onClick={() => setAsked(true)}>
          Create shipment
        </Button>
      </div>
      {!props.isPaid && <p className={classes.note}>It is booked once the order is paid.</p>}
      {isAsked && (
        <ConfirmDialog
          title="Book this shipment?"
          confirmLabel="Book it"
          isBusy={create.isPending}
          error={create.error}
          onConfirm={() => create.mutate({ uuid, commandId: commandIdFor({ uuid }) })}
          onCancel={() => {
            create.reset();
            setAsked(false);
          }}
        >
          <p>The courier charges for it, and the buyer is sent the tracking reference.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
