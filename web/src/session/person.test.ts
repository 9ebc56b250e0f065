import { beforeEach, describe, expect, test, vi } from "vitest";

const anna = { id: 5, impersonatedBy: null };
const ben = { id: 6, impersonatedBy: null };
const annaViewedByAdmin = { id: 5, impersonatedBy: { id: 1, name: "Ada" } };
const admin = { id: 1, impersonatedBy: null };

type Area = "localStorage" | "sessionStorage";
type Going = "stays" | "goes";
type Key = Readonly<{
  area: Area;
  value?: string;
  guestToUser: Going;
  withinOrder?: Going;
  userToGuest: Going;
  toViewing: Going;
}>;
const ofTheBrowser = { guestToUser: "stays", userToGuest: "stays", toViewing: "stays" } as const;
const ofAPerson = { guestToUser: "goes", userToGuest: "goes", toViewing: "goes" } as const;
const found = JSON.stringify([{ name: "Ben", search: "search=Ben+Dube" }]);
const filtered = JSON.stringify([{ name: "Unpaid", search: "state=placed" }]);

/** Every key that the client writes; the last test finds a missing one. */
const keys: Readonly<Record<string, Key>> = {
  "color-scheme": { area: "localStorage", ...ofTheBrowser },
  "cookie-choice-1": { area: "localStorage", ...ofTheBrowser },
  "single-keys": { area: "localStorage", ...ofTheBrowser },
  "video-speed": { area: "localStorage", ...ofTheBrowser },
  "last-active-at": { area: "localStorage", ...ofTheBrowser },
  "signed-out-at": { area: "localStorage", ...ofTheBrowser },
  "menu-rail": { area: "localStorage", ...ofTheBrowser },
  "menu-People": { area: "localStorage", ...ofTheBrowser },
  "reloaded-for-code": { area: "sessionStorage", ...ofTheBrowser },
  "views-users-5": { area: "localStorage", value: filtered, ...ofTheBrowser },
  "views-orders-5": { area: "localStorage", value: found, ...ofAPerson },
  "video-place-3": { area: "localStorage", ...ofAPerson },
  "unpaid-orders-1": { area: "localStorage", ...ofAPerson },
  "unsent-order-1": { area: "localStorage", ...ofAPerson },
  "placed-drafts-1": { area: "localStorage", ...ofAPerson },
  "sign-up-1": { area: "localStorage", ...ofAPerson },
  "guest-id": { area: "sessionStorage", ...ofAPerson, withinOrder: "stays" },
  "guest-buyer-1": { area: "sessionStorage", ...ofAPerson },
  "guest-offer-declined": { area: "sessionStorage", ...ofAPerson },
  "typed-recipient-1": { area: "sessionStorage", ...ofAPerson },
  "click-ids-1": { area: "sessionStorage", ...ofAPerson },
  "checkout-notice-1": { area: "sessionStorage", ...ofAPerson },
  "eft-details-of": { area: "sessionStorage", ...ofAPerson },
  "left-for-card-provider": { area: "sessionStorage", ...ofAPerson },
  "order-draft-1": { area: "sessionStorage", ...ofAPerson, guestToUser: "stays" },
  "order-words-1": { area: "sessionStorage", ...ofAPerson, withinOrder: "stays" },
  "began-viewing-at": { area: "sessionStorage", ...ofAPerson, toViewing: "stays" },
  "of-a-later-version": { area: "localStorage", ...ofAPerson },
};

/** A page that has just been opened, and what earlier ones left. */
async function opened() {
  vi.resetModules();
  return import("./person.ts");
}

function leave(key: string, { area, value = "something" }: Key): void {
  window[area].setItem(key, value);
}

const isLeft = (key: string, { area }: Key): Going =>
  window[area].getItem(key) === null ? "goes" : "stays";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

// shows T220
describe.for(Object.entries(keys))("%s in the browser", ([name, key]) => {
  test("when a guest signs in", async () => {
    const { personIs } = await opened();
    personIs(null);
    leave(name, key);
    expect(personIs(anna)).toBe(true);
    expect(isLeft(name, key)).toBe(key.guestToUser);
  });

  test("when a guest signs in from within the order", async () => {
    const { personIs, signsInWithinOrder } = await opened();
    personIs(null);
    leave(name, key);
    signsInWithinOrder(true);
    personIs(anna);
    expect(isLeft(name, key)).toBe(key.withinOrder ?? key.guestToUser);
  });

  test.for([
    ["when the user signs out, or the server ends the session", null],
    ["when another user signs in", ben],
    ["when an admin stops viewing as the user", admin],
  ] as const)("%s", async ([, next]) => {
    const { personIs } = await opened();
    personIs(anna);
    leave(name, key);
    expect(personIs(next)).toBe(true);
    expect(isLeft(name, key)).toBe(key.userToGuest);
  });

  test("when the page is opened again after somebody left", async () => {
    const first = await opened();
    first.personIs(anna);
    leave(name, key);
    const { personIs } = await opened();
    expect(personIs(null)).toBe(false);
    expect(isLeft(name, key)).toBe(key.userToGuest);
  });

  test("when an admin begins to view as the user", async () => {
    const first = await opened();
    first.personIs(admin);
    leave(name, key);
    const { personIs } = await opened();
    personIs(annaViewedByAdmin);
    expect(isLeft(name, key)).toBe(key.toViewing);
  });

  test("stays while the same person is here", async () => {
    const first = await opened();
    first.personIs(anna);
    leave(name, key);
    expect(first.personIs(anna)).toBe(false);
    const { personIs } = await opened();
    expect(personIs(anna)).toBe(false);
    expect(isLeft(name, key)).toBe("stays");
  });
});

test("what is kept for a time goes when the page is opened after it", async () => {
  localStorage.setItem("sign-up-1", JSON.stringify({ until: Date.now() - 1 }));
  localStorage.setItem("unsent-order-1", JSON.stringify({ until: Date.now() + 60_000 }));
  (await opened()).personIs(null);
  expect(localStorage.getItem("sign-up-1")).toBeNull();
  expect(localStorage.getItem("unsent-order-1")).not.toBeNull();
});

test("another tab tells of another person", async () => {
  const { personElsewhere } = await opened();
  expect(personElsewhere({ key: "person", newValue: "5" })).toBe(5);
  expect(personElsewhere({ key: "person", newValue: "0" })).toBe(0);
  expect(personElsewhere({ key: "person", newValue: null })).toBe(0);
  expect(personElsewhere({ key: "color-scheme", newValue: "dark" })).toBeNull();
});

test("no key is missing above", () => {
  const sources = import.meta.glob<string>(["../**/*.ts", "../**/*.tsx", "!../**/*.test.*"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const written = Object.entries(sources).flatMap(([file, text]) => {
    const uses =
      /writeStored\(|use(?:Local|Session)Storage\(|(?:local|session)Storage\.setItem|StorageManager\(/.test(
        text,
      );
    return uses && !file.endsWith("/store.ts") && !file.includes("/testing/") ? keysIn(text) : [];
  });
  expect(written.length).toBeGreaterThan(15);
  const known = [...Object.keys(keys), "person"];
  const missing = written.filter(
    (key) => !known.some((each) => each === key || each.startsWith(key.split("$")[0] ?? key)),
  );
  expect(missing).toEqual([]);
});

/** The keys that a file names: constants, and the options of hooks. */
function keysIn(text: string): string[] {
  return [...text.matchAll(/\b\w*[kK]ey(?::| =)(?: \([^)]*\) =>)? ["`]([^"`]+)["`]/g)].flatMap(
    ([, key]) => key ?? [],
  );
}
