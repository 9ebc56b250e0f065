import "../../../theme/mantine-forms.ts";
import { Button, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { bankKinds, explainDebitSchema, kindWords } from "@portal/shared/sales/bank-debits.ts";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { useMayCall } from "../../../session/use-may-call.ts";
import { DayText } from "../../../ui/days.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { ErrorNotice, Notice } from "../../../ui/feedback.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { MoneyText } from "../../../ui/money-text.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { DebitText, type ListedBankDebit, proposedWords } from "./bank-debit-text.tsx";
import { useCommand } from "../../../ui/use-command.ts";

/** An outgoing bank transaction, and what it is. */
export function BankDebitSheet(props: { debit: ListedBankDebit; onClose: () => void }) {
  const { debit } = props;
  const mayExplain = useMayCall()("bankDebits.explain");
  const isOpen = debit.kind === null && debit.batches.length === 0;
  return (
    <Sheet title="Outgoing payment" onClose={props.onClose}>
      <Stack gap="lg">
        <div>
          <Text fz={30} fw={650} lh={1.1}>
            <MoneyText minor={debit.amount} currency={debit.currency} />
          </Text>
          <Text>{debit.description}</Text>
        </div>
        <Facts
          facts={[
            { name: "Date on bank statement", value: <DayText value={debit.bookedOn} /> },
            { name: "File", value: debit.fileName },
            debit.account && { name: "Account", value: debit.account },
            (!isOpen || !mayExplain) && { name: "What it is", value: <DebitText debit={debit} /> },
            debit.decidedAt !== null &&
              debit.decidedByName !== null && {
                name: "Said by",
                value: (
                  <>
                    {debit.decidedByName}, <DayText value={debit.decidedAt} />
                  </>
                ),
              },
          ]}
        />
        {mayExplain && isOpen && <ExplainForm debit={debit} onDone={props.onClose} />}
        {mayExplain && !isOpen && debit.decidedByName !== null && (
          <Reopen debit={debit} onDone={props.onClose} />
        )}
      </Stack>
    </Sheet>
  );
}

const formSchema = z.object({
  kind: explainDebitSchema.shape.kind,
  ruleFor: z.string().check(z.maxLength(100, "Use 100 characters at most")),
});

function ExplainForm(props: { debit: ListedBankDebit; onDone: () => void }) {
  const { debit } = props;
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "explain",
    schema: formSchema,
    initialValues: { kind: debit.proposed ?? "bank-fee", ruleFor: "" },
  });
  const explain = useCommand(api.bankDebits.explain, {
    done: "Transaction explained.",
    form: { showErrors },
    onDone: props.onDone,
  });
  return (
    <FormPage
      onSubmit={onSubmit(({ kind, ruleFor }) => {
        const words = ruleFor.trim();
        explain.send({ debitId: debit.id, kind, ...(words !== "" && { ruleFor: words }) });
      })}
      submitLabel="Save"
      buttons="wide"
      isDirty={form.isDirty()}
      isBusy={explain.isPending}
      failure={explain.error}
    >
      {debit.proposed !== null && <Notice tone="info">{proposedWords(debit.proposed)}.</Notice>}
      <NativeSelect
        label="What is it?"
        data={bankKinds.map((kind) => ({ value: kind, label: kindWords.out[kind] }))}
        {...form.getInputProps("kind")}
      />
      <TextInput
        label="Propose the same for every payment that contains"
        description="For example: MONTHLY FEE. Leave it empty for this one only."
        {...form.getInputProps("ruleFor")}
      />
    </FormPage>
  );
}

function Reopen(props: { debit: ListedBankDebit; onDone: () => void }) {
  const reopen = useCommand(api.bankDebits.reopen, {
    done: "Transaction reopened.",
    onDone: props.onDone,
  });
  return (
    <>
      <ErrorNotice error={reopen.error} />
      <Button
        variant="default"
        loading={reopen.isPending}
        onClick={() => reopen.send({ debitId: props.debit.id })}
      >
        Reopen
      </Button>
    </>
  );
}
