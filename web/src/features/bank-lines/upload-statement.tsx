import { Button } from "@mantine/core";
import { statementBytesMax } from "@portal/shared/bank-lines.ts";
import { type DragEvent, useRef, useState } from "react";
import { z } from "zod";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import classes from "./bank-lines.module.css";

const answerSchema = z.union([
  z.object({
    success: z.literal(true),
    data: z.object({ layout: z.string(), added: z.number(), known: z.number() }),
  }),
  z.object({ success: z.literal(false), error: z.string() }),
]);

/** Takes a bank's file by a button or by dropping it; nothing is booked by it. */
export function UploadStatement(props: { onUploaded: () => Promise<unknown> }) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ isBusy: boolean; failure: string | null }>({
    isBusy: false,
    failure: null,
  });
  const [isOver, setIsOver] = useState(false);

  const take = async (file: File | undefined) => {
    if (!file) return;
    setState({ isBusy: true, failure: null });
    const failure = await send(file);
    if (failure === null) await props.onUploaded();
    setState({ isBusy: false, failure });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };

  return (
    <>
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <p className={classes.hint}>
          CSV of FNB, Standard Bank or Nedbank, any CSV with date, amount and description, or OFX.
          Lines that are here already are not added again.
        </p>
        <input
          ref={input}
          type="file"
          id="bank-statement"
          className={classes.input}
          accept=".csv,.ofx,.txt,text/csv,application/x-ofx"
          aria-label="Bank statement"
          tabIndex={-1}
          onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        <Button loading={state.isBusy} onClick={() => input.current?.click()}>
          Upload a bank statement
        </Button>
      </div>
      {state.failure !== null && (
        <Notice tone="bad" title="The file was not taken">
          <p>{state.failure}</p>
        </Notice>
      )}
    </>
  );
}

/** @returns what went wrong, in words, or null. */
async function send(file: File): Promise<string | null> {
  if (file.size > statementBytesMax) return "The file is larger than 5 MB.";
  try {
    const response = await fetch(`/office/bank-statements?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    });
    const answer = answerSchema.parse(await response.json());
    if (!answer.success) return answer.error;
    const { added, known, layout } = answer.data;
    showToast(`${layout}: ${added} new, ${known} known`);
    return null;
  } catch {
    return "We could not reach the shop. Please try again.";
  }
}
