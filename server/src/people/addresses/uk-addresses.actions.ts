import type { Caller } from "../../caller.ts";
import type { FoundAddress } from "../../gateways/address-lookup/address-lookup.ts";
import { takeOne } from "../../platform/rate-limit/rate-limit.store.ts";
import { allowanceOfPlace, requireAllowance } from "../../platform/rate-limit/rate-limits.ts";

const hour = 3600;
/** Each question costs money: what one place may ask, and all places together. */
const perPlace = [{ times: 30, seconds: hour }] as const;
const ofAll = { key: "address look-ups", limits: [{ times: 1000, seconds: hour }] } as const;

export type UkPostcode = {
  /** As the Royal Mail writes it. */
  postcode: string;
  /** Empty where nobody knows any: then the address is typed. */
  addresses: FoundAddress[];
};

/** @throws DomainError access.too-many-tries */
export async function findUkAddresses(caller: Caller, postcode: string): Promise<UkPostcode> {
  const { addressLookup, db } = caller;
  if (!addressLookup) return { postcode, addresses: [] };
  await requireAllowance(caller, allowanceOfPlace("address look-ups from", caller.ip, perPlace));
  const isOpen = await takeOne(db, ofAll, caller.now());
  return { postcode, addresses: isOpen ? await addressLookup.find(postcode) : [] };
}
