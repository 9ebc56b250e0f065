import "../../../theme/mantine-forms.ts";
import { Button, Textarea, TextInput } from "@mantine/core";
import { accountTypes, bankDetailsSchema } from "@portal/shared/people/bank-details.ts";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage, fieldErrors } from "../../../api/error-message.ts";
import { accountTypeWord, useRegionWords } from "../../../session/use-region-words.ts";
import { useShopSettings } from "../../../session/use-shop-settings.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RadioField } from "../../../ui/radio-field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import classes from "./bank-details.module.css";

type Details = ApiOutputs["bankDetails"]["get"];

export function BankDetailsForm(props: { details: Details; onClose: () => void }) {
  const { form, summary, send, save } = useSaveBankDetails(props.details, props.onClose);
  const words = useRegionWords();
  const region = useShopSettings()?.region;

  return (
    <form noValidate onSubmit={send} className={classes.form}>
      <ErrorSummary {...summary} />
      {save.error && (
        <Notice tone="bad">
          <p>{errorMessage(save.error)}</p>
        </Notice>
      )}
      <p className={classes.hint}>
        Fields marked * are needed.
        {props.details &&
          " We tell you by email of a change, and for 48 hours the office asks you about it before it pays."}
      </p>
      <TextInput label="Bank" required {...form.getInputProps("bankName")} />
      <TextInput label="Account name" required {...form.getInputProps("accountName")} />
      <TextInput
        label="Account number"
        required
        inputMode="numeric"
        autoComplete="off"
        {...(props.details ? { description: "Please type the whole number again." } : {})}
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
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}

function useSaveBankDetails(details: Details, onSaved: () => void) {
  const utils = api.useUtils();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "bank",
    schema: bankDetailsSchema,
    initialValues: valuesOf(details),
  });
  const save = api.bankDetails.save.useMutation({
    onSuccess: async () => {
      await Promise.all([utils.bankDetails.invalidate(), utils.wallet.mine.invalidate()]);
      showToast("Saved!");
      onSaved();
    },
    onError: (error) => showErrors(fieldErrors(error)),
  });
  return { form, summary, send: onSubmit((typed) => save.mutate(typed)), save };
}

function valuesOf(details: Details) {
  return {
    bankName: details?.bankName ?? "",
    accountName: details?.accountName ?? "",
    // Only its end is known here, and half a number must not be saved.
    accountNumber: "",
    branchCode: details?.branchCode ?? "",
    chequeOrSavings: details?.chequeOrSavings ?? "",
    notes: details?.notes ?? "",
  };
}
