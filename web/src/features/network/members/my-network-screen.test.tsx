import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { FakeProcedure } from "../../../testing/fake-api.ts";
import type { NetworkChange } from "./change-words.ts";
import { onPhone } from "../../../testing/phone-width.ts";
import { showNetwork } from "../../../testing/render-network.tsx";
import { annasLevels } from "../../../testing/some-network.ts";
// Loaded lazily by the screen; imported here, so that loading does not count towards the timeout of a test.
import "../../people/users/user-list.tsx";

const user = userEvent.setup({ delay: null });
const row = (name: RegExp) => screen.findByRole("treeitem", { name });
const level = (name: RegExp) => screen.findByRole("button", { name });

describe("my network", () => {
  // shows S2.33
  test("shows figures since the last payout, before it, or for all time", async () => {
    showNetwork();
    const two = await level(/^Level 2 .* 2 people,/);
    expect(two.textContent).toContain("−R8.47 commission");
    expect(two.textContent).toContain("−2 units");
    expect(screen.getByText(/since the last payout, requested on/).textContent).toContain(
      "31 Oct 2026",
    );

    await user.click(screen.getByRole("radio", { name: "Historical" }));
    expect(two.textContent).toContain("64 units");
    expect(window.location.search).toBe("?mode=historical");
    await user.click(screen.getByRole("radio", { name: "Total" }));

    expect(two.textContent).toContain("62 units");
    const ben = await row(/^Ben Naidoo/);
    expect(ben.textContent).toContain("R2\u00a0223.91 commission");
  });

  test("says when nothing has been paid out yet", async () => {
    showNetwork({ network: { levels: () => ({ ...annasLevels, lastPaidAt: null }) } });
    expect(await screen.findByText(/^No payouts yet/)).toBeTruthy();
  });

  test("shows the leader bonus separately from the levels", async () => {
    showNetwork();
    expect((await screen.findByText("On top of the levels")).parentElement?.textContent).toContain(
      "Leader bonusR20.00",
    );

    const anna = await row(/^Anna Mokoena/);
    expect(anna.textContent).toContain("commission R0.00 leader bonus");
  });

  test("highlights a level, and keeps that in the URL", async () => {
    showNetwork();
    const three = await level(/^Level 3/);

    await user.click(three);

    expect(three.getAttribute("aria-pressed")).toBe("true");
    expect(window.location.search).toBe("?levels=3");
    const ben = await row(/^Ben Naidoo/);
    expect(ben.getAttribute("data-dimmed")).toBe("true");
  });

  test("finds a person by part of the name, opens the sheet, and reveals the row in the tree", async () => {
    const tree = showNetwork();
    await row(/^Ben Naidoo/);

    await user.type(screen.getByRole("searchbox", { name: "Search the network" }), "Sam");
    const match = await screen.findByRole("button", { name: /^Sam Pillay/ });
    expect(match.textContent).toContain("under Anna Mokoena › Ben Naidoo");
    expect(tree).toHaveBeenCalledWith(expect.objectContaining({ search: "Sam" }));
    await user.click(match);

    const sheet = within(await screen.findByRole("dialog", { name: "Sam Pillay" }));
    expect(sheet.getByText("Ben Naidoo")).toBeTruthy();
    const sam = await screen.findByRole("treeitem", { name: /^Sam Pillay/, hidden: true });
    expect(sam.getAttribute("aria-level")).toBe("3");
    await user.click(sheet.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(document.activeElement).toBe(sam));
  });

  test("says when no one matches", async () => {
    showNetwork({ search: "?find=zebra" });
    expect(await screen.findByText("No one matches “zebra”")).toBeTruthy();

    await user.click(screen.getByRole("button", { name: "Clear search" }));

    await row(/^Ben Naidoo/);
  });

  test('offers the shop link and "Add person" while the team is empty', async () => {
    showNetwork({ roots: [{ id: "3", label: "Anna Mokoena", level: 1 }] });

    expect(await screen.findByText("You have no team yet")).toBeTruthy();
    expect(screen.getByText(/\/via\/ANNA$/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Copy shop link" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add person" })).toBeTruthy();
  });

  test("lists people and changes in separate tabs", async () => {
    const activity = vi.fn<FakeProcedure<"network", "activity">>(() => ({
      rows: [
        aChange({ position: 9, type: "DistributorMoved", parentName: "Anna Mokoena" }),
        aChange({ position: 8, type: "DistributorUplifted", impersonatedByName: null }),
      ],
      total: 2,
    }));
    showNetwork({ network: { activity } });
    await user.click(await screen.findByRole("tab", { name: "People" }));
    await screen.findByRole("row", { name: /Sam/ });
    expect(activity).not.toHaveBeenCalled();

    await user.click(screen.getByRole("tab", { name: "Changes" }));

    const moved = await screen.findByRole("row", { name: /Ben Naidoo moved under Anna Mokoena/ });
    expect(moved.textContent).toContain("Thandi Maseko as Anna Mokoena");
    expect(screen.getByText("Ben Naidoo became a level 1")).toBeTruthy();
    expect(window.location.search).toBe("?tab=changes");
  });
});

describe("the sheet of a person", () => {
  async function open(name: RegExp) {
    await user.click(await row(name));
    return within(await screen.findByRole("dialog"));
  }

  test("names every figure, and shows those of a wallet only to its owner", async () => {
    showNetwork();
    const ben = await open(/^Ben Naidoo/);
    expect(ben.getByText("Commission you earned on this person’s sales.")).toBeTruthy();
    expect(ben.getByText("Unpaid").nextElementSibling?.textContent).toBe("R423.91");
    expect(ben.getByText("Paid").nextElementSibling?.textContent).toBe("R1\u00a0800.00");
    expect(ben.queryByText(/^Balance/)).toBeNull();
    await user.click(ben.getByRole("button", { name: "Close" }));

    const own = await open(/^Anna Mokoena/);
    expect(own.getByText(/^Balance/).nextElementSibling?.textContent).toBe("R423.91");
    const bonus = own.getByText("Leader bonus (1 level 1 sponsored)");
    expect(bonus.nextElementSibling?.textContent).toBe("R50.00");
  });

  test("shows a stockist’s percentages over time", async () => {
    const termsHistory = vi.fn<FakeProcedure<"network", "termsHistory">>(() => [
      {
        position: 7,
        from: "2026-03-04T08:00:00.000Z",
        stockistMargin: 30,
        distributorPercent: 10,
        vatRegistered: true,
        actorName: "Thandi Maseko",
      },
    ]);
    showNetwork({ search: "?find=Sam", network: { termsHistory } });
    await user.click(await screen.findByRole("button", { name: /^Sam Pillay/ }));

    const terms = await screen.findByText(
      /^30% margin, 10% to the distributor, VAT number on file/,
    );
    expect(terms.parentElement?.textContent).toContain("Since 4 Mar 2026, by Thandi Maseko");
    expect(termsHistory).toHaveBeenCalledWith({ userId: 6 });
  });
});

describe("on a phone", () => {
  test("lists one generation, with a breadcrumb above it", async () => {
    onPhone();
    showNetwork();
    await user.click(await screen.findByRole("button", { name: "2 people in Ben Naidoo’s team" }));

    const people = within(await screen.findByRole("list", { name: "Ben Naidoo’s team" }));
    expect(people.getAllByRole("listitem")).toHaveLength(2);
    expect(window.location.search).toBe("?in=3.4");
    expect(screen.queryByRole("tree")).toBeNull();

    const way = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
    expect(way.getByText("Ben Naidoo").getAttribute("aria-current")).toBe("page");
    await user.click(way.getByRole("button", { name: "Anna Mokoena" }));

    expect(await screen.findByRole("list", { name: "Anna Mokoena’s team" })).toBeTruthy();
    expect(window.location.search).toBe("");
  });

  test("a link opens a generation directly", async () => {
    onPhone();
    showNetwork({ search: "?in=3.4" });
    const people = within(await screen.findByRole("list", { name: "Ben Naidoo’s team" }));

    await user.click(people.getByRole("button", { name: /^Cara van Wyk/ }));

    expect(await screen.findByRole("dialog", { name: "Cara van Wyk" })).toBeTruthy();
  });
});

function aChange(change: Partial<NetworkChange>): NetworkChange {
  return {
    position: 1,
    at: "2026-11-20T08:00:00.000Z",
    type: "DistributorMoved",
    userId: 4,
    userName: "Ben Naidoo",
    parentName: null,
    actorName: "Anna Mokoena",
    impersonatedByName: "Thandi Maseko",
    ...change,
  };
}
