import { isPostCode, type Recipient as Sent } from "@portal/shared/people/addresses.ts";
import { countryOf, type Country } from "@portal/shared/platform/region.ts";
import { useMutation } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { z } from "zod";
import { api } from "../../../api/api.ts";
import { fieldErrors } from "../../../api/error-message.ts";
import { useCommandId } from "../../../api/use-command-id.ts";
import { guestId } from "../../../session/guest-id.ts";
import "../../../theme/mantine-forms.ts";
import { Dialog, DialogQuestion } from "../../../ui/dialog.tsx";
import { Failure, Loading, showToast } from "../../../ui/feedback.tsx";
import { useCheckedForm } from "../../../ui/form.tsx";
import { type Place, PlaceSearch, usePlaceSearch } from "./place-search.tsx";
import { forgetRecipient, keepRecipient, keptRecipient } from "./kept-recipient.ts";
import type { Recipient } from "./recipient-text.tsx";
import { streetKey, typedRecipientSchema } from "./typed-recipient.ts";

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
  const id = address?.id ?? null;
  const save = useSaveRecipient(id, (savedId) => {
    forgetRecipient();
    props.onSaved(savedId);
  });
  return (
    <RecipientFormDialog
      title={address ? "Edit recipient" : "Add recipient"}
      address={address}
      keptAs={id}
      send={save}
      onClose={() => {
        forgetRecipient();
        props.onClose();
      }}
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
  /** What is typed stays through a reload, as this recipient's; null is a new one's. Without it nothing is kept. */
  keptAs?: number | null;
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
          country={countryOf[catalog.data.region]}
          keptAs={props.keptAs}
          onDirty={setDirty}
          onCancel={close}
          send={props.send}
        />
      ) : catalog.error ? (
        <Failure what="the form" error={catalog.error} onRetry={() => void catalog.refetch()} />
      ) : (
        <FormLoading />
      )}
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

/** First the place, where the courier needs one of its list; then the person and the street. */
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

const keptFormSchema = z.object({
  entry: z.enum(["", "manual", "place", "uk", "us"]),
  place: z.custom<Place>(isPlace).nullable(),
  values: z.record(z.string(), z.string()),
});

function isPlace(value: unknown): boolean {
  return typeof value === "object" && value !== null && "id" in value;
}

/** Takes up what was typed before the page was loaded again, and keeps what is typed from then on. */
function useKept(
  { form, entry, place, takeUp }: ReturnType<typeof useRecipientForm>,
  id: number | null | undefined,
): void {
  const takeUpKept = useEffectEvent(() => {
    const kept = keptRecipient();
    const typed = keptFormSchema.safeParse(kept?.form);
    if (kept?.id === id && typed.success) takeUp(typed.data);
  });
  useEffect(() => {
    if (id !== undefined) takeUpKept();
  }, [id]);

  const { values } = form;
  const isDirty = form.isDirty();
  useEffect(() => {
    if (id !== undefined && isDirty) keepRecipient({ id, form: { entry, place, values } });
  }, [id, isDirty, entry, place, values]);
}

function FormLoading() {
  return <Loading what="the form" lines={3} height={44} />;
}

/** How the place of a recipient is given; "" until one is chosen. */
type Entry = "" | "manual" | "place" | "uk" | "us";

/** Somebody's own, or one that an order goes to. */
type EditedRecipient = Omit<Recipient, "lastUsed">;

/** Keeps what was entered, or throws what the server finds wrong with it. */
type SendRecipient = (recipient: Sent) => Promise<void>;

/** What is typed of a recipient, and its place. Checked by the server's own schema. */
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
  /** Another place is another address: nothing of the one before stays. */
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
  const hasFieldErrors = Object.keys(fieldErrors(save.error)).length > 0;
  return {
    form: checked.form,
    summary: checked.summary,
    submit,
    entry,
    place,
    choosePlace: (chosen: Place) => goTo("place", chosen),
    typeByHand: (suburb: string) => goTo("manual", null, suburb),
    forgetPlace: () => goTo("", null),
    takeUp: (typed: z.output<typeof keptFormSchema>) => {
      setEntry(typed.entry);
      setPlace(typed.place);
      checked.form.setValues(typed.values);
    },
    isSaving: save.isPending,
    failure: hasFieldErrors ? null : save.error,
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

/** Keeps a recipient in one's own address book; a changed one gets another id. */
function useSaveRecipient(
  addressId: number | null,
  onSaved: (addressId: number) => void,
): (recipient: Sent) => Promise<void> {
  const utils = api.useUtils();
  const commandIdFor = useCommandId();
  const save = api.addresses.save.useMutation();
  return async (recipient) => {
    const request = { ...recipient, ...(addressId !== null && { id: addressId }) };
    const { id } = await save.mutateAsync({
      ...request,
      uniqueId: guestId(),
      commandId: commandIdFor(request),
    });
    await utils.addresses.list.invalidate();
    showToast("Saved!");
    onSaved(id);
  };
}
