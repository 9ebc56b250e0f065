import { statementBytesMax } from "@portal/shared/sales/bank-lines.ts";
import { z } from "zod";
import { showToast } from "../../../ui/toast.tsx";
import { UploadFile } from "../../../ui/upload-file.tsx";

const answerSchema = z.union([
  z.object({
    success: z.literal(true),
    data: z.object({ layout: z.string(), added: z.number(), known: z.number() }),
  }),
  z.object({ success: z.literal(false), error: z.string() }),
]);

/** Takes a bank's file by a button or by dropping it; nothing is booked by it. */
export function UploadStatement(props: { onUploaded: () => Promise<unknown> }) {
  return (
    <UploadFile
      id="bank-statement"
      label="Bank statement"
      button="Upload a bank statement"
      accept=".csv,.ofx,.txt,text/csv,application/x-ofx"
      hint="CSV of FNB, Standard Bank or Nedbank, any CSV with date, amount and description, or OFX. Lines that are here already are not added again."
      send={async (file) => {
        const failure = await send(file);
        if (failure === null) await props.onUploaded();
        return failure;
      }}
    />
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
