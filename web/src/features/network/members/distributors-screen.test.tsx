import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import {
  annasLevels,
  annasNetwork,
  type Planted,
  plantedTree,
} from "../../../testing/some-network.ts";
import { DistributorsScreen } from "./distributors-screen.tsx";

const user = userEvent.setup({ delay: null });
const pattern = "/admin/distributors";

const forest: readonly Planted[] = [
  ...annasNetwork,
  { id: "40", label: "Callum Stone", level: 1, childCount: 0 },
  { id: "41", label: "Hugo House", level: 4, isStockist: true },
];

function show(roots: readonly Planted[], search = "") {
  const tree = vi.fn<FakeProcedure<"network", "tree">>(plantedTree(roots));
  const levels = vi.fn<FakeProcedure<"network", "levels">>(() => annasLevels);
  renderWithApi(
    <DistributorsScreen />,
    { network: { tree, levels, activity: () => ({ rows: [], total: 0 }) } },
    { path: `${pattern}${search}`, pattern },
  );
  return { tree, levels };
}

describe("the distributors", () => {
  // shows S2.44, S6.4
  test("are a collapsed forest with the totals above it", async () => {
    const { tree, levels } = show(forest);

    const callum = await screen.findByRole("treeitem", { name: /^Callum Stone/ });
    expect(callum.getAttribute("aria-setsize")).toBe("3");
    expect(screen.getAllByRole("treeitem")).toHaveLength(3);
    expect(tree).toHaveBeenCalledWith({ depth: 1, page: 1, showDeleted: false });
    expect(levels).toHaveBeenCalledWith({});
    expect(screen.getByText(/each member’s last payout/)).toBeTruthy();
  });

  test("link to the network of each distributor as that member sees it, but not for a stockist", async () => {
    show(forest);
    const anna = await screen.findByRole("treeitem", { name: /^Anna Mokoena/ });
    const way = within(anna).getByRole("link", { name: "View network" });
    expect(way.getAttribute("href")).toBe("/admin/distributors?of=3");
    const hugo = screen.getByRole("treeitem", { name: /^Hugo House/ });
    expect(within(hugo).queryByRole("link")).toBeNull();

    await user.click(way);

    expect(await screen.findByText("Anna Mokoena’s network, as they see it")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to all distributors" })).toBeTruthy();
  });

  test("request a member's own network with the team expanded", async () => {
    const { tree, levels } = show(annasNetwork, "?of=3");

    expect(await screen.findByRole("treeitem", { name: /^Ben Naidoo/ })).toBeTruthy();
    expect(tree).toHaveBeenCalledWith({ depth: 2, page: 1, showDeleted: false, of: 3 });
    expect(levels).toHaveBeenCalledWith({ of: 3 });
  });

  test("show a person's own wallet and a link to the person's page", async () => {
    show(forest);
    const callum = await screen.findByRole("treeitem", { name: /^Callum Stone/ });
    callum.focus();
    await user.keyboard("{Enter}");

    const sheet = within(await screen.findByRole("dialog", { name: "Callum Stone" }));
    expect(sheet.getByText("Commission Callum Stone earned on all sales.")).toBeTruthy();
    expect(sheet.getByText(/^Balance/)).toBeTruthy();
    expect(sheet.getByRole("link", { name: "Open page" }).getAttribute("href")).toBe(
      "/admin/people/40",
    );
  });

  test("show an empty state", async () => {
    show([]);
    expect(await screen.findByText("No one in the network yet")).toBeTruthy();
  });
});
