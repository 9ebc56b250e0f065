import { guestId } from "../../../session/guest-id.ts";
import {
  createPersonalStore,
  readStored,
  readStoredJson,
  storedKeys,
  writeStored,
} from "../../../session/store.ts";
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
  /** Of what is stored; none where the browser allows no storage. */
  key?: string | undefined;
}>;

/** Each order has a key of its own, because another tab may have one as well. */
const prefix = "unsent-order-1";
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

/** Whether nobody has discarded, emailed or placed it in another tab meanwhile. */
export function isKept({ key }: UnsentOrder): boolean {
  return key === undefined || readStored("localStorage", key) !== null;
}

export function keepUnsent(order: Pick<UnsentOrder, "commandId" | "request">): void {
  const key = `${prefix}-${order.commandId}`;
  write({ ...order, key, until: Date.now() + keptMs, isWaiting: false });
}

/** The request got no answer: retry when the network returns. */
export function leaveWaiting(): void {
  rewrite({ isWaiting: true, isAsking: true });
}

/** The dialog was closed: keep waiting. */
export function waitQuietly(): void {
  rewrite({ isAsking: false });
}

/** Another one that waits takes its place. */
export function forgetUnsent(): void {
  const key = unsentOrder()?.key;
  if (key !== undefined) writeStored("localStorage", key, null);
  store.set(stored());
}

/** What another tab does with the order counts here too. @returns how to end it */
export function followOtherTabs(): () => void {
  window.addEventListener("storage", dropUnlessKept);
  return () => window.removeEventListener("storage", dropUnlessKept);
}

function dropUnlessKept(): void {
  const order = unsentOrder();
  if (order && !isKept(order)) store.set(stored());
}

function rewrite(change: Partial<UnsentOrder>): void {
  const order = unsentOrder();
  if (order && isKept(order)) write({ ...order, ...change });
  else forgetUnsent();
}

function write(order: UnsentOrder): void {
  if (order.key !== undefined) writeStored("localStorage", order.key, JSON.stringify(order));
  store.set(isKept(order) ? order : { ...order, key: undefined });
}

/** The oldest of what earlier pages and other tabs have left; it waits. */
function stored(): UnsentOrder | null {
  const [oldest] = storedKeys("localStorage")
    .filter((key) => key.startsWith(prefix))
    .map((key) => ({ key, value: readStoredJson("localStorage", key) }))
    .flatMap(({ key, value }) => (isUnsent(value) ? [{ ...value, key }] : []))
    .filter(({ until }) => until > Date.now())
    .toSorted((one, other) => one.until - other.until);
  return oldest ? { ...oldest, isWaiting: true, isAsking: false } : null;
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
