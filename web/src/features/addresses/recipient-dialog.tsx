import "../../theme/mantine-forms.ts";
import { Button } from "@mantine/core";
import type { AddressCountry } from "@portal/shared/addresses.ts";
import { isPostCode } from "@portal/shared/places.ts";
import { useEffect, useRef, useState } from "react";
import { api } from "../../api/api.ts";
import { errorMessage } from "../../api/error-message.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Loading } from "../../ui/loading.tsx";
import { LoseChangesDialog } from "../../ui/lose-changes-dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PersonFields } from "./person-fields.tsx";
import { PlaceSearch } from "./place-search.tsx";
import classes from "./recipient-dialog.module.css";
import type { Recipient } from "./recipient-text.tsx";
import {
  AddressTypeField,
  BritishFields,
  PlaceByHandFields,
  StreetFields,
  SuburbCorrection,
  VatField,
} from "./street-fields.tsx";
import { type Place, usePlaceSearch } from "./use-place-search.ts";
import { useRecipientForm } from "./use-recipient-form.ts";

type Editing = Readonly<{
  address: Recipient | null;
  onClose: () => void;
  onSaved: (addressId: number) => void;
}>;

/** Who gets it and where, as addresses are written in the shop's country. Nothing typed is lost without asking. */
export function RecipientDialog(props: Editing) {
  const catalog = api.catalog.products.useQuery();
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isDirty ? setAsking(true) : props.onClose());

  return (
    <Dialog title={props.address ? "Change recipient" : "Who is it for?"} onClose={close}>
      {catalog.data ? (
        <PlaceThenPerson
          address={props.address}
          country={catalog.data.currency === "GBP" ? "GB" : "ZA"}
          onDirty={setDirty}
          onCancel={close}
          onSaved={props.onSaved}
        />
      ) : catalog.error ? (
        <Failure what="the form" error={catalog.error} onRetry={() => void catalog.refetch()} />
      ) : (
        <Loading what="the form" lines={3} height={44} />
      )}
      {isAsking && <LoseChangesDialog onKeep={() => setAsking(false)} onLose={props.onClose} />}
    </Dialog>
  );
}

/** First the place, where the courier needs one of its list; then the person and the street. */
function PlaceThenPerson(props: {
  address: Recipient | null;
  country: AddressCountry;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: (addressId: number) => void;
}) {
  const { country, onDirty, onCancel } = props;
  const recipient = useRecipientForm(props.address, country, props.onSaved);
  const search = usePlaceSearch();
  const isDirty = recipient.form.isDirty();
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);

  if (recipient.entry !== "")
    return <PersonAndStreet recipient={recipient} country={country} onCancel={onCancel} />;
  return (
    <PlaceSearch
      search={search}
      onChosen={recipient.choosePlace}
      onByHand={() => {
        const typed = search.typed.trim();
        recipient.typeByHand(isPostCode(typed) ? "" : typed);
      }}
      onCancel={onCancel}
    />
  );
}

function PersonAndStreet(props: {
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
      <p className={classes.legend}>Fields marked * are needed.</p>
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
