import { Button } from "@mantine/core";
import { domainErrors } from "@portal/shared/platform/domain-error.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DateField } from "../../../ui/date-field.tsx";
import { today } from "../../../ui/day.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { Batch } from "./batch-sheet.tsx";
import classes from "./payouts.module.css";
import { saveTextFile } from "./save-text-file.ts";

/** The file again and again; marked as paid or cancelled as long as something in it is open. */
export function BatchActions(props: { batch: Batch }) {
  const { batch } = props;
  const [doing, setDoing] = useState<"pay" | "cancel" | null>(null);
  const file = api.payoutBatches.file.useMutation({
    onSuccess: ({ name, text }) => saveTextFile(name, text, "text/csv"),
  });
  const stop = () => setDoing(null);
  return (
    <>
      {file.error && (
        <Notice tone="bad">
          <p>{errorMessage(file.error)}</p>
        </Notice>
      )}
      <div className={classes.actions}>
        <Button
          variant={batch.state === "open" ? "filled" : "default"}
          loading={file.isPending}
          onClick={() => file.mutate({ batchId: batch.id })}
        >
          Download the bank file
        </Button>
        {batch.state === "open" && (
          <>
            <Button variant="default" onClick={() => setDoing("pay")}>
              Mark all as paid
            </Button>
            <Button variant="default" onClick={() => setDoing("cancel")}>
              Cancel the batch
            </Button>
          </>
        )}
      </div>
      {doing === "pay" && <PayDialog batch={batch} onClose={stop} />}
      {doing === "cancel" && <CancelDialog batch={batch} onClose={stop} />}
    </>
  );
}

function useRefresh() {
  const utils = api.useUtils();
  return () => Promise.all([utils.payoutBatches.invalidate(), utils.payouts.invalidate()]);
}

function PayDialog(props: { batch: Batch; onClose: () => void }) {
  const { batch } = props;
  const [paidOn, setPaidOn] = useState(today);
  const refresh = useRefresh();
  const pay = api.payoutBatches.pay.useMutation({
    onSuccess: async ({ failed }) => {
      await refresh();
      if (failed.length > 0) return;
      showToast("Done!");
      props.onClose();
    },
    onError: refresh,
  });
  const failed = pay.data?.failed ?? [];
  const names = new Map(batch.items.map(({ id, fullName }) => [id, fullName]));
  return (
    <Dialog title="Mark all as paid" onClose={props.onClose}>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          pay.mutate({ batchId: batch.id, paidOn });
        }}
      >
        {pay.error && (
          <Notice tone="bad">
            <p>{errorMessage(pay.error)}</p>
          </Notice>
        )}
        {failed.length > 0 && (
          <Notice tone="bad" title={`${pay.data?.paid ?? 0} marked as paid. These were not:`}>
            <ul className={classes.plain}>
              {failed.map(({ payoutId, reason }) => (
                <li key={payoutId}>
                  {names.get(payoutId)}: {domainErrors[reason].message}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <DateField
          label="Paid on"
          required
          value={paidOn}
          onChange={(event) => setPaidOn(event.currentTarget.value)}
        />
        <div className={classes.actions}>
          <Button type="submit" loading={pay.isPending}>
            Mark as paid
          </Button>
          <Button variant="default" onClick={props.onClose}>
            {failed.length > 0 ? "Close" : "Cancel"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function CancelDialog(props: { batch: Batch; onClose: () => void }) {
  const refresh = useRefresh();
  const cancel = api.payoutBatches.cancel.useMutation({
    onSuccess: async () => {
      await refresh();
      showToast("Done!");
      props.onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Cancel payment batch ${props.batch.id}?`}
      confirmLabel="Cancel the batch"
      cancelLabel="Keep it"
      isDangerous
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate({ batchId: props.batch.id })}
      onCancel={props.onClose}
    >
      <p>
        Its open payouts go back to the list. If the bank has the file already, take it back there
        first.
      </p>
    </ConfirmDialog>
  );
}
