import {
  type AddressCountry,
  addressCountryOf,
  type Recipient,
} from "@portal/shared/people/addresses.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { findPlace } from "./place-search.ts";
import type { AddressFields } from "./address.store.ts";

/**
 * A recipient as it is kept. Town, code and province of a place are those of the list, whatever the
 * browser says of them.
 *
 * @throws DomainError address.unknown-place, address.other-country
 */
export function addressFields(recipient: Recipient, region: Region): AddressFields {
  const country = addressCountryOf(region);
  if ((recipient.entry === "uk") !== (country === "GB"))
    throw new DomainError("address.other-country");
  return {
    recipientFirstName: recipient.recipientFirstName,
    recipientLastName: recipient.recipientLastName,
    recipientCell: recipient.recipientCell,
    recipientAltNumber: recipient.recipientAltNumber || null,
    recipientEmail: recipient.recipientEmail,
    businessOrResidential: recipient.businessOrResidential,
    streetAddress: recipient.streetAddress,
    complexBuilding: null,
    vatNo: recipient.vatNo || null,
    line2: null,
    line3: null,
    latitude: recipient.latitude ?? null,
    longitude: recipient.longitude ?? null,
    ...whereabouts(recipient, country),
  };
}

type Whereabouts = Pick<
  AddressFields,
  "country" | "isManualSuburb" | "placeId" | "postalCode" | "province" | "suburb" | "town"
> &
  Partial<Pick<AddressFields, "complexBuilding" | "line2" | "line3">>;

function whereabouts(recipient: Recipient, country: AddressCountry): Whereabouts {
  const { entry } = recipient;
  if (entry === "uk") {
    const { town, postalCode } = recipient;
    const lines = { line2: recipient.line2 || null, line3: recipient.line3 || null };
    const nowhere = { suburb: "", province: "", placeId: null, isManualSuburb: false };
    return { country, town, postalCode, ...lines, ...nowhere };
  }
  const complexBuilding = recipient.complexBuilding || null;
  if (entry === "manual") {
    const { manualSuburb: suburb, town, province, postalCode } = recipient;
    const byHand = { placeId: null, isManualSuburb: true };
    return { country, suburb, town, province, postalCode, complexBuilding, ...byHand };
  }
  const place = findPlace(recipient.placeId);
  if (!place) throw new DomainError("address.unknown-place");
  return {
    country,
    complexBuilding,
    placeId: place.id,
    suburb: recipient.manualSuburb || place.label,
    isManualSuburb: Boolean(recipient.manualSuburb),
    town: place.town,
    province: place.province,
    postalCode: place.pcode,
  };
}
