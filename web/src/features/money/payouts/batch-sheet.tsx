import { Button } from "@mantine/core";
import { layoutNames } from "@portal/shared/money/payouts.ts";
import { domainErrors } from "@portal/shared/platform/domain-error.ts";
import { statementBytesMax } from "@portal/shared/sales/bank-lines.ts";
import { useRef, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { saveFile } from "../../../ui/save-file.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { DayText, today } from "../../../ui/days.tsx";
import { DialogActions, ModalDialog } from "../../../ui/modal-dialog.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Facts, StatusText } from "../../../ui/facts.tsx";
import { Failure, Loading, Notice, showToast } from "../../../ui/feedback.tsx";
import { DateField } from "../../../ui/fields.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import classes from "./payouts.module.css";

export type Batch = ApiOutputs["payoutBatches"]["byId"];

/** One file for the bank: what is in it, what became of each payout, and what can be done now. */
export function BatchSheet(props: { batchId: number; onClose: () => void }) {
  const { batchId } = props;
  const batch = api.payoutBatches.byId.useQuery({ batchId });
  return (
    <Sheet title={`Payout batch ${batchId}`} onClose={props.onClose}>
      {batch.data ? (
        <Shown batch={batch.data} />
      ) : batch.error ? (
        <Failure what="the payout batch" error={batch.error} onRetry={() => void batch.refetch()} />
      ) : (
        <Loading what="the payout batch" lines={5} />
      )}
    </Sheet>
  );
}

function Shown(props: { batch: Batch }) {
  const { batch } = props;
  return (
    <div className={classes.sheet}>
      <div>
        <p className={classes.amount}>
          <MoneyText minor={batch.total} currency={batch.currency} />
        </p>
        <p className={classes.note}>
          {batch.itemCount === 1 ? "1 payout" : `${batch.itemCount} payouts`}, to be paid on{" "}
          <DayText value={batch.payOn} />
        </p>
      </div>
      <Facts
        facts={[
          { name: "Bank file", value: layoutNames[batch.layout] },
          { name: "Hash total", value: batch.hashTotal },
          { name: "Created by", value: batch.madeByName },
          { name: "Created", value: <DayText value={batch.madeAt} withTime /> },
          ...(batch.settledAt === null
            ? []
            : [
                {
                  name: batch.state === "paid" ? "Settled" : "Cancelled",
                  value: (
                    <>
                      <DayText value={batch.settledAt} withTime /> by {batch.settledByName}
                    </>
                  ),
                },
              ]),
        ]}
      />
      <BatchActions batch={batch} />
      <section aria-labelledby="in-batch">
        <h3 id="in-batch" className={classes.heading}>
          Payouts in this batch
        </h3>
        <ul className={classes.items}>
          {batch.items.map((item) => (
            <Item key={item.id} item={item} batch={batch} />
          ))}
        </ul>
      </section>
      {batch.state !== "cancelled" && <ProveBatch batchId={batch.id} />}
    </div>
  );
}

const itemTones = { open: "waiting", paid: "good", released: "neutral" } as const;
const itemWords = { open: "Waiting", paid: "Paid", released: "Removed" } as const;

function Item(props: { item: Batch["items"][number]; batch: Batch }) {
  const { item, batch } = props;
  return (
    <li className={classes.item}>
      <span>
        <strong>{item.fullName}</strong>
        <br />
        <span className={classes.note}>{item.reference}</span>
      </span>
      <span className={classes.itemEnd}>
        <MoneyText minor={item.amount} currency={batch.currency} />
        <StatusText tone={item.failure === null ? itemTones[item.state] : "bad"}>
          {item.failure === null ? itemWords[item.state] : "Not marked"}
        </StatusText>
      </span>
      {item.failure !== null && <span className={classes.missing}>{item.failure}</span>}
      {item.proofDay !== null && (
        <span className={classes.note}>
          On bank statement: <DayText value={item.proofDay} />
        </span>
      )}
    </li>
  );
}

/** The file again and again; marked as paid or cancelled as long as something in it is open. */
function BatchActions(props: { batch: Batch }) {
  const { batch } = props;
  const [doing, setDoing] = useState<"pay" | "cancel" | null>(null);
  const file = api.payoutBatches.file.useMutation({
    onSuccess: ({ name, text }) => saveFile(new Blob([text], { type: "text/csv" }), name),
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
          Download bank file
        </Button>
        {batch.state === "open" && (
          <>
            <Button variant="default" onClick={() => setDoing("pay")}>
              Mark all as paid
            </Button>
            <Button variant="default" onClick={() => setDoing("cancel")}>
              Cancel batch
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
      showToast("Batch marked as paid.");
      props.onClose();
    },
    onError: refresh,
  });
  const failed = pay.data?.failed ?? [];
  const names = new Map(batch.items.map(({ id, fullName }) => [id, fullName]));
  return (
    <ModalDialog title="Mark all as paid" onClose={props.onClose}>
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
        <DialogActions>
          <Button variant="default" onClick={props.onClose}>
            {failed.length > 0 ? "Close" : "Cancel"}
          </Button>
          <Button type="submit" loading={pay.isPending}>
            Mark as paid
          </Button>
        </DialogActions>
      </form>
    </ModalDialog>
  );
}

function CancelDialog(props: { batch: Batch; onClose: () => void }) {
  const refresh = useRefresh();
  const cancel = api.payoutBatches.cancel.useMutation({
    onSuccess: async () => {
      await refresh();
      showToast("Batch cancelled.");
      props.onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Cancel payout batch ${props.batch.id}?`}
      confirmLabel="Cancel batch"
      cancelLabel="Keep batch"
      isDangerous
      isBusy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate({ batchId: props.batch.id })}
      onCancel={props.onClose}
    >
      <p>
        Its open payouts return to the list. If you have already sent the file to the bank, cancel
        it there first.
      </p>
    </ConfirmDialog>
  );
}

/** The bank's own lines as proof: what left the account, found by amount and reference. */
function ProveBatch(props: { batchId: number }) {
  const { batchId } = props;
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const utils = api.useUtils();
  const prove = api.payoutBatches.prove.useMutation({
    onSuccess: async ({ proved, missing }) => {
      await utils.payoutBatches.byId.invalidate({ batchId });
      showToast(`${proved} found, ${missing} not on this statement.`);
    },
  });
  const take = async (file: File | undefined) => {
    if (!file) return;
    setTooLarge(file.size > statementBytesMax);
    if (file.size <= statementBytesMax) prove.mutate({ batchId, text: await file.text() });
  };
  return (
    <section aria-labelledby="proof">
      <h3 id="proof" className={classes.heading}>
        Proof of payment
      </h3>
      {(tooLarge || prove.error) && (
        <Notice tone="bad" title="Upload failed">
          <p>{tooLarge ? "The file is larger than 5 MB." : errorMessage(prove.error)}</p>
        </Notice>
      )}
      <div className={classes.reveal}>
        <p className={classes.note}>
          Upload the bank statement to confirm which payouts left the account. This does not change
          any payout.
        </p>
        <input
          ref={input}
          type="file"
          className={classes.file}
          accept=".csv,.ofx,.txt,text/csv,application/x-ofx"
          aria-label="Bank statement with these payouts"
          tabIndex={-1}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        <Button variant="default" loading={prove.isPending} onClick={() => input.current?.click()}>
          Upload bank statement
        </Button>
      </div>
    </section>
  );
}
