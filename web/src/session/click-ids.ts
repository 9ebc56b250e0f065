import { cookieChoice } from "./cookie-choice.ts";

/** By which advertisement somebody came, as Google and Facebook write it into the link. */
export type ClickIds = Readonly<{ gclid?: string; fbclid?: string }>;

const key = "click-ids-1";
/** What this page was opened with; it lasts as long as the page, until somebody allows more. */
let arrived: ClickIds | null = null;

/** What goes with an order: nothing, unless it was allowed. */
export function clickIds(): ClickIds {
  if (cookieChoice() !== "all") return {};
  rememberArrival();
  return arrived ?? {};
}

/** Reads the address once, and keeps what it says where that is allowed. */
export function rememberArrival(): void {
  arrived ??= clickIdsIn(window.location.search);
  try {
    if (cookieChoice() !== "all") sessionStorage.removeItem(key);
    else if (Object.keys(arrived).length > 0) sessionStorage.setItem(key, JSON.stringify(arrived));
    else arrived = clickIdsFrom(JSON.parse(sessionStorage.getItem(key) ?? "{}"));
  } catch {
    // Storage is full or forbidden: then nothing is kept.
  }
}

function clickIdsIn(search: string): ClickIds {
  const params = new URLSearchParams(search);
  return clickIdsFrom({ gclid: params.get("gclid"), fbclid: params.get("fbclid") });
}

function clickIdsFrom(value: unknown): ClickIds {
  if (typeof value !== "object" || value === null) return {};
  const { gclid, fbclid }: { gclid?: unknown; fbclid?: unknown } = value;
  return { ...(isId(gclid) && { gclid }), ...(isId(fbclid) && { fbclid }) };
}

function isId(value: unknown): value is string {
  return typeof value === "string" && /^[\w.~-]{1,200}$/.test(value);
}
