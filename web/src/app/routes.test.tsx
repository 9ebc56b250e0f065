import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { LostLine } from "../testing/fake-api.ts";
import { renderWithApi } from "../testing/render.tsx";
import { aDistributor, aWallet } from "../testing/some-data.ts";
import { someSettings } from "../testing/some-settings.ts";
import { OrderPage } from "./order-page.tsx";
import { Routes } from "./routes.tsx";
import { OfficePages } from "./screens.ts";

const user = userEvent.setup({ delay: null });
const anywhere = (path: string) => ({ path, pattern: "/*?" });

describe("the route of a protected page", () => {
  // shows S2.14
  test.each([
    ["distributor", "/distributor/my-wallet", "/distributor/my-profile"],
    ["stockist", "/stockist/my-orders", "/stockist/my-profile"],
    ["admin", "/admin/payout-requests", "/admin/my-profile"],
  ] as const)(
    "leads a %s who did not confirm the email to the profile first",
    async (role, path, profile) => {
      const me = () => ({ ...aDistributor, role, verified: false });
      renderWithApi(
        <Routes OrderPage={OrderPage} OfficePages={OfficePages} />,
        { auth: { me } },
        anywhere(path),
      );
      expect(
        await screen.findByText("Please confirm your email", {}, { timeout: 10_000 }),
      ).toBeTruthy();
      expect(window.location.pathname).toBe(profile);
    },
  );

  test("has no frame before it is known whose page it is", async () => {
    renderWithApi(
      <Routes OrderPage={OrderPage} OfficePages={OfficePages} />,
      { auth: { me: () => new Promise(() => {}) } },
      anywhere("/distributor/my-wallet"),
    );
    expect(await screen.findByText("Loading your account", {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.queryByRole("contentinfo")).toBeNull();
    expect(screen.queryByRole("banner")).toBeNull();
  });

  test("redirects a guest to the sign-in page, and back afterwards", async () => {
    renderWithApi(
      <Routes OrderPage={OrderPage} OfficePages={OfficePages} />,
      {},
      anywhere("/distributor/my-wallet?page=2"),
    );
    await screen.findByRole("heading", { name: "Sign in" }, { timeout: 10_000 });
    expect(window.location.search).toBe("?return=%2Fdistributor%2Fmy-wallet%3Fpage%3D2");
  });
});

describe("an unknown address", () => {
  test.each([
    ["/admin/nowhere", "admin", "Dashboard"],
    ["/distributor/nowhere", "distributor", "My wallet"],
  ] as const)("below the pages of a person keeps their menu: %s", async (path, role, item) => {
    renderWithApi(
      <Routes OrderPage={OrderPage} OfficePages={OfficePages} />,
      {
        auth: { me: () => ({ ...aDistributor, role }) },
        settings: { public: () => someSettings },
      },
      anywhere(path),
    );
    expect(await screen.findByRole("link", { name: item }, { timeout: 10_000 })).toBeTruthy();
    expect(await screen.findByRole("heading", { name: /not find|not found/i })).toBeTruthy();
  });

  test("below somebody else's pages has none", async () => {
    renderWithApi(
      <Routes OrderPage={OrderPage} OfficePages={OfficePages} />,
      { auth: { me: () => aDistributor }, settings: { public: () => someSettings } },
      anywhere("/admin/nowhere"),
    );
    expect(
      await screen.findByRole("heading", { name: /not find|not found/i }, { timeout: 10_000 }),
    ).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Dashboard" })).toBeNull();
  });
});

describe("the menu", () => {
  // shows S2.13
  test("ends with a link to the website in a new tab", async () => {
    renderWithApi(
      <Routes OrderPage={OrderPage} OfficePages={OfficePages} />,
      {
        auth: { me: () => aDistributor },
        settings: { public: () => someSettings },
        wallet: { mine: () => aWallet, entries: () => ({ rows: [], total: 0, sum: 0 }) },
      },
      anywhere("/distributor/my-wallet"),
    );
    const link = await screen.findByRole("link", { name: /^Website/ }, { timeout: 10_000 });
    expect(link.getAttribute("href")).toBe("https://www.shop.test/");
    expect(link.getAttribute("target")).toBe("_blank");
    expect([...(link.closest("nav")?.querySelectorAll("a") ?? [])].at(-1)).toBe(link);
  });

  test("keeps the place of that link until its address is known", async () => {
    renderWithApi(
      <Routes OrderPage={OrderPage} OfficePages={OfficePages} />,
      {
        auth: { me: () => aDistributor },
        settings: { public: () => new Promise(() => {}) },
        wallet: { mine: () => aWallet, entries: () => ({ rows: [], total: 0, sum: 0 }) },
      },
      anywhere("/distributor/my-wallet"),
    );
    const collapse = await screen.findByRole(
      "button",
      { name: "Collapse menu" },
      { timeout: 10_000 },
    );
    const last = [...(collapse.closest("nav")?.querySelectorAll("a") ?? [])].at(-1);
    expect(last?.textContent).toBe("Website");
    expect(last?.hasAttribute("href")).toBe(false);
  });
});

describe("the frame of the office", () => {
  test("stays from page to page", async () => {
    renderWithApi(
      <Routes OrderPage={OrderPage} OfficePages={OfficePages} />,
      {
        auth: { me: () => aDistributor },
        wallet: { mine: () => aWallet, entries: () => ({ rows: [], total: 0, sum: 0 }) },
      },
      anywhere("/distributor/my-wallet"),
    );
    await screen.findByRole("heading", { name: "My wallet" }, { timeout: 10_000 });
    const menu = screen.getByRole("navigation", { name: "Main" });
    await user.click(within(menu).getByRole("link", { name: "My orders" }));
    await screen.findByRole("heading", { name: "My orders" }, { timeout: 10_000 });
    expect(screen.getByRole("navigation", { name: "Main" })).toBe(menu);
  });
});

describe("signing out", () => {
  test("removes the user's data from the page, and sends no more queries for it", async () => {
    let isSignedIn = true;
    const mine = vi.fn<() => typeof aWallet>(() => aWallet);
    renderWithApi(
      <Routes OrderPage={OrderPage} OfficePages={OfficePages} />,
      {
        auth: {
          me: () => (isSignedIn ? aDistributor : null),
          logout: () => {
            isSignedIn = false;
            return { signedOut: true };
          },
        },
        wallet: { mine, entries: () => ({ rows: [], total: 0, sum: 0 }) },
      },
      anywhere("/distributor/my-wallet"),
    );
    await screen.findByRole("heading", { name: "My wallet" }, { timeout: 10_000 });
    expect(await screen.findByRole("button", { name: "Your account, Ben" })).toBeTruthy();
    const asked = mine.mock.calls.length;

    await user.click(screen.getByRole("button", { name: "Your account, Ben" }));
    await user.click(await screen.findByRole("menuitem", { name: "Sign out" }));

    expect(await screen.findByRole("link", { name: "Sign in" })).toBeTruthy();
    expect(window.location.pathname).toBe("/");
    expect(mine).toHaveBeenCalledTimes(asked);
  });

  test("says so where it failed", async () => {
    renderWithApi(
      <Routes OrderPage={OrderPage} OfficePages={OfficePages} />,
      {
        auth: {
          me: () => aDistributor,
          logout: () => {
            throw new LostLine();
          },
        },
        wallet: { mine: () => aWallet, entries: () => ({ rows: [], total: 0, sum: 0 }) },
      },
      anywhere("/distributor/my-wallet"),
    );
    await user.click(
      await screen.findByRole("button", { name: "Your account, Ben" }, { timeout: 10_000 }),
    );
    await user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    expect(await screen.findByText(/^We could not reach the shop/)).toBeTruthy();
    expect(window.location.pathname).toBe("/distributor/my-wallet");
  });
});
