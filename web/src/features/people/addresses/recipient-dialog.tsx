import { isPostCode, type Recipient as Sent } from "@portal/shared/people/addresses.ts";
import { countryOf, type Country } from "@portal/shared/platform/region.ts";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { z } from "zod/mini";
import { api } from "../../../api/api.ts";
import { fieldErrors, isOfFields } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { guestId } from "../../../session/guest-id.ts";
import "../../../theme/mantine-forms.ts";
import { Dialog, DialogQuestion } from "../../../ui/dialog.tsx";
import { Loaded, Loading, showToast } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { type Place, PlaceSearch, usePlaceSearch } from "./place-search.tsx";
import { keepRecipient, keptRecipient } from "./kept-recipient.ts";
import type { Recipient } from "./recipient-text.tsx";
import { streetKey, typedRecipientSchema } from "./typed-recipient.ts";

/** Loaded while the user searches for the place, or ahead of the dialog. */
export const loadPersonAndStreet = () => import("./person-and-street.tsx");
const PersonAndStreet = lazyPart(async () => (await loadPersonAndStreet()).PersonAndStreet);

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

  // A failed preload is ignored here; rendering the step loads it again and reports the failure.
  useEffect(() => void loadPersonAndStreet().catch(() => {}), []);

  if (recipient.entry !== "")
    return (
      <Suspense fallback={<Loading what="the form" />}>
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

const keptFormSchema = z.object({
  entry: z.enum(["", "manual", "place", "uk", "us"]),
  place: z.nullable(z.custom<Place>(isPlace)),
  values: z.record(z.string(), z.string()),
});

function isPlace(value: unknown): boolean {
  return typeof value === "object" && value !== null && "id" in value;
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

/** How the place is entered; "" until one is chosen. */
type Entry = "" | "manual" | "place" | "uk" | "us";

/** From an address book, or from an order. */
type EditedRecipient = Omit<Recipient, "lastUsed">;

/** @throws the server's refusal, whose field errors are then shown beside the fields */
type SendRecipient = (recipient: Sent) => Promise<void>;

/** The form state of a recipient and its place, validated by the server's schema. */
export function useRecipientForm(
  address: EditedRecipient | null,
  country: Country,
  send: SendRecipient,
) {
  const [entry, setEntry] = useState<Entry>(() => entryOf(address, country));
  const [place, setPlace] = useState<Place | null>(address?.place ?? null);
  const checked = useCheckedForm({
    name: "recipient",
    schema: typedRecipientSchema,
    initialValues: { ...valuesOf(address), entry },
  });
  const save = useMutation({
    mutationFn: send,
    onError: (error) => checked.showErrors(fieldErrors(error)),
  });
  const submit = checked.onSubmit((recipient) => save.mutate(recipient));
  /** Clears the rest of the address, which belonged to the previous place. */
  const goTo = (next: Entry, chosen: Place | null, suburb = "") => {
    setEntry(next);
    setPlace(chosen);
    checked.form.setValues({
      entry: next,
      placeId: chosen ? String(chosen.id) : "",
      manualSuburb: suburb,
      ...nowhere,
    });
    for (const field of ["placeId", "manualSuburb", ...Object.keys(nowhere)])
      checked.form.clearFieldError(field);
  };

  return {
    form: checked.form,
    summary: checked.summary,
    submit,
    entry,
    place,
    choosePlace: (chosen: Place) => goTo("place", chosen),
    typeByHand: (suburb: string) => goTo("manual", null, suburb),
    forgetPlace: () => goTo("", null),
    restore: (typed: z.output<typeof keptFormSchema>) => {
      setEntry(typed.entry);
      setPlace(typed.place);
      checked.form.setValues(typed.values);
    },
    isSaving: save.isPending,
    failure: isOfFields(save.error) ? null : save.error,
  };
}

export type RecipientForm = ReturnType<typeof useRecipientForm>["form"];

const nowhere = { town: "", province: "", postalCode: "" };

function entryOf(address: EditedRecipient | null, country: Country): Entry {
  if (country === "GB") return "uk";
  if (country === "US") return "us";
  if (!address || address.needsUpdate) return "";
  return address.place ? "place" : "manual";
}

function valuesOf(address: EditedRecipient | null) {
  const isCorrected = !address?.place || address.isManualSuburb;
  const typed = {
    recipientFirstName: address?.recipientFirstName ?? "",
    recipientLastName: address?.recipientLastName ?? "",
    recipientCell: address?.recipientCell ?? "",
    recipientAltNumber: address?.recipientAltNumber ?? "",
    recipientEmail: address?.recipientEmail ?? "",
    businessOrResidential: address?.businessOrResidential ?? "",
    streetAddress: address?.streetAddress ?? "",
    complexBuilding: address?.complexBuilding ?? "",
    line2: address?.line2 ?? "",
    line3: address?.line3 ?? "",
    placeId: address?.place ? String(address.place.id) : "",
    manualSuburb: isCorrected ? (address?.suburb ?? "") : "",
    town: address?.town ?? "",
    province: address?.province ?? "",
    postalCode: address?.postalCode ?? "",
    vatNo: address?.vatNo ?? "",
  };
  return {
    ...typed,
    latitude: String(address?.latitude ?? ""),
    longitude: String(address?.longitude ?? ""),
    locatedAt: streetKey(typed),
  };
}

/** Saves into the user's own address book; a changed recipient gets a new id. */
function useSaveRecipient(
  addressId: number | null,
  onSaved: (addressId: number) => void,
): SendRecipient {
  const utils = api.useUtils();
  const withCommandId = useCommandId();
  const save = api.addresses.save.useMutation();
  return async (recipient) => {
    const request = { ...recipient, ...(addressId !== null && { id: addressId }) };
    const { id } = await save.mutateAsync({ ...withCommandId(request), uniqueId: guestId() });
    await utils.addresses.list.invalidate();
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
