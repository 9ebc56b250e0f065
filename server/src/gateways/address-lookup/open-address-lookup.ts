import type { Log } from "../../caller.ts";
import type { AddressLookup } from "./address-lookup.ts";
import { webAddressLookup } from "./web-address-lookup.ts";

export function openAddressLookup(url: string | null, log: Pick<Log, "warn">): AddressLookup {
  return url === null ? null : webAddressLookup({ url, log });
}
