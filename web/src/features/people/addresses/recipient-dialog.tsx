import "../../../theme/mantine-forms.ts";
import { type AddressCountry, isPostCode } from "@portal/shared/people/addresses.ts";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { api } from "../../../api/api.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { LoseChangesDialog } from "../../../ui/lose-changes-dialog.tsx";
import { PlaceSearch } from "./place-search.tsx";
import type { Recipient } from "./recipient-text.tsx";
import { usePlaceSearch } from "./use-place-search.ts";
import {
  type EditedRecipient,
  type SendRecipient,
  useRecipientForm,
} from "./use-recipient-form.ts";
import { useSaveRecipient } from "./use-save-recipient.ts";

/** Fetched while the place is looked for. */
const loadPersonAndStreet = () => import("./person-and-street.tsx");
const PersonAndStreet = lazy(async () => ({
  default: (await loadPersonAndStreet()).PersonAndStreet,
}));

/** Who gets it and where, in one's own address book. */
export function RecipientDialog(props: {
  address: Recipient | null;
  onClose: () => void;
  onSaved: (addressId: number) => void;
}) {
  const { address } = props;
  const save = useSaveRecipient(address?.id ?? null, props.onSaved);
  return (
    <RecipientFormDialog
      title={address ? "Change recipient" : "Who is it for?"}
      address={address}
      send={save}
      onClose={props.onClose}
    />
  );
}

/**
 * A recipient as addresses are written in the shop's country; `send` keeps it, and throws what the server finds wrong.
 * Nothing typed is lost without asking.
 */
export function RecipientFormDialog(props: {
  title: string;
  address: EditedRecipient | null;
  send: SendRecipient;
  onClose: () => void;
  /** What to know before it is changed. */
  children?: ReactNode;
}) {
  const catalog = api.catalog.products.useQuery();
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isDirty ? setAsking(true) : props.onClose());

  return (
    <Dialog title={props.title} onClose={close}>
      {props.children}
      {catalog.data ? (
        <PlaceThenPerson
          address={props.address}
          country={catalog.data.currency === "ZAR" ? "ZA" : "GB"}
          onDirty={setDirty}
          onCancel={close}
          send={props.send}
        />
      ) : catalog.error ? (
        <Failure what="the form" error={catalog.error} onRetry={() => void catalog.refetch()} />
      ) : (
        <FormLoading />
      )}
      {isAsking && <LoseChangesDialog onKeep={() => setAsking(false)} onLose={props.onClose} />}
    </Dialog>
  );
}

/** First the place, where the courier needs one of its list; then the person and the street. */
function PlaceThenPerson(props: {
  address: EditedRecipient | null;
  country: AddressCountry;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  send: SendRecipient;
}) {
  const { country, onDirty, onCancel } = props;
  const recipient = useRecipientForm(props.address, country, props.send);
  const search = usePlaceSearch();
  const isDirty = recipient.form.isDirty();
  useEffect(() => onDirty(isDirty), [onDirty, isDirty]);

  // Where that fails, it is tried again, and said, when it is needed.
  useEffect(() => void loadPersonAndStreet().catch(() => {}), []);

  if (recipient.entry !== "")
    return (
      <Suspense fallback={<FormLoading />}>
        <PersonAndStreet recipient={recipient} country={country} onCancel={onCancel} />
      </Suspense>
    );
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

function FormLoading() {
  return <Loading what="the form" lines={3} height={44} />;
}
