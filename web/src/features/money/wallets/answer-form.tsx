import "../../../theme/mantine-forms.ts";
import { Button, Textarea, TextInput } from "@mantine/core";
import { answerEntryQuestionSchema } from "@portal/shared/money/wallet-entries.ts";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { parseAmount } from "../../../ui/amount.ts";
import { Notice } from "../../../ui/notice.tsx";
import { showDone } from "../../../ui/proposed-toast.ts";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import type { ListedQuestion } from "./entry-questions-screen.tsx";
import classes from "./wallet.module.css";

const typedAnswer = z.object({
  answer: answerEntryQuestionSchema.shape.answer,
  credit: z
    .string()
    .transform((typed) => (typed.trim() === "" ? null : (parseAmount(typed) ?? Number.NaN)))
    .pipe(answerEntryQuestionSchema.shape.credit),
});

/** An explanation and, where something is to be made good, store credit with it. */
export function AnswerForm(props: { asked: ListedQuestion; onDone: () => void }) {
  const { id } = props.asked;
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const { form, onSubmit } = useCheckedForm({
    name: "answer",
    schema: typedAnswer,
    initialValues: { answer: "", credit: "" },
  });
  const answer = api.wallet.answerQuestion.useMutation({
    onSuccess: async ({ proposalId }) => {
      await utils.wallet.questions.invalidate();
      showDone(proposalId);
      props.onDone();
    },
  });
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={onSubmit((typed) => {
        const request = { id, ...typed };
        answer.mutate({ ...request, commandId: commandIdFor(request) });
      })}
    >
      {answer.error && (
        <Notice tone="bad">
          <p>{errorMessage(answer.error)}</p>
        </Notice>
      )}
      <Textarea
        label="Your answer"
        description="The person reads it beside the entry and in a mail."
        required
        rows={4}
        maxLength={1000}
        {...form.getInputProps("answer")}
      />
      <TextInput
        label="Store credit to make good"
        description="Only where something is owed. The ledger notes which entry it is for."
        inputMode="decimal"
        {...form.getInputProps("credit")}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={answer.isPending}>
          Send answer
        </Button>
      </div>
    </form>
  );
}
