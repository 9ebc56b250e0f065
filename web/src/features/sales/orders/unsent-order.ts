import { guestId } from "../../../session/guest-id.ts";
import { createPersonalStore, readStoredJson, writeStored } from "../../../session/store.ts";
import type { SaveRequest } from "./order-request.ts";

/** An order that was sent but not answered. A retry under the same command id is the same order. */
export type UnsentOrder = Readonly<{
  commandId: string;
  request: SaveRequest;
  /** When it is dropped, in milliseconds since 1970: prices and plans change. */
  until: number;
  /** To be retried automatically: the network failed, or the page was closed before the answer. */
  isWaiting: boolean;
  /** It has just failed on this page: a dialog offers what to do. */
  isAsking?: boolean;
}>;

const key = "unsent-order-1";
const keptMs = 24 * 3600_000;
const store = createPersonalStore(stored, null);

/** Stored on the device from the press until the answer, so that it survives the tab and a power cut. */
export const useUnsentOrder = store.useValue;
export const unsentOrder = store.get;

/** Whose a waiting order is. That of an earlier tab is a guest's too, but maybe another guest's. */
export function makerOf({ request }: UnsentOrder, userId: number | null) {
  if (request.madeBy !== userId) return "another";
  return userId === null && request.uniqueId !== guestId() ? "earlier-guest" : "this-person";
}

export function keepUnsent(order: Pick<UnsentOrder, "commandId" | "request">): void {
  write({ ...order, until: Date.now() + keptMs, isWaiting: false });
}

/** The request got no answer: retry when the network returns. */
export function leaveWaiting(): void {
  const order = unsentOrder();
  if (order) write({ ...order, isWaiting: true, isAsking: true });
}

/** The dialog was closed: keep waiting. */
export function waitQuietly(): void {
  const order = unsentOrder();
  if (order) write({ ...order, isAsking: false });
}

export function forgetUnsent(): void {
  write(null);
}

function write(order: UnsentOrder | null): void {
  writeStored("localStorage", key, order && JSON.stringify(order));
  store.set(order);
}

/** A stored order was left by an earlier page, so it waits. */
function stored(): UnsentOrder | null {
  const value = readStoredJson("localStorage", key);
  return isUnsent(value) && value.until > Date.now()
    ? { ...value, isWaiting: true, isAsking: false }
    : null;
}

/** The stored value may come from an older version of this page; the server validates the request. */
function isUnsent(value: unknown): value is UnsentOrder {
  if (typeof value !== "object" || value === null) return false;
  const order: Partial<Record<keyof UnsentOrder, unknown>> = value;
  return (
    typeof order.commandId === "string" &&
    typeof order.until === "number" &&
    typeof order.request === "object" &&
    order.request !== null &&
    "madeBy" in order.request
  );
}
