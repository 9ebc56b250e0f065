import {
  dayOf,
  instantAt,
  shortMonthNames,
  wallClock,
  weekdayOf,
} from "../../platform/calendar.ts";
import { selfCollectionService } from "../../platform/constants.ts";
import type { Region } from "../../platform/region.ts";
import type { Collection } from "../orders/save-order.ts";

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
const hiddenServices: ReadonlySet<string> = new Set([
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
  if (code === selfCollectionService) return "Collection from our office";
  if (code === royalMailService) return "Royal Mail";
  return courierServices.get(code) ?? code;
}

export function isOvernight(code: string): boolean {
  return overnightServices.has(code);
}

/** Whether an order of this region may name it; collecting is possible where the office is. */
export function isDeliveryOf(region: Region, code: string): boolean {
  if (region === "uk") return code === royalMailService;
  if (region === "usa") return code === doorService;
  return code === selfCollectionService || code === doorService || isOfferedByCourier(code);
}

/** Where no courier of ours comes, the office takes parcels to the post. */
export function isPosted(region: Region): boolean {
  return region !== "za";
}

/** Whether a courier comes for it; null is an order that named no service. */
export function goesByCourier(region: Region, code: string | null): boolean {
  return !isPosted(region) && code !== selfCollectionService;
}

/** Who comes to the office for an order; a courier's name stands only where the reader may know it. */
export function collectionInWords({ by, courierName }: Collection): string {
  if (by === "self") return "Collection from our office by the buyer";
  return courierName
    ? `Collection from our office by a courier: ${courierName}`
    : "Collection from our office by a courier";
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** "Thu 26 Nov", from a calendar day `2026-11-26`: a promise is a day, not a speed. */
export function deliveryDayText(day: string): string {
  const month = shortMonthNames[Number(day.slice(5, 7)) - 1];
  return `${weekdays[weekdayOf(day)] ?? ""} ${Number(day.slice(8))} ${month ?? ""}`;
}

/** The courier works in South Africa alone. */
const officeTimeZone = "Africa/Johannesburg";

/** Monday to Friday (specification, section 9), as minutes of the day. */
const opens = 9 * 60;
const closes = 15 * 60;
/** Until then an overnight parcel leaves on the same day. */
const overnightUntil = 9 * 60 + 30;

export const collectionHours = "Monday to Friday, 9:00 to 15:00";

/** How near the map is when it opens (specification, section 9). */
export const mapZoom = 16;

/** Where an address is on a map; the maps app of a phone takes it over. */
export function mapUrl(address: readonly string[]): string {
  const q = address.filter((line) => line.trim() !== "").join(", ");
  return `https://www.google.com/maps?${new URLSearchParams({ q, z: String(mapZoom) }).toString()}`;
}

/** Whether the courier finds somebody there: the first minute counts, the last one too. */
export function isWithinCollectionHours(instant: string): boolean {
  const { weekday, minute } = atOffice(instant);
  return isWorkday(weekday) && minute >= opens && minute <= closes;
}

/** Whether an overnight parcel would still leave today. */
export function isBeforeOvernightCutOff(instant: string): boolean {
  const { weekday, minute } = atOffice(instant);
  return isWorkday(weekday) && minute < overnightUntil;
}

/** `2026-11-26` and `09:30` at the office, as an ISO instant; null where that is no time. */
export function officeInstant(day: string, time: string): string | null {
  const wall = Date.parse(`${day}T${time}:00Z`);
  return Number.isNaN(wall) ? null : instantAt(wall, officeTimeZone).toISOString();
}

/** The calendar day at the office, `YYYY-MM-DD`. */
export function officeDay(instant: string): string {
  return dayOf(instant, officeTimeZone);
}

/** The time of day at the office, `HH:mm`. */
export function officeTime(instant: string): string {
  return onTheWall(instant).toISOString().slice(11, 16);
}

function atOffice(instant: string): { weekday: number; minute: number } {
  const at = onTheWall(instant);
  return { weekday: at.getUTCDay(), minute: at.getUTCHours() * 60 + at.getUTCMinutes() };
}

/** What calendar and clock show, read by the UTC parts of the date. */
function onTheWall(instant: string): Date {
  return new Date(wallClock(Date.parse(instant), officeTimeZone));
}

function isWorkday(weekday: number): boolean {
  return weekday >= 1 && weekday <= 5;
}

/** Where a parcel is, in the few words that people need. */
export type TrackingState =
  | "booked"
  | "on-its-way"
  | "out-for-delivery"
  | "problem"
  | "delivered"
  | "cancelled";

/** What is not here is on its way. */
const states: ReadonlyMap<string, TrackingState> = new Map([
  ["submitted", "booked"],
  ["collection-assigned", "booked"],
  ["collection-unassigned", "booked"],
  ["awaiting-dropoff", "booked"],
  ["out-for-delivery", "out-for-delivery"],
  ["delivery-assigned", "out-for-delivery"],
  ["ready-for-pickup", "out-for-delivery"],
  ["delivered", "delivered"],
  ["collected-from-locker", "delivered"],
  ["collected-from-counter", "delivered"],
  ["cancelled", "cancelled"],
]);

/** Somebody has to look after these. */
export const problemStatuses = [
  "collection-rejected",
  "collection-exception",
  "collection-failed-attempt",
  "on-hold",
  "delivery-rejected",
  "delivery-exception",
  "delivery-failed-attempt",
  "returned-to-sender",
  "undeliverable",
] as const;
const problems: ReadonlySet<string> = new Set(problemStatuses);

/** `status`: the courier's own word; null before it said one. */
export function trackingState(status: string | null): TrackingState {
  if (status === null) return "booked";
  return states.get(status) ?? (problems.has(status) ? "problem" : "on-its-way");
}

/** How far a parcel is, the slowest first; a problem comes before everything. */
const progress = ["problem", "booked", "on-its-way", "out-for-delivery", "delivered"] as const;

/** How several parcels stand together: as the one that is furthest behind. Null where none is on its way. */
export function parcelsState(statuses: readonly (string | null)[]): TrackingState | null {
  const found = new Set(statuses.map(trackingState));
  return progress.find((state) => found.has(state)) ?? (found.size > 0 ? "cancelled" : null);
}

/** Until the courier has it, a shipment can be taken back. */
export function isCancellable(status: string | null): boolean {
  return trackingState(status) === "booked" || (status?.startsWith("collection-") ?? false);
}
