import "../../../theme/mantine-forms.ts";
import { ActionIcon, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { addBankRuleSchema, kindWords, ruleKinds } from "@portal/shared/sales/bank-debits.ts";
import { IconTrash } from "@tabler/icons-react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { ErrorNotice } from "../../../ui/feedback.tsx";
import { FormPage } from "../../../ui/form-page.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { ModalDialog } from "../../../ui/modal-dialog.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Rule = ApiOutputs["bankDebits"]["list"]["rules"][number];

const wayWords = { in: "Money in", out: "Money out" } as const;

/** What is proposed for transactions by their words. */
export function BankRulesDialog(props: { rules: readonly Rule[]; onClose: () => void }) {
  const { form, onSubmit, showErrors } = useCheckedForm({
    name: "bank-rule",
    schema: addBankRuleSchema,
    initialValues: { way: "out", contains: "", kind: "bank-fee" },
  });
  const add = useCommand(api.bankDebits.addRule, {
    repeatable: true,
    form: { showErrors },
    onDone: () => form.setFieldValue("contains", ""),
  });
  const remove = useCommand(api.bankDebits.removeRule, { repeatable: true });
  const way = form.getValues().way === "in" ? "in" : "out";
  return (
    <ModalDialog title="Bank rules" onClose={props.onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          A rule proposes what a transaction is. Someone accepts it.
        </Text>
        <ErrorNotice error={remove.error} />
        {props.rules.length === 0 && <Text>There is no rule yet.</Text>}
        {props.rules.map((rule) => (
          <Group key={rule.id} justify="space-between" wrap="nowrap">
            <Text span miw={0}>
              {wayWords[rule.way]} with “{rule.contains}”: {kindWords[rule.way][rule.kind]}
            </Text>
            <ActionIcon
              variant="subtle"
              aria-label={`Remove the rule for ${rule.contains}`}
              loading={remove.isPending && remove.variables?.ruleId === rule.id}
              onClick={() => remove.send({ ruleId: rule.id })}
            >
              <IconTrash size={18} stroke={1.8} aria-hidden="true" />
            </ActionIcon>
          </Group>
        ))}
        <FormPage
          onSubmit={onSubmit((rule) => add.send(rule))}
          submitLabel="Add rule"
          buttons="wide"
          isDirty={form.isDirty("contains")}
          isBusy={add.isPending}
          failure={add.error}
        >
          <NativeSelect
            label="Transactions"
            data={(["out", "in"] as const).map((value) => ({ value, label: wayWords[value] }))}
            {...form.getInputProps("way")}
          />
          <TextInput label="That contain" required {...form.getInputProps("contains")} />
          <NativeSelect
            label="Are"
            data={ruleKinds.map((kind) => ({ value: kind, label: kindWords[way][kind] }))}
            {...form.getInputProps("kind")}
          />
        </FormPage>
      </Stack>
    </ModalDialog>
  );
}
