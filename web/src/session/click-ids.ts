import type { Region } from "@portal/shared/platform/region.ts";
import { cookieChoice } from "./cookie-choice.ts";
import { readStoredJson, writeStored } from "./store.ts";

/** The click ids that Google and Facebook add to the link of an advertisement. */
export type ClickIds = Readonly<{ gclid?: string; fbclid?: string }>;

const key = "click-ids-1";
/** From the address that this page was opened with; kept in memory alone where it may not be stored. */
let arrived: ClickIds | null = null;

/** What is sent with an order of a shop in the region: nothing where it may not be remembered. */
export function clickIds(region: Region | undefined): ClickIds {
  rememberArrival(region);
  return mayRemember(region) ? (arrived ?? {}) : {};
}

/** Reads the address once, and stores the ids where that is allowed. */
export function rememberArrival(region: Region | undefined): void {
  arrived ??= clickIdsIn(window.location.search);
  if (!mayRemember(region)) writeStored("sessionStorage", key, null);
  else if (Object.keys(arrived).length > 0)
    writeStored("sessionStorage", key, JSON.stringify(arrived));
  else arrived = clickIdsFrom(readStoredJson("sessionStorage", key));
}

/**
 * The United Kingdom asks first (PECR, regulation 6). South Africa and the USA allow it until a person objects, here or by
 * the browser's signal (POPIA, section 11(1)(f) and (3); docs/decisions.md, 60).
 */
function mayRemember(region: Region | undefined): boolean {
  const choice = cookieChoice();
  if (choice !== null) return choice === "all";
  return region !== undefined && region !== "uk" && !objectsByBrowser();
}

/** Global Privacy Control, a signal that a person sets in the browser for all sites. */
function objectsByBrowser(): boolean {
  return "globalPrivacyControl" in navigator && navigator.globalPrivacyControl === true;
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
