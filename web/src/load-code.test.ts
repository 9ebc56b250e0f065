import { renderHook } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { loadAhead } from "./load-ahead.ts";
import { isCodeMissing, isCodeReplaced, loadCode, watchMissingCode } from "./load-code.ts";
import { useUnsavedWork } from "./session/unsaved-work.ts";

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

  test("is imported only once its files have come, because browsers keep a failed import", async () => {
    const answers = [
      () => Promise.reject(new TypeError("no line")),
      () => Promise.resolve(new Response("the proxy's own page", { status: 503 })),
      () => Promise.resolve(new Response("code")),
    ];
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async (url) => {
      // The shop is back from the second time on.
      if (url === "/icon.svg") return new Response(null);
      return (answers.shift() ?? (() => Promise.resolve(new Response("code"))))();
    });
    const load = vi.fn<() => Promise<string>>().mockResolvedValue("part");
    const part = loadCode(load, ["assets/one.js"]);
    await vi.waitFor(() => expect(isCodeMissing()).toBe(true));
    expect(load).not.toHaveBeenCalled();
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(3));
    expect(load).not.toHaveBeenCalled();
    await vi.waitFor(() => {
      window.dispatchEvent(new Event("online"));
      expect(load).toHaveBeenCalledTimes(1);
    });
    expect(await part).toBe("part");
    expect(isCodeMissing()).toBe(false);
  });

  test("waits while a proxy says that the shop is away", async () => {
    let status = 503;
    const fetched = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async () => new Response(null, { status }));
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(lost)
      .mockResolvedValue("part");
    const part = loadCode(load);
    await vi.waitFor(() => expect(isCodeMissing()).toBe(true));
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
    expect(load).toHaveBeenCalledTimes(1);
    status = 200;
    await vi.waitFor(() => {
      window.dispatchEvent(new Event("online"));
      expect(load).toHaveBeenCalledTimes(2);
    });
    expect(await part).toBe("part");
  });

  test("that is loaded ahead reloads no page, and says nothing", async () => {
    sessionStorage.clear();
    const load = vi.fn<() => Promise<string>>().mockRejectedValue(lost);
    const ended = vi.fn<() => void>();
    const seen: boolean[] = [];
    const unwatch = watchMissingCode(() => seen.push(isCodeMissing()));
    loadAhead(() => loadCode(load).finally(ended));
    await vi.waitFor(() => {
      window.dispatchEvent(new Event("online"));
      expect(ended).toHaveBeenCalled();
    });
    expect(seen).toEqual([]);
    expect(sessionStorage.getItem("reloaded-for-code")).toBeNull();
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

  test("although the server answers keeps the page that has unsaved work, and says so", async () => {
    sessionStorage.clear();
    const work = renderHook(() => useUnsavedWork(true));
    const seen: boolean[] = [];
    const unwatch = watchMissingCode(() => seen.push(isCodeReplaced()));
    const part = loadCode(() => Promise.reject(lost));
    await vi.waitFor(() => expect(isCodeMissing()).toBe(true));
    window.dispatchEvent(new Event("online"));

    await expect(part).rejects.toBe(lost);
    expect(seen).toEqual([false, true]);
    expect(isCodeMissing()).toBe(false);
    expect(sessionStorage.getItem("reloaded-for-code")).toBeNull();
    unwatch();
    work.unmount();
  });

  test("reloads the page whose work this browser keeps", async () => {
    sessionStorage.setItem("reloaded-for-code", String(Date.now()));
    const work = renderHook(() => useUnsavedWork(true, true));
    const part = loadCode(() => Promise.reject(lost));
    await vi.waitFor(() => expect(isCodeMissing()).toBe(true));
    window.dispatchEvent(new Event("online"));
    await expect(part).rejects.toBe(lost);
    expect(isCodeReplaced()).toBe(false);
    work.unmount();
  });
});
