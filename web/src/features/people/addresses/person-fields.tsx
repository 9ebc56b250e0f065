import { TextInput } from "@mantine/core";
import { type AddressCountry, nationalNumber } from "@portal/shared/people/addresses.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { NameFields } from "../../../ui/name-fields.tsx";
import type { RecipientForm } from "./use-recipient-form.ts";

/** Who it is for and how they are reached. Spaces never belong into an email or a number. */
export function PersonFields(props: { form: RecipientForm; country: AddressCountry }) {
  const { form, country } = props;
  const { cellNumber } = useRegionWords();
  return (
    <>
      <NameFields
        first={form.getInputProps("recipientFirstName")}
        last={form.getInputProps("recipientLastName")}
        section="section-recipient"
      />
      <TextInput
        label={cellNumber}
        description="The courier calls this number on the day."
        required
        type="tel"
        inputMode="tel"
        autoComplete="section-recipient tel-national"
        {...form.getInputProps("recipientCell")}
        onChange={({ currentTarget }) =>
          form.setFieldValue("recipientCell", nationalNumber(currentTarget.value, country))
        }
      />
      <TextInput
        label="Another number (optional)"
        type="tel"
        inputMode="tel"
        autoComplete="section-recipient-other tel-national"
        {...form.getInputProps("recipientAltNumber")}
        onChange={({ currentTarget }) =>
          form.setFieldValue("recipientAltNumber", nationalNumber(currentTarget.value, country))
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
        onChange={({ currentTarget }) =>
          form.setFieldValue("recipientEmail", currentTarget.value.replaceAll(/\s/g, ""))
        }
      />
    </>
  );
}
