import { isPostCode } from "@portal/shared/people/addresses.ts";
import { countryOf, type Country } from "@portal/shared/platform/region.ts";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { api } from "../../../api/api.ts";
import { useReadAgain } from "../../../api/read-again.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { guestId } from "../../../session/guest-id.ts";
import "../../../theme/mantine-forms.ts";
import { Dialog, DialogQuestion } from "../../../ui/dialog.tsx";
import { Loaded, showToast } from "../../../ui/feedback.tsx";
import { PersonAndStreet } from "./person-and-street.tsx";
import { PlaceSearch, usePlaceSearch } from "./place-search.tsx";
import { keepRecipient, keptRecipient } from "./kept-recipient.ts";
import type { Recipient } from "./recipient-text.tsx";
import {
  type EditedRecipient,
  type SendRecipient,
  keptFormSchema,
  useRecipientForm,
} from "./use-recipient-form.ts";

/** Adds or changes a recipient of the user's own address book. */
export function RecipientDialog(props: {
  address: Recipient | null;
  onClose: () => void;
  onSaved: (addressId: number) => void;
}) {
  const { address } = props;
  const id = address?.id ?? null;
  const save = useSaveRecipient(id, (savedId) => {
    keepRecipient(null);
    props.onSaved(savedId);
  });
  return (
    <RecipientFormDialog
      title={address ? "Edit recipient" : "Add recipient"}
      address={address}
      keptAs={id}
      send={save}
      onClose={() => {
        keepRecipient(null);
        props.onClose();
      }}
    />
  );
}

/**
 * The form of a recipient, with the address fields of the shop's country. It asks before unsaved changes are lost.
 */
export function RecipientFormDialog(props: {
  title: string;
  address: EditedRecipient | null;
  /** Keeps the typed values through a reload under this id, null for a new recipient; undefined keeps nothing. */
  keptAs?: number | null;
  send: SendRecipient;
  onClose: () => void;
  /** Shown above the fields. */
  children?: ReactNode;
}) {
  const catalog = api.catalog.products.useQuery();
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => (isDirty ? setAsking(true) : props.onClose());

  return (
    <Dialog title={props.title} onClose={close}>
      {props.children}
      <Loaded query={catalog} what="the form">
        {({ region }) => (
          <PlaceThenPerson
            address={props.address}
            country={countryOf[region]}
            keptAs={props.keptAs}
            onDirty={setDirty}
            onCancel={close}
            send={props.send}
          />
        )}
      </Loaded>
      {isAsking && (
        <DialogQuestion
          title="Lose any unsaved changes?"
          confirmLabel="Discard changes"
          cancelLabel="Keep editing"
          onConfirm={props.onClose}
          onCancel={() => setAsking(false)}
        >
          You have unsaved changes.
        </DialogQuestion>
      )}
    </Dialog>
  );
}

/** Where the courier needs a place from its list, that comes first; then the person and the street. */
function PlaceThenPerson(props: {
  address: EditedRecipient | null;
  country: Country;
  keptAs: number | null | undefined;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  send: SendRecipient;
}) {
  const { country, onDirty, onCancel } = props;
  const recipient = useRecipientForm(props.address, country, props.send);
  useKept(recipient, props.keptAs);
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

/** Restores what was typed before a reload, and keeps what is typed from then on. */
function useKept(
  { form, entry, place, restore }: ReturnType<typeof useRecipientForm>,
  id: number | null | undefined,
): void {
  const restoreKept = useEffectEvent(() => {
    const kept = keptRecipient();
    const typed = keptFormSchema.safeParse(kept?.form);
    if (kept?.id === id && typed.success) restore(typed.data);
  });
  useEffect(() => {
    if (id !== undefined) restoreKept();
  }, [id]);

  const { values } = form;
  const isDirty = form.isDirty();
  useEffect(() => {
    if (id !== undefined && isDirty) keepRecipient({ id, form: { entry, place, values } });
  }, [id, isDirty, entry, place, values]);
}

/** Saves into the user's own address book; a changed recipient gets a new id. */
function useSaveRecipient(
  addressId: number | null,
  onSaved: (addressId: number) => void,
): SendRecipient {
  const readScreenAgain = useReadAgain();
  const withCommandId = useCommandId();
  const save = api.addresses.save.useMutation();
  return async (recipient) => {
    const request = { ...recipient, ...(addressId !== null && { id: addressId }) };
    const { id } = await save.mutateAsync({ ...withCommandId(request), uniqueId: guestId() });
    await readScreenAgain();
    showToast("Saved!");
    onSaved(id);
    // After the dialog has returned the focus: the button or the card that it came from may be gone.
    setTimeout(() => focusOn(id));
  };
}

function focusOn(addressId: number): void {
  document
    .querySelector(`[data-recipient="${addressId}"]`)
    ?.querySelector<HTMLElement>("input, button")
    ?.focus();
}
