import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Breakdown } from "../../../testing/fake-api.ts";
import { showNetwork } from "../../../testing/render-network.tsx";
import { annasNetwork, plantedTree } from "../../../testing/some-network.ts";

const user = userEvent.setup({ delay: null });
const row = (name: RegExp) => screen.findByRole("treeitem", { name });
async function choose(role: "menuitem" | "menuitemcheckbox", name: string) {
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole(role, { name }));
}

describe("the tree", () => {
  test("gives each row its level, position and figures", async () => {
    showNetwork();
    const ben = await row(/^Ben Naidoo/);

    expect(ben.getAttribute("aria-level")).toBe("2");
    expect(ben.getAttribute("aria-posinset")).toBe("1");
    expect(ben.getAttribute("aria-setsize")).toBe("3");
    expect(ben.getAttribute("aria-expanded")).toBe("false");
    expect(ben.textContent).toContain("Level 2");
    expect(ben.textContent).toContain("10 units");
    expect(ben.textContent).toContain("R2\u00a0826.10 sales");
    expect(ben.textContent).toContain("R423.91 commission");
  });

  // shows S3.20
  test("shows both nodes of an uplifted member, and which has which figures", async () => {
    showNetwork();
    const before = await row(/^Dora Khumalo Level 2 \(before uplift\)/);
    const after = await row(/^Dora Khumalo Level 1 since 4 Mar 2026/);

    expect(before.textContent).toContain("Later figures are under level 1");
    expect(after.textContent).toContain("Earlier figures are under level 2");
  });

  test("loads a team when its parent is expanded, and nothing before", async () => {
    const tree = showNetwork();
    const ben = await row(/^Ben Naidoo/);
    expect(tree).not.toHaveBeenCalledWith(expect.objectContaining({ under: "4" }));
    expect(screen.queryByRole("treeitem", { name: /^Cara/ })).toBeNull();

    ben.focus();
    await user.keyboard("{ArrowRight}");

    const cara = await row(/^Cara van Wyk/);
    expect(cara.getAttribute("aria-level")).toBe("3");
    expect(ben.getAttribute("aria-expanded")).toBe("true");
    expect(cara.getAttribute("aria-expanded")).toBeNull();
    expect(tree).toHaveBeenCalledWith(
      expect.objectContaining({ under: "4", depth: 1, page: 1, showDeleted: false }),
    );
  });

  test("shows fifty siblings, and more on demand", async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      id: String(100 + index),
      label: `Person ${index + 1}`,
    }));
    showNetwork({ roots: [{ id: "3", label: "Anna Mokoena", level: 1, below: many }] });
    await row(/^Person 50 /);
    expect(screen.queryByRole("treeitem", { name: /^Person 51 / })).toBeNull();

    await user.click(screen.getByText("Show 50 more"));
    const last = await row(/^Person 100 /);
    expect(last.getAttribute("aria-posinset")).toBe("100");
    expect(last.getAttribute("aria-setsize")).toBe("120");
    await user.click(screen.getByText("Show 20 more"));

    await row(/^Person 120 /);
    expect(screen.queryByText(/^Show \d+ more$/)).toBeNull();
  });

  test("keeps the loaded rows when a branch fails to load, and retries it", async () => {
    let isBroken = true;
    const answer = plantedTree(annasNetwork);
    showNetwork({
      network: {
        tree: (input) => {
          if (input.under === "4" && isBroken) throw new Breakdown();
          return answer(input);
        },
      },
    });
    const ben = await row(/^Ben Naidoo/);
    ben.focus();
    await user.keyboard("{ArrowRight}");
    await screen.findByText(/^We could not load this team\./);
    await row(/^Dora Khumalo Level 1/);

    isBroken = false;
    await user.keyboard("{ArrowRight}{Enter}");

    await row(/^Cara van Wyk/);
    expect(document.activeElement).toBe(ben);
  });

  test("shows an error when nothing can be loaded", async () => {
    showNetwork({
      network: {
        tree: () => {
          throw new Breakdown();
        },
      },
    });
    expect(await screen.findByText("We could not load the network.")).toBeTruthy();
  });

  test("expands everything that is loaded, and collapses it again", async () => {
    showNetwork();
    await row(/^Ben Naidoo/);

    await choose("menuitem", "Expand all");
    await row(/^Sam Pillay Stockist/);
    await choose("menuitem", "Collapse all");

    expect(screen.getAllByRole("treeitem")).toHaveLength(1);
  });

  test("can show deactivated members", async () => {
    const tree = showNetwork();
    await row(/^Ben Naidoo/);

    await choose("menuitemcheckbox", "Show deleted");

    expect(tree).toHaveBeenLastCalledWith(expect.objectContaining({ showDeleted: true }));
    expect(window.location.search).toBe("?deleted=1");
  });
});

describe("the keyboard in the tree", () => {
  async function focusFirst() {
    const first = await row(/^Anna Mokoena/);
    await row(/^Ben Naidoo/);
    first.focus();
    return first;
  }
  const focused = () => document.activeElement?.getAttribute("data-label");

  test("has one tab stop, at the row that was last focused", async () => {
    showNetwork();
    await focusFirst();
    await user.keyboard("{ArrowDown}");

    const stops = screen.getAllByRole("treeitem").filter(({ tabIndex }) => tabIndex === 0);
    expect(stops.map((item) => item.getAttribute("data-label"))).toEqual(["Ben Naidoo"]);
  });

  test("moves up and down over the visible rows, to the first and to the last", async () => {
    showNetwork();
    await focusFirst();

    await user.keyboard("{ArrowDown}{ArrowDown}");
    expect(focused()).toBe("Dora Khumalo");
    await user.keyboard("{ArrowUp}");
    expect(focused()).toBe("Ben Naidoo");
    await user.keyboard("{End}");
    expect(document.activeElement?.getAttribute("data-node")).toBe("9");
    await user.keyboard("{Home}");
    expect(focused()).toBe("Anna Mokoena");
  });

  test("expands and enters with right, collapses and leaves with left", async () => {
    showNetwork();
    await focusFirst();

    await user.keyboard("{ArrowRight}");
    expect(focused()).toBe("Ben Naidoo");
    await user.keyboard("{ArrowRight}");
    await row(/^Cara van Wyk/);
    expect(focused()).toBe("Ben Naidoo");
    await user.keyboard("{ArrowRight}");
    expect(focused()).toBe("Cara van Wyk");
    await user.keyboard("{ArrowLeft}");
    expect(focused()).toBe("Ben Naidoo");
    await user.keyboard("{ArrowLeft}");
    expect(screen.queryByRole("treeitem", { name: /^Cara/ })).toBeNull();
    expect(focused()).toBe("Ben Naidoo");
  });

  test("moves to a name by type-ahead, wrapping around", async () => {
    showNetwork();
    await focusFirst();

    await user.keyboard("dor");
    expect(document.activeElement?.getAttribute("data-node")).toBe("9@1");
    await user.keyboard("x");
    expect(document.activeElement?.getAttribute("data-node")).toBe("9@1");
  });

  test("opens the person with Enter", async () => {
    showNetwork();
    await focusFirst();

    await user.keyboard("{ArrowDown}{Enter}");

    const sheet = within(await screen.findByRole("dialog", { name: "Ben Naidoo" }));
    expect(sheet.getByText("Anna Mokoena")).toBeTruthy();
  });
});

describe("the chart", () => {
  test("draws the expanded nodes, and refers to the tree for assistive technology", async () => {
    showNetwork({ search: "?shape=chart" });

    expect(await screen.findByText(/^The chart shows what is open in the tree/)).toBeTruthy();
    const drawing = screen.getByRole("region", { name: "Chart" });
    expect(await within(drawing).findByText("Ben Naidoo")).toBeTruthy();
    expect(drawing.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
    expect(within(drawing).queryByText("Cara van Wyk")).toBeNull();

    await choose("menuitem", "Expand all");

    expect(await within(drawing).findByText("Cara van Wyk")).toBeTruthy();
  });
});
