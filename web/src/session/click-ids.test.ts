import { beforeEach, describe, expect, test, vi } from "vitest";

/** A freshly opened page; storage is kept from the one before. */
async function opened(address: string, region: "za" | "uk" | "usa" | undefined) {
  vi.resetModules();
  window.history.replaceState(null, "", address);
  const [ids, choice] = await Promise.all([import("./click-ids.ts"), import("./cookie-choice.ts")]);
  ids.rememberArrival(region);
  return { clickIds: () => ids.clickIds(region), chooseCookies: choice.chooseCookies };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const fromAdvert = "/?gclid=abc-123&fbclid=def";
const both = { gclid: "abc-123", fbclid: "def" };

describe("click ids", () => {
  test.each(["uk", undefined] as const)(
    "are neither sent nor stored without consent in %s",
    async (region) => {
      const { clickIds } = await opened(fromAdvert, region);
      expect(clickIds()).toEqual({});
      expect(sessionStorage.length).toBe(0);
      expect((await opened("/", region)).clickIds()).toEqual({});
    },
  );

  // shows S3.5
  test.each(["za", "usa"] as const)(
    "are sent with the order in %s, also after a reload, until the visitor objects",
    async (region) => {
      expect((await opened(fromAdvert, region)).clickIds()).toEqual(both);
      const { clickIds, chooseCookies } = await opened("/contact-us", region);
      expect(clickIds()).toEqual(both);
      chooseCookies("needed");
      expect(clickIds()).toEqual({});
      expect(sessionStorage.length).toBe(0);
      expect((await opened(fromAdvert, region)).clickIds()).toEqual({});
    },
  );

  test("are not kept where the browser says that its person objects", async () => {
    vi.stubGlobal("navigator", { globalPrivacyControl: true });
    const { clickIds, chooseCookies } = await opened(fromAdvert, "usa");
    expect(clickIds()).toEqual({});
    expect(sessionStorage.length).toBe(0);
    // What a person chooses here counts more than what is set for all sites.
    chooseCookies("all");
    expect(clickIds()).toEqual(both);
  });

  // shows S3.5
  test("are sent with the order after consent, also after a reload", async () => {
    const first = await opened(fromAdvert, "uk");
    first.chooseCookies("all");
    expect(first.clickIds()).toEqual(both);
    const { clickIds, chooseCookies } = await opened("/contact-us", "uk");
    expect(clickIds()).toEqual(both);
    chooseCookies("needed");
    expect(clickIds()).toEqual({});
  });

  test("are ignored where they do not look like an id", async () => {
    const { clickIds } = await opened(`/?gclid=${"x".repeat(201)}&fbclid=<b>`, "za");
    expect(clickIds()).toEqual({});
  });
});
