import { type AddressCountry, recipientSchema } from "@portal/shared/addresses.ts";
import { useState } from "react";
import { api } from "../../api/api.ts";
import { fieldErrors } from "../../api/error-message.ts";
import { guestId } from "../../session/guest-id.ts";
import { showToast } from "../../ui/toast.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import type { Recipient } from "./recipient-text.tsx";
import type { Place } from "./use-place-search.ts";

/** How the place of a recipient is given; "" until one is chosen. */
export type Entry = "" | "manual" | "place" | "uk";

/** What is typed of a recipient, and its place. Checked by the server's own schema. */
export function useRecipientForm(
  address: Recipient | null,
  country: AddressCountry,
  onSaved: (addressId: number) => void,
) {
  const utils = api.useUtils();
  const [entry, setEntry] = useState<Entry>(() => entryOf(address, country));
  const [place, setPlace] = useState<Place | null>(address?.place ?? null);
  const checked = useCheckedForm({
    name: "recipient",
    schema: recipientSchema,
    initialValues: { ...valuesOf(address), entry },
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
    save.mutate({ ...recipient, uniqueId: guestId(), ...(address ? { id: address.id } : {}) }),
  );
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

function entryOf(address: Recipient | null, country: AddressCountry): Entry {
  if (country === "GB") return "uk";
  if (!address || address.needsUpdate) return "";
  return address.place ? "place" : "manual";
}

function valuesOf(address: Recipient | null) {
  const isCorrected = !address?.place || address.isManualSuburb;
  return {
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
}
