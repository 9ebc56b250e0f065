import { cookieChoice } from "./cookie-choice.ts";
import { readStoredJson, writeStored } from "./store.ts";

/** The click ids that Google and Facebook add to the link of an advertisement. */
export type ClickIds = Readonly<{ gclid?: string; fbclid?: string }>;

const key = "click-ids-1";
/** From the address that this page was opened with; kept in memory alone until the visitor allows storage. */
let arrived: ClickIds | null = null;

/** What is sent with an order: nothing without consent. */
export function clickIds(): ClickIds {
  if (cookieChoice() !== "all") return {};
  rememberArrival();
  return arrived ?? {};
}

/** Reads the address once, and stores the ids where that is allowed. */
export function rememberArrival(): void {
  arrived ??= clickIdsIn(window.location.search);
  if (cookieChoice() !== "all") writeStored("sessionStorage", key, null);
  else if (Object.keys(arrived).length > 0)
    writeStored("sessionStorage", key, JSON.stringify(arrived));
  else arrived = clickIdsFrom(readStoredJson("sessionStorage", key));
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
