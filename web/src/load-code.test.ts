import { beforeEach, describe, expect, test, vi } from "vitest";
import { isCodeMissing, loadCode, watchMissingCode } from "./load-code.ts";

const lost = new TypeError("Failed to fetch dynamically imported module: /assets/part.js");

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null));
});

describe("code that cannot be fetched", () => {
  test("is waited for, which the page is told, and comes when the line returns", async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(lost)
      .mockResolvedValue("part");
    const told: boolean[] = [];
    const leave = watchMissingCode(() => told.push(isCodeMissing()));
    const part = loadCode(load);
    await vi.waitFor(() => expect(isCodeMissing()).toBe(true));
    window.dispatchEvent(new Event("online"));

    expect(await part).toBe("part");
    expect(told).toEqual([true, false]);
    leave();
  });

  test("is no mistake of the code itself, which is said at once", async () => {
    const mistake = new TypeError("x is not a function");
    await expect(loadCode(() => Promise.reject(mistake))).rejects.toBe(mistake);
    expect(isCodeMissing()).toBe(false);
  });

  test("although the shop answers has the page loaded again, once", async () => {
    sessionStorage.setItem("reloaded-for-code", String(Date.now()));
    const part = loadCode(() => Promise.reject(lost));
    await vi.waitFor(() => expect(isCodeMissing()).toBe(true));
    window.dispatchEvent(new Event("online"));
    await expect(part).rejects.toBe(lost);
  });
});
