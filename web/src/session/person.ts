import {
  forgetValues,
  readStored,
  readStoredJson,
  type StorageArea,
  storedKeys,
  writeStored,
} from "./store.ts";

/**
 * What this browser keeps for everybody who uses it: choices about the browser itself. Every other key belongs to the person
 * who was here when it was written, and goes with that person (docs/architecture.md, "How a request goes through").
 */
const ofTheBrowser: Readonly<Record<StorageArea, readonly string[]>> = {
  localStorage: [
    "color-scheme",
    "cookie-choice-1",
    "single-keys",
    "video-speed",
    "last-active-at",
    "signed-out-at",
    "person",
  ],
  sessionStorage: ["reloaded-for-code", "person"],
};
/** Which groups of the office's menu are open. */
const menuState = /^menu-/;
/** A user's saved views of a list, under the user's id (ui/list/saved-views.ts). */
const viewsOfAUser = /^views-.+-\d+$/;

const personKey = "person";
const areas = ["localStorage", "sessionStorage"] as const;
const guest = "0";

/** Signing in continues the order of a guest, who may be anybody: the goods, without what was typed about people. */
const basketKeys = ["order-draft-1"] as const;
/** After signing in from within the order, which shows it all; its recipients are found by the guest's id. */
const orderKeys = ["order-draft-1", "order-words-1", "guest-id"] as const;
/** Leads an admin back to the office after viewing the portal as a user. */
const viewingKeys = ["began-viewing-at"] as const;

let here: string | null = null;
let isWithinOrder = false;

/** While the order form, which shows all that was typed, offers to sign in or up: it continues whole then. */
export function signsInWithinOrder(isWithin: boolean): void {
  isWithinOrder = isWithin;
}

/** The id of the user that another tab of this browser has become, by its `storage` event; 0 is a guest, null another event. */
export function personElsewhere({
  key,
  newValue,
}: Pick<StorageEvent, "key" | "newValue">): number | null {
  return key === personKey ? Number(newValue ?? guest) : null;
}

type Person = Readonly<{ id: number; impersonatedBy: unknown }> | null;

/**
 * Called with each answer about who is signed in, before a page shows it. Where this is another person than the one before,
 * on this page or an earlier one, all that was kept for the one before is removed.
 *
 * @param person null for a guest
 * @returns whether this page has shown another person until now
 */
export function personIs(person: Person): boolean {
  const now = person === null ? guest : String(person.id);
  const isOther = here !== null && here !== now;
  here = now;
  let isForgotten = isOther;
  for (const area of areas) {
    forgetExpired(area);
    const before = readStored(area, personKey) ?? guest;
    if (before === now) continue;
    forgetIn(area, continued(before, person));
    isForgotten = true;
    writeStored(area, personKey, now);
  }
  if (isForgotten) forgetValues();
  return isOther;
}

function continued(before: string, person: Person): readonly string[] {
  if (person?.impersonatedBy) return viewingKeys;
  if (before !== guest) return [];
  return isWithinOrder ? orderKeys : basketKeys;
}

function forgetIn(area: StorageArea, stays: readonly string[]): void {
  for (const key of storedKeys(area)) {
    if (ofTheBrowser[area].includes(key) || menuState.test(key) || stays.includes(key)) continue;
    const views = viewsOfAUser.test(key) ? viewsWithoutWords(readStoredJson(area, key)) : [];
    writeStored(area, key, views.length > 0 ? JSON.stringify(views) : null);
  }
}

/** Typed words may be the name of a person. */
function viewsWithoutWords(views: unknown): readonly unknown[] {
  return Array.isArray(views) ? views.filter((view) => !hasWords(view)) : [];
}

function hasWords(view: unknown): boolean {
  if (typeof view !== "object" || view === null || !("search" in view)) return false;
  return new URLSearchParams(String(view.search)).has("search");
}

/** What is kept for a time only names its end as `until`, in milliseconds since 1970. */
function forgetExpired(area: StorageArea): void {
  for (const key of storedKeys(area)) {
    const value = readStoredJson(area, key);
    if (typeof value !== "object" || value === null || !("until" in value)) continue;
    if (typeof value.until === "number" && value.until <= Date.now()) writeStored(area, key, null);
  }
}
