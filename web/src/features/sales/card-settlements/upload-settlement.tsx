import { statementBytesMax } from "@portal/shared/sales/bank-lines.ts";
import { z } from "zod";
import { showToast } from "../../../ui/toast.tsx";
import { UploadFile } from "../../../ui/upload-file.tsx";

const answerSchema = z.union([
  z.object({ success: z.literal(true), data: z.object({ added: z.number(), known: z.number() }) }),
  z.object({ success: z.literal(false), error: z.string() }),
]);

/** Takes the card provider's transaction history; nothing is booked by it. */
export function UploadSettlement(props: { onUploaded: () => Promise<unknown> }) {
  return (
    <UploadFile
      id="card-settlement"
      label="Card settlement"
      button="Upload a settlement"
      accept=".csv,text/csv"
      hint="The transaction history of PayFast as CSV. Lines that are here already are not added again, and names in it are not kept."
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
    const response = await fetch(`/office/card-settlements?name=${encodeURIComponent(file.name)}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: file,
    });
    const answer = answerSchema.parse(await response.json());
    if (!answer.success) return answer.error;
    showToast(`${answer.data.added} new, ${answer.data.known} known`);
    return null;
  } catch {
    return "We could not reach the shop. Please try again.";
  }
}
