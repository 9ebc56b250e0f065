import type { AddressCountry, Recipient as Sent } from "@portal/shared/people/addresses.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrors } from "../../../api/error-message.ts";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import type { Recipient } from "./recipient-text.tsx";
import { streetKey, typedRecipientSchema } from "./typed-recipient.ts";
import type { Place } from "./use-place-search.ts";

/** How the place of a recipient is given; "" until one is chosen. */
export type Entry = "" | "manual" | "place" | "uk";

/** Somebody's own, or one that an order goes to. */
export type EditedRecipient = Omit<Recipient, "lastUsed">;

/** Keeps what was entered, or throws what the server finds wrong with it. */
export type SendRecipient = (recipient: Sent) => Promise<void>;

/** What is typed of a recipient, and its place. Checked by the server's own schema. */
export function useRecipientForm(
  address: EditedRecipient | null,
  country: AddressCountry,
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
    isSaving: save.isPending,
    failure: hasFieldErrors ? null : save.error,
  };
}

export type RecipientForm = ReturnType<typeof useRecipientForm>["form"];

const nowhere = { town: "", province: "", postalCode: "" };

function entryOf(address: EditedRecipient | null, country: AddressCountry): Entry {
  if (country === "GB") return "uk";
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
