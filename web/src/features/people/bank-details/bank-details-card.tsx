import { bankDetailsHoldHours } from "@portal/shared/platform/constants.ts";
import { Button, Card, Group, Stack, Text, TextInput, Textarea, Title } from "@mantine/core";
import {
  accountTypes,
  bankDetailsSchema,
  savedBankDetailsSchema,
} from "@portal/shared/people/bank-details.ts";
import { useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { accountTypeWord, useRegionWords } from "../../../session/use-region-words.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { useIsImpersonated } from "../../../session/use-is-impersonated.ts";
import "../../../theme/mantine-forms.ts";
import { Facts } from "../../../ui/facts.tsx";
import { Loaded } from "../../../ui/feedback.tsx";
import { RadioField } from "../../../ui/fields.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { useCommand } from "../../../ui/use-command.ts";

type Details = ApiOutputs["bankDetails"]["get"];

/** The account that payouts go to. Of its number the server returns the last four digits only. */
export function BankDetailsCard() {
  const details = api.bankDetails.get.useQuery();
  const [isEditing, setEditing] = useState(false);
  const maySave = !useIsImpersonated();

  return (
    <Card component="section" aria-labelledby="bank-details">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} id="bank-details">
            Bank details
          </Title>
          {details.data !== undefined && maySave && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {details.data ? "Change" : "Add bank details"}
            </Button>
          )}
        </Group>
        <Loaded query={details} what="your bank details" lines={3} height={36}>
          {(data) =>
            data ? (
              <DetailFacts details={data} />
            ) : (
              <Text c="dimmed">
                We pay your commission into this account. Add your details before you request a
                payout.
              </Text>
            )
          }
        </Loaded>
        {isEditing && (
          <BankDetailsDialog details={details.data ?? null} onClose={() => setEditing(false)} />
        )}
      </Stack>
    </Card>
  );
}

function DetailFacts({ details }: { details: NonNullable<Details> }) {
  const words = useRegionWords();
  return (
    <Facts
      facts={[
        { name: "Bank", value: details.bankName },
        { name: "Account name", value: details.accountName },
        { name: "Account number", value: details.accountNumber },
        details.branchCode && { name: words.branchCode, value: details.branchCode },
        { name: "Type", value: accountTypeWord(details.chequeOrSavings, words) },
        details.notes && { name: "Notes", value: details.notes },
      ]}
    />
  );
}

function BankDetailsDialog(props: { details: Details; onClose: () => void }) {
  const { form, summary, send, save } = useSaveBankDetails(props.details, props.onClose);
  const words = useRegionWords();
  const region = useShopSettings()?.region;

  return (
    <FormDialog
      title="Bank details"
      onClose={props.onClose}
      onSubmit={send}
      submitLabel="Save"
      isDirty={form.isDirty()}
      isBusy={save.isPending}
      summary={summary}
      failure={save.error}
    >
      <Text c="dimmed">
        Fields marked * are required.
        {props.details &&
          ` If you change these, we’ll email you, and we check with you before any payout in the next ${bankDetailsHoldHours} hours.`}
      </Text>
      <TextInput label="Bank" required {...form.getInputProps("bankName")} />
      <TextInput label="Account name" required {...form.getInputProps("accountName")} />
      <TextInput
        label="Account number"
        required={!props.details}
        inputMode="numeric"
        autoComplete="off"
        {...(props.details
          ? { description: `Leave this empty to keep ${props.details.accountNumber}.` }
          : {})}
        {...form.getInputProps("accountNumber")}
      />
      <RadioField
        label="Account type"
        options={accountTypes}
        wordOf={(type) => accountTypeWord(type, words)}
        {...form.getInputProps("chequeOrSavings")}
      />
      <TextInput
        label={`${words.branchCode} (optional)`}
        {...(region === "uk" ? { description: "6 digits, as in 20-00-00." } : {})}
        inputMode="numeric"
        {...form.getInputProps("branchCode")}
      />
      <Textarea label="Notes (optional)" rows={2} {...form.getInputProps("notes")} />
    </FormDialog>
  );
}

function useSaveBankDetails(details: Details, onSaved: () => void) {
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "bank",
    schema: details ? savedBankDetailsSchema : bankDetailsSchema,
    initialValues: valuesOf(details),
  });
  const save = useCommand(api.bankDetails.save, {
    repeatable: true,
    done: "Saved!",
    form: { showErrors },
    onDone: onSaved,
  });
  return { form, summary, send: onSubmit((typed) => save.send(typed)), save };
}

function valuesOf(details: Details) {
  return {
    bankName: details?.bankName ?? "",
    accountName: details?.accountName ?? "",
    // Only the last digits are known here; an empty field keeps the number.
    accountNumber: "",
    branchCode: details?.branchCode ?? "",
    chequeOrSavings: details?.chequeOrSavings ?? "",
    notes: details?.notes ?? "",
  };
}
