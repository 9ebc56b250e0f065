import { beforeEach, describe, expect, test, vi } from "vitest";
import { isCodeMissing, loadCode, watchMissingCode } from "./load-code.ts";

const lost = new TypeError("Failed to fetch dynamically imported module: /assets/part.js");

beforeEach(() => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null));
});

describe("code that cannot be loaded", () => {
  test("is reported as missing, and is loaded when the connection returns", async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(lost)
      .mockResolvedValue("part");
    const seen: boolean[] = [];
    const unwatch = watchMissingCode(() => seen.push(isCodeMissing()));
    const part = loadCode(load);
    await vi.waitFor(() => expect(isCodeMissing()).toBe(true));
    window.dispatchEvent(new Event("online"));

    expect(await part).toBe("part");
    expect(seen).toEqual([true, false]);
    unwatch();
  });

  test("is distinguished from an error of the code itself, which is thrown at once", async () => {
    const mistake = new TypeError("x is not a function");
    await expect(loadCode(() => Promise.reject(mistake))).rejects.toBe(mistake);
    expect(isCodeMissing()).toBe(false);
  });

  test("although the server answers reloads the page at most once", async () => {
    sessionStorage.setItem("reloaded-for-code", String(Date.now()));
    const part = loadCode(() => Promise.reject(lost));
    await vi.waitFor(() => expect(isCodeMissing()).toBe(true));
    window.dispatchEvent(new Event("online"));
    await expect(part).rejects.toBe(lost);
  });
});
