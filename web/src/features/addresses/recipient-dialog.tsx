import "../../theme/mantine-forms.ts";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { addressKinds, recipientSchema } from "@portal/shared/addresses.ts";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { errorMessage, fieldErrors } from "../../api/error-message.ts";
import { guestId } from "../../session/guest-id.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { LoseChangesDialog } from "../../ui/lose-changes-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import classes from "./recipient-dialog.module.css";
import type { Recipient } from "./recipient-text.tsx";

const provinces = [
  "Eastern Cape",
  "Free State",
  "Gauteng",
  "KwaZulu-Natal",
  "Limpopo",
  "Mpumalanga",
  "North West",
  "Northern Cape",
  "Western Cape",
];

/** Who gets it and where, typed by hand. Nothing typed is lost without asking. */
export function RecipientDialog(props: {
  address: Recipient | null;
  onClose: () => void;
  onSaved: (addressId: number) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const dialog = useRecipientForm(props.address, props.onSaved);
  const close = () => (dialog.form.isDirty() ? setAsking(true) : props.onClose());

  return (
    <Dialog title={props.address ? "Change recipient" : "Who is it for?"} onClose={close}>
      <form noValidate onSubmit={dialog.submit} className={classes.form}>
        <ErrorSummary {...dialog.summary} />
        {dialog.failure !== null && (
          <Notice tone="bad">
            <p>{errorMessage(dialog.failure)}</p>
          </Notice>
        )}
        <p className={classes.legend}>Fields marked * are needed.</p>
        <PersonFields form={dialog.form} />
        <PlaceFields form={dialog.form} />
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={dialog.isSaving}>
            Save
          </Button>
        </div>
      </form>
      {isAsking && <LoseChangesDialog onKeep={() => setAsking(false)} onLose={props.onClose} />}
    </Dialog>
  );
}

type RecipientForm = ReturnType<typeof useRecipientForm>["form"];

function useRecipientForm(address: Recipient | null, onSaved: (addressId: number) => void) {
  const utils = api.useUtils();
  const checked = useCheckedForm({
    name: "recipient",
    schema: recipientSchema,
    initialValues: valuesOf(address),
  });
  const save = api.addresses.save.useMutation({
    onSuccess: async ({ id }) => {
      await utils.addresses.list.invalidate();
      showToast("Saved!");
      onSaved(id);
    },
    onError: (error) => checked.showErrors(fieldErrors(error)),
  });
  const submit = checked.onSubmit((recipient) =>
    save.mutate({
      ...recipient,
      uniqueId: guestId(),
      ...(address ? { id: address.id } : {}),
    }),
  );
  const hasFieldErrors = Object.keys(fieldErrors(save.error)).length > 0;
  return {
    form: checked.form,
    summary: checked.summary,
    submit,
    isSaving: save.isPending,
    failure: hasFieldErrors ? null : save.error,
  };
}

function valuesOf(address: Recipient | null) {
  return {
    recipientFirstName: address?.recipientFirstName ?? "",
    recipientLastName: address?.recipientLastName ?? "",
    recipientCell: address?.recipientCell ?? "",
    recipientAltNumber: address?.recipientAltNumber ?? "",
    recipientEmail: address?.recipientEmail ?? "",
    businessOrResidential: address?.businessOrResidential ?? "",
    streetAddress: address?.streetAddress ?? "",
    complexBuilding: address?.complexBuilding ?? "",
    suburb: address?.suburb ?? "",
    town: address?.town ?? "",
    province: address?.province ?? "",
    postalCode: address?.postalCode ?? "",
    vatNo: address?.vatNo ?? "",
  };
}

/** Spaces never belong into an email or a number: they go as they are typed. */
function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, "");
}

/** "+27 82 …" and "0027 82 …" are the number that the courier wants, written for abroad. */
function nationalCell(text: string): string {
  return withoutSpaces(text).replace(/^(?:\+|00)27(?=\d)/, "0");
}

function PersonFields(props: { form: RecipientForm }) {
  const { form } = props;
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label="First name"
          required
          autoComplete="section-recipient given-name"
          {...form.getInputProps("recipientFirstName")}
        />
        <TextInput
          label="Last name"
          required
          autoComplete="section-recipient family-name"
          {...form.getInputProps("recipientLastName")}
        />
      </div>
      <TextInput
        label="Cell number"
        description="The courier calls this number on the day."
        required
        type="tel"
        inputMode="tel"
        autoComplete="section-recipient tel-national"
        {...form.getInputProps("recipientCell")}
        onChange={(event) =>
          form.setFieldValue("recipientCell", nationalCell(event.currentTarget.value))
        }
      />
      <TextInput
        label="Another number (optional)"
        type="tel"
        inputMode="tel"
        autoComplete="section-recipient-other tel-national"
        {...form.getInputProps("recipientAltNumber")}
        onChange={(event) =>
          form.setFieldValue("recipientAltNumber", nationalCell(event.currentTarget.value))
        }
      />
      <TextInput
        label="Email"
        description="The tracking link goes here."
        required
        type="email"
        inputMode="email"
        autoComplete="section-recipient email"
        {...form.getInputProps("recipientEmail")}
        onChange={(event) =>
          form.setFieldValue("recipientEmail", withoutSpaces(event.currentTarget.value))
        }
      />
    </>
  );
}

function PlaceFields(props: { form: RecipientForm }) {
  const { form } = props;
  return (
    <>
      <NativeSelect
        label="Address type"
        required
        data={[{ value: "", label: "Please choose" }, ...addressKinds]}
        {...form.getInputProps("businessOrResidential")}
      />
      <TextInput
        label="Street address"
        required
        autoComplete="section-recipient address-line1"
        {...form.getInputProps("streetAddress")}
      />
      <TextInput
        label="Complex or building (optional)"
        autoComplete="section-recipient address-line2"
        {...form.getInputProps("complexBuilding")}
      />
      <div className={classes.pair}>
        <TextInput
          label="Suburb"
          required
          autoComplete="section-recipient address-level3"
          {...form.getInputProps("suburb")}
        />
        <TextInput
          label="Town or city"
          required
          autoComplete="section-recipient address-level2"
          {...form.getInputProps("town")}
        />
      </div>
      <div className={classes.pair}>
        <NativeSelect
          label="Province"
          required
          autoComplete="section-recipient address-level1"
          data={[{ value: "", label: "Please choose" }, ...provinces]}
          {...form.getInputProps("province")}
        />
        <TextInput
          label="Postal code"
          required
          inputMode="numeric"
          autoComplete="section-recipient postal-code"
          {...form.getInputProps("postalCode")}
        />
      </div>
      <TextInput
        label="VAT number (optional)"
        description="For a business that needs it on the invoice."
        autoComplete="off"
        {...form.getInputProps("vatNo")}
      />
    </>
  );
}
