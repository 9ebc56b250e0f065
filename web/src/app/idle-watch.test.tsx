import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rememberRequest } from "../session/last-request.ts";
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
    rememberRequest();
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

  test("is not announced while another tab sends requests", async () => {
    show();
    await minutes(20);
    localStorage.setItem("last-request-at", String(Date.now()));
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
