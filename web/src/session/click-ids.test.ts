import { beforeEach, describe, expect, test, vi } from "vitest";

/** A page that was opened a moment ago, with what is stored on the device. */
async function opened(address: string) {
  vi.resetModules();
  window.history.replaceState(null, "", address);
  const [ids, choice] = await Promise.all([import("./click-ids.ts"), import("./cookie-choice.ts")]);
  ids.rememberArrival();
  return { ...ids, ...choice };
}

beforeEach(() => localStorage.clear());

describe("by which advertisement somebody came", () => {
  test("is sent and kept by nobody before it is allowed", async () => {
    const { clickIds } = await opened("/?gclid=abc-123&fbclid=def");
    expect(clickIds()).toEqual({});
    expect(sessionStorage.length).toBe(0);
    expect((await opened("/")).clickIds()).toEqual({});
  });

  // shows S3.5
  test("goes with the order once it is allowed, also after a reload", async () => {
    const first = await opened("/?gclid=abc-123&fbclid=def");
    first.chooseCookies("all");
    expect(first.clickIds()).toEqual({ gclid: "abc-123", fbclid: "def" });
    const { clickIds, chooseCookies } = await opened("/contact-us");
    expect(clickIds()).toEqual({ gclid: "abc-123", fbclid: "def" });
    chooseCookies("needed");
    expect(clickIds()).toEqual({});
  });

  test("is nothing that an id does not look like", async () => {
    const { clickIds, chooseCookies } = await opened(`/?gclid=${"x".repeat(201)}&fbclid=<b>`);
    chooseCookies("all");
    expect(clickIds()).toEqual({});
  });
});
