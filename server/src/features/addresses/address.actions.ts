import type { SaveAddress } from "@portal/shared/addresses.ts";
import type { Caller } from "../../caller.ts";
import type { AddressRow } from "./address.store.ts";

export async function listOwnAddresses(
  _caller: Caller,
  _guestId: string | null,
): Promise<AddressRow[]> {
  throw new Error("not here yet");
}

export async function saveAddress(_caller: Caller, _address: SaveAddress): Promise<{ id: number }> {
  throw new Error("not here yet");
}
