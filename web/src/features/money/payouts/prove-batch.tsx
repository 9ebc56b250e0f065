import { Button } from "@mantine/core";
import { statementBytesMax } from "@portal/shared/sales/bank-lines.ts";
import { useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import classes from "./payouts.module.css";

/** The bank's own lines as proof: what left the account, found by amount and reference. */
export function ProveBatch(props: { batchId: number }) {
  const { batchId } = props;
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const utils = api.useUtils();
  const prove = api.payoutBatches.prove.useMutation({
    onSuccess: async ({ proved, missing }) => {
      await utils.payoutBatches.byId.invalidate({ batchId });
      showToast(`${proved} found, ${missing} not on this statement`);
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
        <Notice tone="bad" title="The file was not taken">
          <p>{tooLarge ? "The file is larger than 5 MB." : errorMessage(prove.error)}</p>
        </Notice>
      )}
      <div className={classes.reveal}>
        <p className={classes.note}>
          The bank’s statement shows which payouts left the account. Nothing is booked by it.
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
          Match a bank statement
        </Button>
      </div>
    </section>
  );
}
