import type { DeleteAddress, SaveAddress } from "@portal/shared/addresses.ts";
import { DomainError } from "@portal/shared/domain-error.ts";
import type { Caller } from "../../caller.ts";
import {
  type AddressOwner,
  type AddressRow,
  insertAddress,
  listAddresses,
  updateAddress,
} from "./address.store.ts";

/** A person who ordered as a guest and signed in since still sees what this browser saved. */
export function addressOwner(caller: Caller, guestId: string | null | undefined): AddressOwner {
  return { userId: caller.user?.id ?? null, guestId: guestId ?? null };
}

export async function listOwnAddresses(
  caller: Caller,
  guestId: string | null,
): Promise<AddressRow[]> {
  return listAddresses(caller.db, addressOwner(caller, guestId));
}

export async function saveAddress(
  caller: Caller,
  { id, uniqueId, ...recipient }: SaveAddress,
): Promise<{ id: number }> {
  const owner = addressOwner(caller, uniqueId);
  if (owner.userId === null && owner.guestId === null)
    throw new DomainError("access.sign-in-required");
  if (id === undefined) return { id: await insertAddress(caller.db, owner, recipient) };

  const isTheirs = await updateAddress(caller.db, owner, id, recipient, caller.now());
  if (!isTheirs) throw new DomainError("order.unknown-address");
  return { id };
}

/** It stays known to the orders that were sent to it. The only one is kept (specification, section 2). */
export async function deleteAddress(
  _caller: Caller,
  _address: DeleteAddress,
): Promise<{ id: number }> {
  throw new Error("not built yet");
}
