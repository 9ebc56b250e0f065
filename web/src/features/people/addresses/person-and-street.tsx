import "../../../theme/mantine-forms.ts";
import { Button } from "@mantine/core";
import type { AddressCountry } from "@portal/shared/people/addresses.ts";
import { useEffect, useRef } from "react";
import { errorMessage } from "../../../api/error-message.ts";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { NeededLegend } from "../../../ui/needed-legend.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PersonFields } from "./person-fields.tsx";
import classes from "./recipient-dialog.module.css";
import {
  AddressTypeField,
  BritishFields,
  PlaceByHandFields,
  StreetFields,
  SuburbCorrection,
  VatField,
} from "./street-fields.tsx";
import type { Place } from "./use-place-search.ts";
import type { useRecipientForm } from "./use-recipient-form.ts";

/** The second half of the dialog: who it is for, and the street at the place. */
export function PersonAndStreet(props: {
  recipient: ReturnType<typeof useRecipientForm>;
  country: AddressCountry;
  onCancel: () => void;
}) {
  const { recipient } = props;
  const { form, entry } = recipient;
  return (
    <form noValidate onSubmit={recipient.submit} className={classes.form}>
      <ErrorSummary {...recipient.summary} />
      {recipient.failure !== null && (
        <Notice tone="bad">
          <p>{errorMessage(recipient.failure)}</p>
        </Notice>
      )}
      {entry !== "uk" && <Chosen place={recipient.place} onChange={recipient.forgetPlace} />}
      <NeededLegend />
      <PersonFields form={form} country={props.country} />
      <AddressTypeField form={form} />
      {entry === "uk" ? <BritishFields form={form} /> : <StreetFields form={form} />}
      {entry === "place" && <SuburbCorrection form={form} />}
      {entry === "manual" && <PlaceByHandFields form={form} />}
      <VatField form={form} />
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={recipient.isSaving}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** The place, which is read out when it was just chosen; "change" starts anew. */
function Chosen(props: { place: Place | null; onChange: () => void }) {
  const { place } = props;
  const chip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On opening, the dialog itself says where the focus is.
    if (chip.current?.closest("dialog")?.open) chip.current.focus();
  }, []);

  return (
    <div ref={chip} tabIndex={-1} className={classes.place} role="group" aria-label="Place">
      <span>
        {place
          ? [place.label, place.town, place.pcode].join(", ")
          : "The place is typed by hand below."}
      </span>
      <button type="button" className={classes.change} onClick={props.onChange}>
        change
      </button>
    </div>
  );
}
