import {
  dayOf,
  instantAt,
  shortMonthNames,
  wallClock,
  weekdayOf,
} from "../../platform/calendar.ts";
import {
  collectionCloses,
  collectionOpens,
  selfCollectionService,
} from "../../platform/constants.ts";
import type { Region } from "../../platform/region.ts";
import type { Collection } from "../orders/save-order.ts";

/** Delivery for the flat price by any service that the office books: the fallback when the courier is unavailable. */
export const doorService = "DOOR";
/** The only service in the UK (specification, section 9). */
export const royalMailService = "RM";

/** All domestic services of the courier, by code. */
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

/** Never offered to buyers (specification, section 9). */
const hiddenServices: ReadonlySet<string> = new Set([
  "ONX",
  "OVN",
  "OVNR",
  "LLS",
  "LSX",
  "LOX",
  "LSE",
]);

/** Arrive on the next working day if booked early enough. */
const overnightServices: ReadonlySet<string> = new Set(["LOF", "NFS"]);

/** Whether a buyer may choose this service of the courier. */
export function isOfferedByCourier(code: string): boolean {
  return courierServices.has(code) && !hiddenServices.has(code);
}

/** The options when the office changes the service of an order. */
export const offeredCourierServices: readonly Readonly<{ code: string; name: string }>[] = [
  ...courierServices,
]
  .map(([code, name]) => ({ code, name }))
  .filter(({ code }) => isOfferedByCourier(code));

/** The name of a service, or the code of an unknown one. */
export function deliveryName(code: string | null): string {
  if (code === null || code === doorService) return "Courier to the door";
  if (code === selfCollectionService) return "Collection from our office";
  if (code === royalMailService) return "Royal Mail";
  return courierServices.get(code) ?? code;
}

export function isOvernight(code: string): boolean {
  return overnightServices.has(code);
}

/** Whether an order of this region may use the service; collection is possible only in the office's country. */
export function isDeliveryOf(region: Region, code: string): boolean {
  if (region === "uk") return code === royalMailService;
  if (region === "usa") return code === doorService;
  return code === selfCollectionService || code === doorService || isOfferedByCourier(code);
}

/** In regions without a courier, the office posts the parcels. */
export function isPosted(region: Region): boolean {
  return region !== "za";
}

/** Whether the courier delivers the order; null is an order without a service. */
export function goesByCourier(region: Region, code: string | null): boolean {
  return !isPosted(region) && code !== selfCollectionService;
}

/** Who collects an order from the office; the courier's name is given only if the reader may see it. */
export function collectionInWords({ by, courierName }: Collection): string {
  if (by === "self") return "Collection from our office by the buyer";
  return courierName
    ? `Collection from our office by a courier: ${courierName}`
    : "Collection from our office by a courier";
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** `2026-11-26` is "Thu 26 Nov". */
export function deliveryDayText(day: string): string {
  const month = shortMonthNames[Number(day.slice(5, 7)) - 1];
  return `${weekdays[weekdayOf(day)] ?? ""} ${Number(day.slice(8))} ${month ?? ""}`;
}

/** The courier operates in South Africa only. */
const officeTimeZone = "Africa/Johannesburg";

/** As minutes of the day. */
const opens = collectionOpens * 60;
const closes = collectionCloses * 60;
/** The cut-off for overnight parcels to leave on the same day. */
const overnightUntil = 9 * 60 + 30;

/** The times at which the courier may be asked to collect, every half hour: "09:00" to "15:00". */
export const collectionTimes: readonly string[] = Array.from(
  { length: (closes - opens) / 30 + 1 },
  (_, at) => clockTime(opens + at * 30),
);

function clockTime(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(11, 16);
}

/** The initial zoom of the map (specification, section 9). */
export const mapZoom = 16;

/** Phones open this URL in their maps app. */
export function mapUrl(address: readonly string[]): string {
  const q = address.filter((line) => line.trim() !== "").join(", ");
  return `https://www.google.com/maps?${new URLSearchParams({ q, z: String(mapZoom) }).toString()}`;
}

/** Both ends of the hours are inclusive. */
export function isWithinCollectionHours(instant: string): boolean {
  const { weekday, minute } = atOffice(instant);
  return isWorkday(weekday) && minute >= opens && minute <= closes;
}

export const overnightCutOff = clockTime(overnightUntil);

/** Whether an overnight parcel would still leave today. */
export function isBeforeOvernightCutOff(instant: string): boolean {
  const { weekday, minute } = atOffice(instant);
  return isWorkday(weekday) && minute < overnightUntil;
}

/** `2026-11-26` and `09:30` in the office's time zone, as an ISO instant; null if invalid. */
export function officeInstant(day: string, time: string): string | null {
  const wall = Date.parse(`${day}T${time}:00Z`);
  return Number.isNaN(wall) ? null : instantAt(wall, officeTimeZone).toISOString();
}

/** The calendar day in the office's time zone, `YYYY-MM-DD`. */
export function officeDay(instant: string): string {
  return dayOf(instant, officeTimeZone);
}

/** The time of day in the office's time zone, `HH:mm`. */
export function officeTime(instant: string): string {
  return onTheWall(instant).toISOString().slice(11, 16);
}

function atOffice(instant: string): { weekday: number; minute: number } {
  const at = onTheWall(instant);
  return { weekday: at.getUTCDay(), minute: at.getUTCHours() * 60 + at.getUTCMinutes() };
}

/** The office's local time in the UTC parts of the date. */
function onTheWall(instant: string): Date {
  return new Date(wallClock(Date.parse(instant), officeTimeZone));
}

function isWorkday(weekday: number): boolean {
  return weekday >= 1 && weekday <= 5;
}

/** A simplified tracking status for users. */
export type TrackingState =
  | "booked"
  | "on-its-way"
  | "out-for-delivery"
  | "problem"
  | "delivered"
  | "cancelled";

/** Other statuses are `on-its-way` or `problem`. */
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

/** Statuses that need attention. */
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

/** `status`: the courier's own status; null before the first one. */
export function trackingState(status: string | null): TrackingState {
  if (status === null) return "booked";
  return states.get(status) ?? (problems.has(status) ? "problem" : "on-its-way");
}

/** From least to most advanced; a problem takes precedence. */
const progress = ["problem", "booked", "on-its-way", "out-for-delivery", "delivered"] as const;

/** The combined state of several parcels, which is that of the least advanced one; null without parcels. */
export function parcelsState(statuses: readonly (string | null)[]): TrackingState | null {
  const found = new Set(statuses.map(trackingState));
  return progress.find((state) => found.has(state)) ?? (found.size > 0 ? "cancelled" : null);
}

/** A shipment can be cancelled until the courier has collected it. */
export function isCancellable(status: string | null): boolean {
  return trackingState(status) === "booked" || (status?.startsWith("collection-") ?? false);
}
