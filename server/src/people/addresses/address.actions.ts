import {
  type DeleteAddress,
  hasPlace,
  type Recipient,
  type SaveAddress,
} from "@portal/shared/people/addresses.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { parsePhone } from "@portal/shared/platform/phones/phone-number.ts";
import { type Region, countryOf } from "@portal/shared/platform/region.ts";
import type { Caller } from "../../caller.ts";
import { runOnce } from "../../platform/idempotency/run-once.ts";
import {
  recipientsBy,
  rateLimitOfClient,
  requireWithinLimit,
  consume,
} from "../../platform/rate-limit/rate-limits.ts";
import {
  type AddressFields,
  type AddressOwner,
  type AddressRow,
  insertAddressOnce,
  lastAddressOf,
  listAddresses,
  lockAddresses,
  type ReadableAddress,
  replaceAddress,
  withNumbers,
} from "./address.store.ts";
import { findPlace, type Place } from "./place-search.ts";

export type KnownAddress = ReadableAddress & {
  place: Place | null;
  /** The suburb as it was typed; empty where it is the place's. */
  manualSuburb: string;
  googlePlace: GooglePlaceOfAddress | null;
  /** Not enough for the courier: orders to it are refused until it is edited. */
  needsUpdate: boolean;
};

/** After signing in from within an order, a former guest still sees the recipients that this browser saved. */
export function addressOwner(caller: Caller, guestId: string | null | undefined): AddressOwner {
  return { userId: caller.user?.id ?? null, guestId: guestId ?? null };
}

/** In the order in which they were added. */
export async function listOwnAddresses(caller: Caller, guestId: string | null) {
  const owner = addressOwner(caller, guestId);
  const [addresses, lastId] = await Promise.all([
    listAddresses(caller.db, owner),
    owner.userId === null ? null : lastAddressOf(caller.db, owner.userId),
  ]);
  return addresses.map((address) => ({
    ...withPlace(address, caller.shop.region),
    /** The user's last order went to it. */
    lastUsed: lastId !== null && [address.id, ...address.formerIds].includes(lastId),
  }));
}

export function withPlace(address: AddressRow, region: Region): KnownAddress {
  return {
    ...withNumbers(address),
    place: address.placeId === null ? null : findPlace(address.placeId),
    manualSuburb: address.isManualSuburb ? address.suburb : "",
    googlePlace: googlePlaceOf(address),
    needsUpdate: address.country !== countryOf[region] || !hasPlace(address),
  };
}

type GooglePlaceOfAddress = ReturnType<typeof fieldsOfGooglePlace>;

/** Null where no look-up service knew the address (specification, section 3, googlePlace). */
function googlePlaceOf(address: AddressRow): GooglePlaceOfAddress | null {
  const isKnown = address.country === "GB" || address.latitude !== null;
  return isKnown ? fieldsOfGooglePlace(address) : null;
}

function fieldsOfGooglePlace(address: AddressRow) {
  return {
    addressType: address.country === "GB" ? "uk" : null,
    line_1: address.streetAddress,
    line_2: address.line2,
    line_3: address.line3,
    town_or_city: address.town,
    postcode: address.postalCode,
    latitude: address.latitude,
    longitude: address.longitude,
  };
}

/**
 * The rule of a buyer's own number, who may be "the same as the recipient" (specification, section 5).
 *
 * @throws DomainError account.wrong-phone
 */
function requirePhone(recipientCell: string, region: Region): void {
  if (parsePhone(recipientCell, countryOf[region]) === null)
    throw new DomainError("account.wrong-phone", { field: "recipientCell" });
}

/**
 * A changed recipient gets a new id: orders keep the row that they were sent to, unchanged.
 *
 * @throws DomainError access.sign-in-required, order.unknown-address, address.unknown-place,
 * address.other-country, account.wrong-phone, request.reused-key, access.too-many-tries
 */
export async function saveAddress(
  caller: Caller,
  { commandId, ...request }: SaveAddress,
): Promise<{ id: number }> {
  const { id, uniqueId, ...given } = request;
  const owner = addressOwner(caller, uniqueId);
  if (owner.userId === null && owner.guestId === null)
    throw new DomainError("access.sign-in-required");
  const recipient = addressFields(given, caller.shop.region);
  requirePhone(given.recipientCell, caller.shop.region);
  const key = { commandId: commandId ?? caller.newId(), kind: "address", by: owner } as const;
  const once = { ...key, request, at: caller.now() };
  const limit = await recipientsBy(caller);
  if (id === undefined)
    return { id: await insertAddressOnce(caller.db, once, limit, owner, recipient) };
  await requireWithinLimit(caller, limit);
  const saved = await caller.db.transaction().execute((tx) =>
    runOnce(tx, once, async () => {
      const newId = await replaceAddress(tx, owner, id, recipient, once.at);
      if (newId === null) throw new DomainError("order.unknown-address");
      return newId;
    }),
  );
  return { id: saved };
}

/**
 * The row is kept for the orders that were sent to it. The last one cannot be deleted (specification, section 2).
 *
 * @throws DomainError order.unknown-address, address.last
 */
export async function deleteAddress(
  caller: Caller,
  { id, uniqueId }: DeleteAddress,
): Promise<{ id: number }> {
  const owner = addressOwner(caller, uniqueId);
  await caller.db.transaction().execute(async (tx) => {
    const ownIds = await lockAddresses(tx, owner);
    if (!ownIds.includes(id)) throw new DomainError("order.unknown-address");
    if (ownIds.length === 1) throw new DomainError("address.last");
    const deleted = { deleted_at: caller.now() };
    await tx.updateTable("address").set(deleted).where("id", "=", id).execute();
  });
  return { id };
}

/**
 * A recipient as it is stored. Town, post code and province of a known place come from the list, not from the browser.
 *
 * @throws DomainError address.unknown-place, address.other-country
 */
export function addressFields(recipient: Recipient, region: Region): AddressFields {
  const country = countryOf[region];
  const entered = { uk: "GB", us: "US", manual: "ZA", place: "ZA" }[recipient.entry];
  if (entered !== country) throw new DomainError("address.other-country");
  return {
    recipientFirstName: recipient.recipientFirstName,
    recipientLastName: recipient.recipientLastName,
    recipientCell: recipient.recipientCell,
    recipientAltNumber: recipient.recipientAltNumber || null,
    recipientEmail: recipient.recipientEmail,
    businessOrResidential: recipient.businessOrResidential,
    streetAddress: recipient.streetAddress,
    vatNo: recipient.vatNo || null,
    latitude: recipient.latitude ?? null,
    longitude: recipient.longitude ?? null,
    country,
    complexBuilding: null,
    suburb: "",
    province: "",
    line2: null,
    line3: null,
    placeId: null,
    isManualSuburb: false,
    ...locationOf(recipient),
  };
}

function locationOf(
  recipient: Recipient,
): Partial<AddressFields> & Pick<AddressFields, "town" | "postalCode"> {
  const { entry } = recipient;
  if (entry === "us") {
    const { town, province, postalCode } = recipient;
    return { town, province, postalCode, line2: recipient.line2 || null };
  }
  if (entry === "uk") {
    const { town, postalCode } = recipient;
    return { town, postalCode, line2: recipient.line2 || null, line3: recipient.line3 || null };
  }
  const complexBuilding = recipient.complexBuilding || null;
  if (entry === "manual") {
    const { manualSuburb: suburb, town, province, postalCode } = recipient;
    return { suburb, town, province, postalCode, complexBuilding, isManualSuburb: true };
  }
  const place = findPlace(recipient.placeId);
  if (!place) throw new DomainError("address.unknown-place");
  return {
    complexBuilding,
    placeId: place.id,
    suburb: recipient.manualSuburb || place.label,
    isManualSuburb: Boolean(recipient.manualSuburb),
    town: place.town,
    province: place.province,
    postalCode: place.pcode,
  };
}

const hour = 3600;
/** The service charges for each look-up. */
const perClient = [{ times: 30, seconds: hour }] as const;
const ofAll = { key: "address look-ups", limits: [{ times: 1000, seconds: hour }] } as const;

/** Empty when no addresses are known; then the address is typed. @throws DomainError access.too-many-tries */
export async function findUkAddresses(caller: Caller, postcode: string) {
  const { addressLookup, db } = caller;
  if (!addressLookup) return { postcode, addresses: [] };
  await requireWithinLimit(
    caller,
    rateLimitOfClient("address look-ups from", caller.ip, perClient),
  );
  const isOpen = await consume(db, ofAll, caller.now());
  return { postcode, addresses: isOpen ? await addressLookup.find(postcode) : [] };
}
