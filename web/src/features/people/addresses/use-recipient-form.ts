import type { Recipient as Sent } from "@portal/shared/people/addresses.ts";
import type { Country } from "@portal/shared/platform/region.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod/mini";
import { besideFields, fieldErrors } from "../../../api/error-message.ts";
import { useCheckedForm } from "../../../ui/form.tsx";
import type { Place } from "./place-search.tsx";
import type { Recipient } from "./recipient-text.tsx";
import { streetKey, typedRecipientSchema } from "./typed-recipient.ts";

export const keptFormSchema = z.object({
  entry: z.enum(["", "manual", "place", "uk", "us"]),
  place: z.nullable(z.custom<Place>(isPlace)),
  values: z.record(z.string(), z.string()),
});

function isPlace(value: unknown): boolean {
  return typeof value === "object" && value !== null && "id" in value;
}

/** How the place is entered; "" until one is chosen. */
type Entry = "" | "manual" | "place" | "uk" | "us";

/** From an address book, or from an order. */
export type EditedRecipient = Omit<Recipient, "lastUsed">;

/** @throws the server's refusal, whose field errors are then shown beside the fields */
export type SendRecipient = (recipient: Sent) => Promise<void>;

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
    failure: besideFields(save.error),
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
