import { act, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { useLocation } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { renderWithApi } from "../testing/render.tsx";
import { Boundary } from "./page.tsx";

afterEach(() => vi.restoreAllMocks());

function Frame() {
  const [path] = useLocation();
  if (path === "/admin/broken") throw new Error("a page that fails");
  return <p>{path}</p>;
}

describe("the boundary of a frame", () => {
  test("offers to reload what failed, and tries again on another path", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    renderWithApi(
      <Boundary>
        <Frame />
      </Boundary>,
      {},
      { path: "/admin/broken", pattern: "/*?" },
    );
    expect(await screen.findByRole("button", { name: "Reload page" })).toBeTruthy();
    expect(reported).toHaveBeenCalledOnce();
    reported.mockClear();
    act(() => navigate("/admin/orders"));
    expect(await screen.findByText("/admin/orders")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Reload page" })).toBeNull();
  });
});
