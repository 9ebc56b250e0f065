import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { renderWithApi } from "../testing/render.tsx";
import { someSettings } from "../testing/some-settings.ts";
import { MapOfAddress } from "./map-of-address.tsx";

const user = userEvent.setup({ delay: null });
const gardens = { latitude: -33.935, longitude: 18.412 };
const mapTiles = {
  url: "https://tiles.example.com/{z}/{x}/{y}.png",
  attribution: "© OpenStreetMap contributors, https://www.openstreetmap.org/copyright, <b>us</b>",
};

function show(
  at: { latitude: number | null; longitude: number | null },
  tiles: typeof mapTiles | null = mapTiles,
) {
  return renderWithApi(
    <MapOfAddress address={["1 Long Street", "Gardens"]} name="Thandi Nkosi" {...at} />,
    { settings: { public: () => ({ ...someSettings, mapTiles: tiles }) } },
  );
}

describe("the map of an address", () => {
  // shows S2.48
  test("opens on request, with a name, help and attribution, and closes", async () => {
    const { container } = show(gardens);
    expect(await screen.findByRole("link", { name: "Map of Thandi Nkosi" })).toBeTruthy();
    const button = await screen.findByRole("button", { name: "Show map of Thandi Nkosi" });
    expect(container.querySelector("img")).toBeNull();

    await user.click(button);

    const map = await screen.findByRole("region", { name: "Map of Thandi Nkosi" });
    expect(map.tabIndex).toBe(0);
    expect(screen.getByRole("button", { name: "Zoom in" })).toBeTruthy();
    expect(screen.getByText(/Use the arrow keys to move the map/)).toBeTruthy();
    const thanks = screen.getByRole("link", { name: "www.openstreetmap.org/copyright" });
    expect(thanks.getAttribute("href")).toBe("https://www.openstreetmap.org/copyright");
    expect(screen.getByText(/<b>us<\/b>/)).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Hide map of Thandi Nkosi" }));
    expect(screen.queryByRole("region")).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  test("takes the keys from the moment it appears", async () => {
    show(gardens);
    const button = await screen.findByRole("button", { name: "Show map of Thandi Nkosi" });
    const seen: number[] = [];
    const watcher = new MutationObserver(() => {
      for (const map of screen.queryAllByRole("region")) seen.push(map.tabIndex);
    });
    watcher.observe(document.body, { childList: true, subtree: true });

    await user.click(button);
    await screen.findByRole("region");

    watcher.disconnect();
    expect(seen[0]).toBe(0);
  });

  test.each([
    ["whose place is not known", { latitude: null, longitude: null }, mapTiles],
    ["of a shop without pictures of maps", gardens, null],
  ] as const)("is a link alone for an address %s", async (_case, at, tiles) => {
    show(at, tiles);
    expect(await screen.findByRole("link", { name: "Map of Thandi Nkosi" })).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
});
