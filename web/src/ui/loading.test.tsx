import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Loading } from "./feedback.tsx";

describe("the loading placeholder", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is silent for a moment, and then names what is loading", async () => {
    render(
      <MantineProvider env="test">
        <Loading what="orders" />
      </MantineProvider>,
    );
    await act(() => vi.advanceTimersByTimeAsync(149));
    expect(screen.getByRole("status").textContent).toBe("");

    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByRole("status").textContent).toBe("Loading orders");
  });
});
