import { Button, TextInput } from "@mantine/core";
import { nationalNumber } from "@portal/shared/people/addresses.ts";
import type { Country } from "@portal/shared/platform/region.ts";
import { useEffect, useRef } from "react";
import { useRegionWords } from "../../../session/use-region-words.ts";
import "../../../theme/mantine-forms.ts";
import { NameFields, NeededLegend } from "../../../ui/fields.tsx";
import { Form } from "../../../ui/form.tsx";
import type { Place } from "./place-search.tsx";
import classes from "./recipient-dialog.module.css";
import {
  AddressTypeField,
  AmericanFields,
  BritishFields,
  PlaceByHandFields,
  StreetFields,
  SuburbCorrection,
  VatField,
} from "./street-fields.tsx";
import type { RecipientForm, useRecipientForm } from "./use-recipient-form.ts";

/** The second step of the dialog: the recipient's contact details, and the street. */
export function PersonAndStreet(props: {
  recipient: ReturnType<typeof useRecipientForm>;
  country: Country;
  onCancel: () => void;
}) {
  const { recipient } = props;
  const { form, entry } = recipient;
  return (
    <Form
      className={`${classes.form} stack`}
      onSubmit={recipient.submit}
      summary={recipient.summary}
      failure={recipient.failure}
    >
      {(entry === "place" || entry === "manual") && (
        <ChosenPlace place={recipient.place} onChange={recipient.forgetPlace} />
      )}
      <NeededLegend />
      <PersonFields form={form} country={props.country} />
      <AddressTypeField form={form} />
      {entry === "uk" ? (
        <BritishFields form={form} />
      ) : entry === "us" ? (
        <AmericanFields form={form} />
      ) : (
        <StreetFields form={form} />
      )}
      {entry === "place" && <SuburbCorrection form={form} />}
      {entry === "manual" && <PlaceByHandFields form={form} />}
      {entry !== "us" && <VatField form={form} />}
      <div className={`${classes.actions} row`}>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={recipient.isSaving}>
          Save
        </Button>
      </div>
    </Form>
  );
}

/** The chosen place; it takes the focus when it was just chosen, and "change" goes back to the search. */
function ChosenPlace(props: { place: Place | null; onChange: () => void }) {
  const { place } = props;
  const chip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // While the dialog opens, it sets the focus itself.
    if (chip.current?.closest("dialog")?.open) chip.current.focus();
  }, []);

  return (
    <div
      ref={chip}
      tabIndex={-1}
      className={`${classes.place} card row spread`}
      role="group"
      aria-label="Place"
    >
      <span>
        {place ? [place.label, place.town, place.pcode].join(", ") : "Enter the suburb below."}
      </span>
      <button type="button" className="link" onClick={props.onChange}>
        change
      </button>
    </div>
  );
}

/** Name, numbers and email; spaces are removed from emails and numbers as they are typed. */
function PersonFields(props: { form: RecipientForm; country: Country }) {
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
        description="The courier will call this number on the day of delivery."
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
        label="Alternate number (optional)"
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
        description="We email the tracking number to this address, and never a price."
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
