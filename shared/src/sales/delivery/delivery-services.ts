import { selfCollectionService } from "../../platform/constants.ts";
import type { Region } from "../../platform/region.ts";

/** To the door for the flat price, by whatever the office books: what is left when the courier cannot be asked. */
export const doorService = "DOOR";
/** The one way to a recipient in the UK (specification, section 9). */
export const royalMailService = "RM";

/** Every service that the courier has within the country, by its code. */
const courierServices: ReadonlyMap<string, string> = new Map([
  ["ECO", "Economy"],
  ["ECOR", "Economy regional"],
  ["ECOB", "Economy bulk"],
  ["ECORB", "Economy regional bulk"],
  ["LOF", "Local overnight flyer"],
  ["LSF", "Local same-day flyer"],
  ["LLX", "Local late same-day express"],
  ["AIR", "Airfreight"],
  ["NFS", "National flyer"],
  ["SDX", "Same-day express"],
  ["SPX", "Special"],
  ["OVN", "Overnight"],
  ["OVNR", "Overnight regional"],
  ["ONX", "Overnight express"],
  ["LOX", "Local overnight parcel"],
  ["LSE", "Local same-day economy"],
  ["LSX", "Local same-day express"],
  ["LLS", "Local late same-day"],
]);

/** Never offered to a buyer (specification, section 9). */
export const hiddenServices: ReadonlySet<string> = new Set([
  "ONX",
  "OVN",
  "OVNR",
  "LLS",
  "LSX",
  "LOX",
  "LSE",
]);

/** Those that arrive on the next working day when they are booked early enough. */
const overnightServices: ReadonlySet<string> = new Set(["LOF", "NFS"]);

/** A service of the courier's that a buyer may choose. */
export function isOfferedByCourier(code: string): boolean {
  return courierServices.has(code) && !hiddenServices.has(code);
}

/** For the office, which may change the service of an order. */
export const offeredCourierServices: readonly Readonly<{ code: string; name: string }>[] = [
  ...courierServices,
]
  .map(([code, name]) => ({ code, name }))
  .filter(({ code }) => isOfferedByCourier(code));

/** What a service is called; one that we do not know keeps its code. */
export function deliveryName(code: string | null): string {
  if (code === null || code === doorService) return "Courier to the door";
  if (code === selfCollectionService) return "Collected at our office";
  if (code === royalMailService) return "Royal Mail";
  return courierServices.get(code) ?? code;
}

export function isOvernight(code: string): boolean {
  return overnightServices.has(code);
}

/** Whether an order of this region may name it; collecting is possible where the office is. */
export function isDeliveryOf(region: Region, code: string): boolean {
  if (region !== "za") return code === royalMailService;
  return code === selfCollectionService || code === doorService || isOfferedByCourier(code);
}

/** Whether a courier comes for it; null is an order that named no service. */
export function goesByCourier(region: Region, code: string | null): boolean {
  return region === "za" && code !== selfCollectionService;
}
