import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { idleHeader, rememberActivity, watchActivity } from "../session/last-active.ts";
import type { FakeProcedure } from "../testing/fake-api.ts";
import { renderWithApi } from "../testing/render.tsx";
import { aDistributor } from "../testing/some-data.ts";
import { IdleWatch } from "./idle-watch.tsx";

const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 60_000));
const question = () => screen.queryByRole("dialog", { name: "Are you still there?" });

describe("an idle office session", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.useFakeTimers();
    vi.setSystemTime(Date.now() + 10_000);
    rememberActivity();
    idleHeader();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function show() {
    const me = vi.fn<FakeProcedure<"auth", "me">>(() => aDistributor);
    renderWithApi(<IdleWatch />, { auth: { me } });
    return me;
  }

  test("is announced after 28 minutes, and can be kept", async () => {
    const me = show();
    await minutes(27);
    expect(question()).toBeNull();
    await minutes(1.2);
    expect(question()).toBeTruthy();

    me.mockClear();
    fireEvent.click(screen.getByRole("button", { name: "Stay signed in" }));
    await minutes(0);

    expect(question()).toBeNull();
    expect(me).toHaveBeenCalledTimes(1);
  });

  // shows T222
  test("is announced although the page polls", async () => {
    show();
    for (let passed = 0; passed < 29; passed += 1) {
      idleHeader();
      await minutes(1);
    }
    expect(question()).toBeTruthy();
    expect(idleHeader()).toEqual({ "x-idle-seconds": "1740" });
  });

  test("is announced although the clock was set back", async () => {
    show();
    localStorage.setItem("last-active-at", String(Date.now() + 3 * 3_600_000));
    await minutes(28.2);
    expect(question()).toBeTruthy();
  });

  test("is not announced while the person does something, and tells the server of it", async () => {
    const me = show();
    const stop = watchActivity();
    await minutes(0);
    for (const does of [fireEvent.pointerDown, fireEvent.keyDown, fireEvent.wheel]) {
      await minutes(14);
      me.mockClear();
      does(document.body);
      await minutes(6);
      expect(me).toHaveBeenCalled();
    }
    expect(question()).toBeNull();
    stop();
  });

  test("is not announced while the person is active in another tab", async () => {
    show();
    await minutes(20);
    localStorage.setItem("last-active-at", String(Date.now()));
    await minutes(20);
    expect(question()).toBeNull();
  });

  test("ends with a question to the server whether the session still exists", async () => {
    const me = show();
    await minutes(29);
    me.mockClear();
    await minutes(1.5);
    expect(me).toHaveBeenCalled();
  });
});
