import { useState } from "react";
import { z } from "zod/mini";
import { useReadAgain } from "../../../api/read-again.ts";
import { showToast } from "../../../ui/feedback.tsx";
import { bankFileTypes, sendStatement } from "../../../ui/send-statement.ts";
import { usePageUpload } from "../../../ui/upload-file.tsx";
import { ColumnsDialog, columnsAskedSchema } from "./columns-dialog.tsx";
import { DaysDialog, daysAskedSchema } from "./days-dialog.tsx";
import { type Uploaded, uploadedSchema } from "./uploaded-statement.tsx";

/** What the server asks about a file before it stores anything. */
const askedSchema = z.union([daysAskedSchema, columnsAskedSchema]);
const answeredSchema = z.union([askedSchema, uploadedSchema]);
type Asked = Readonly<{ file: File; about: z.infer<typeof askedSchema> }>;

/** Uploads a bank statement, with what the server asks about it. It only stores the transactions; matching is a separate step. */
export function useStatementUpload(isClosed: boolean) {
  const readScreenAgain = useReadAgain();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  const sendFile = async (file: File, answers: Readonly<Record<string, string>> = {}) => {
    const sent = await sendStatement("/office/bank-statements", file, answeredSchema, answers);
    if ("failure" in sent) return sent.failure;
    if (!("added" in sent.data)) {
      setAsked({ file, about: sent.data });
      return null;
    }
    setAsked(null);
    const { added, known, outgoing, held } = sent.data;
    const isAnyStored = held.length === 0 || added + known + outgoing > 0;
    if (isAnyStored) showToast(storedWords(sent.data));
    setUploaded(sent.data);
    await readScreenAgain();
    return null;
  };
  const { button, failure } = usePageUpload({
    id: "bank-statement",
    label: "Bank statement",
    button: "Upload bank statement",
    accept: bankFileTypes,
    isClosed,
    send: (file) => sendFile(file),
  });
  const questions = (
    <>
      {asked && "question" in asked.about && (
        <DaysDialog
          asked={asked.about.question}
          onAnswer={(days) => sendFile(asked.file, { days })}
          onClose={() => setAsked(null)}
        />
      )}
      {asked && "columns" in asked.about && (
        <ColumnsDialog
          file={asked.file}
          columns={asked.about.columns}
          onStore={(answers) => sendFile(asked.file, answers)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
  return { button, failure, uploaded, questions };
}

function storedWords(stored: Uploaded): string {
  const { added, known, repeats, outgoing, proved, refunds, layout } = stored;
  const doubts = repeats > 0 ? ` (${repeats} may repeat another file)` : "";
  const proofs = proved > 0 ? `, ${proved} ${proved === 1 ? "payout" : "payouts"} confirmed` : "";
  const paidBack =
    refunds > 0 ? `, ${refunds} ${refunds === 1 ? "refund" : "refunds"} confirmed` : "";
  const left = outgoing > 0 ? `, ${outgoing} outgoing` : "";
  return `${layout}: ${added} new${doubts}, ${known} already here${left}${proofs}${paidBack}`;
}
