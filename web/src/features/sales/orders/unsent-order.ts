import { useSyncExternalStore } from "react";
import type { SaveRequest } from "./order-request.ts";

/** An order that somebody placed and that nobody answered yet. Sent again under its command id, it is the same order. */
export type UnsentOrder = Readonly<{
  commandId: string;
  request: SaveRequest;
  /** When it was placed, an ISO instant. */
  at: string;
  /** It is to be sent again by itself: the line was gone, or the page was closed before the answer. */
  isWaiting: boolean;
  /** It has just failed, on this page: what to do is asked at once. */
  isAsking?: boolean;
}>;

const key = "unsent-order-1";
/** What was wanted longer ago than this is asked for anew: prices change, and so do minds. */
const keptMs = 24 * 3600_000;
let current: UnsentOrder | null | undefined;
const watchers = new Set<() => void>();

/** Kept on the device, beyond the tab and a power cut, from the press until there is an answer. */
export function useUnsentOrder(): UnsentOrder | null {
  return useSyncExternalStore(watch, unsentOrder, () => null);
}

export function unsentOrder(): UnsentOrder | null {
  if (current === undefined) current = stored();
  return current;
}

export function keepUnsent(order: Pick<UnsentOrder, "commandId" | "request">): void {
  write({ ...order, at: new Date().toISOString(), isWaiting: false });
}

/** Nobody answered: it is sent again when the line is back. */
export function leaveWaiting(): void {
  const order = unsentOrder();
  if (order) write({ ...order, isWaiting: true, isAsking: true });
}

/** The question was answered: it waits. */
export function waitQuietly(): void {
  const order = unsentOrder();
  if (order) write({ ...order, isAsking: false });
}

export function forgetUnsent(): void {
  write(null);
}

function write(order: UnsentOrder | null): void {
  current = order;
  try {
    if (order) localStorage.setItem(key, JSON.stringify(order));
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or forbidden: it then waits as long as the page is open.
  }
  for (const onChange of watchers) onChange();
}

/** Whatever is found was left by a page that is gone, so it waits. */
function stored(): UnsentOrder | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isUnsent(value) && Date.now() - Date.parse(value.at) < keptMs
      ? { ...value, isWaiting: true, isAsking: false }
      : null;
  } catch {
    return null;
  }
}

/** What is stored may be from an older version of this page; the server checks the request itself. */
function isUnsent(value: unknown): value is UnsentOrder {
  if (typeof value !== "object" || value === null) return false;
  const order: Partial<Record<keyof UnsentOrder, unknown>> = value;
  return (
    typeof order.commandId === "string" &&
    typeof order.at === "string" &&
    typeof order.request === "object" &&
    order.request !== null
  );
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => watchers.delete(onChange);
}
