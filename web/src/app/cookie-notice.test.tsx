import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { renderWithApi } from "../testing/render.tsx";
import { someSettings } from "../testing/some-settings.ts";

const user = userEvent.setup({ delay: null });

async function show(region: "za" | "uk") {
  vi.resetModules();
  const { ShopFrame } = await import("./shop-frame.tsx");
  return renderWithApi(<ShopFrame>The page</ShopFrame>, {
    settings: { public: () => ({ ...someSettings, region }) },
    auth: { me: () => null },
  });
}

beforeEach(() => localStorage.clear());

describe("the cookie notice", () => {
  test("appears by itself in the United Kingdom until a choice is made", async () => {
    const first = await show("uk");
    await user.click(await screen.findByRole("button", { name: "Necessary only" }));
    expect(screen.queryByRole("region", { name: "Cookies" })).toBeNull();
    first.unmount();
    await show("uk");
    await screen.findByText(/registration/);
    expect(screen.queryByRole("region", { name: "Cookies" })).toBeNull();
  });

  test("appears in South Africa only when it is opened", async () => {
    await show("za");
    await screen.findByText(/registration/);
    expect(screen.queryByRole("region", { name: "Cookies" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Cookies" }));
    await user.click(await screen.findByRole("button", { name: "Allow all" }));
    expect(localStorage.getItem("cookie-choice-1")).toBe("all");
  });
});
