import { beforeEach, describe, expect, test, vi } from "vitest";

/** A freshly opened page; storage is kept from the one before. */
async function opened(address: string) {
  vi.resetModules();
  window.history.replaceState(null, "", address);
  const [ids, choice] = await Promise.all([import("./click-ids.ts"), import("./cookie-choice.ts")]);
  ids.rememberArrival();
  return { ...ids, ...choice };
}

beforeEach(() => localStorage.clear());

describe("click ids", () => {
  test("are neither sent nor stored without consent", async () => {
    const { clickIds } = await opened("/?gclid=abc-123&fbclid=def");
    expect(clickIds()).toEqual({});
    expect(sessionStorage.length).toBe(0);
    expect((await opened("/")).clickIds()).toEqual({});
  });

  // shows S3.5
  test("are sent with the order after consent, also after a reload", async () => {
    const first = await opened("/?gclid=abc-123&fbclid=def");
    first.chooseCookies("all");
    expect(first.clickIds()).toEqual({ gclid: "abc-123", fbclid: "def" });
    const { clickIds, chooseCookies } = await opened("/contact-us");
    expect(clickIds()).toEqual({ gclid: "abc-123", fbclid: "def" });
    chooseCookies("needed");
    expect(clickIds()).toEqual({});
  });

  test("are ignored where they do not look like an id", async () => {
    const { clickIds, chooseCookies } = await opened(`/?gclid=${"x".repeat(201)}&fbclid=<b>`);
    chooseCookies("all");
    expect(clickIds()).toEqual({});
  });
});
