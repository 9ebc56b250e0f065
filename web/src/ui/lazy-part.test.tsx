// @vitest-environment jsdom
import { render, renderHook, screen } from "@testing-library/react";
import { Suspense } from "react";
import { describe, expect, test, vi } from "vitest";
import { isCodeMissing, loadCode } from "../load-code.ts";
import { useUnsavedWork } from "../session/unsaved-work.ts";
import { lazyPart } from "./lazy-part.ts";

function Greeting({ name }: { name: string }) {
  return <p>Hello {name}</p>;
}

describe("a part whose code is loaded later", () => {
  test("shows the fallback until the code is there", async () => {
    const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
    const Part = lazyPart(() => promise);
    render(<Part name="Thandi" />, { wrapper: WithFallback });
    expect(screen.getByText("Loading")).toBeTruthy();
    resolve(Greeting);
    expect(await screen.findByText("Hello Thandi")).toBeTruthy();
  });

  test("is drawn at once, without the fallback, if its code was prepared", async () => {
    const fallbacks: string[] = [];
    let loads = 0;
    const Part = lazyPart(async () => {
      loads++;
      return Greeting;
    });
    await Part.prepare();
    render(
      <Suspense fallback={<Told to={fallbacks} />}>
        <Part name="Thandi" />
      </Suspense>,
    );
    expect(screen.getByText("Hello Thandi")).toBeTruthy();
    expect({ fallbacks, loads }).toEqual({ fallbacks: [], loads: 1 });
  });

  test("is loaded once for all who wait for it, and again after that has failed", async () => {
    const first = Promise.withResolvers<typeof Greeting>();
    const load = vi.fn<() => Promise<typeof Greeting>>(() => first.promise);
    const Part = lazyPart(load);
    const prepared = Part.prepare();
    render(<Part name="Thandi" />, { wrapper: WithFallback });
    expect(load).toHaveBeenCalledTimes(1);
    first.resolve(Greeting);
    await prepared;
    expect(await screen.findByText("Hello Thandi")).toBeTruthy();

    const failing = vi.fn<() => Promise<typeof Greeting>>(() => Promise.reject(new Error("gone")));
    const Gone = lazyPart(failing);
    await expect(Promise.all([Gone.prepare(), Gone.prepare()])).rejects.toThrow("gone");
    expect(failing).toHaveBeenCalledTimes(1);
    failing.mockImplementation(async () => Greeting);
    await Gone.prepare();
    render(<Gone name="Kim" />);
    expect(screen.getByText("Hello Kim")).toBeTruthy();
  });

  test("is empty, beside the rest of the page, where its code is gone and the page has unsaved work", async () => {
    vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null));
    renderHook(() => useUnsavedWork(true));
    const gone = new TypeError("Failed to fetch dynamically imported module: /assets/part.js");
    const Part = lazyPart<{ name: string }>(() => loadCode(() => Promise.reject(gone)));
    render(
      <>
        <input aria-label="Typed" defaultValue="for an hour" />
        <Part name="Thandi" />
      </>,
      { wrapper: WithFallback },
    );
    await vi.waitFor(() => expect(isCodeMissing()).toBe(true));
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(screen.queryByText("Loading")).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>("Typed").value).toBe("for an hour");
  });
});

function WithFallback({ children }: { children: React.ReactNode }) {
  return <Suspense fallback={<p>Loading</p>}>{children}</Suspense>;
}

function Told({ to }: { to: string[] }) {
  to.push("shown");
  return null;
}
