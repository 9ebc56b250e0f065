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

/** Until the courier has it, a shipment can be taken back. */
export function isCancellable(status: string | null): boolean {
  return trackingState(status) === "booked" || (status?.startsWith("collection-") ?? false);
}
