import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useSearchParams } from "wouter";
import { renderWithApi } from "../../testing/render.tsx";
import { fileAction, PageHeader } from "../page-header.tsx";
import type { ListColumn } from "./list-columns.ts";
import { useListState } from "./list-controls.tsx";
import { oneOfFilter, periodFilter, switchFilter } from "./list-filters.tsx";
import { ListTools, useShownColumns } from "./list-tools.tsx";
import { ListViews } from "./list-views.tsx";

const user = userEvent.setup({ delay: null });
type Row = { id: number };
const columns: readonly ListColumn<Row>[] = [
  { id: "name", header: "Name", onPhone: "title", cell: () => null },
  { id: "cell", header: "Cell", onPhone: "fact", optional: "shown", cell: () => null },
  { id: "created", header: "Created", onPhone: "fact", optional: "hidden", cell: () => null },
];
const colours = ["red", "green", "blue"] as const;
const options = colours.map((value) => ({ value, label: `Very ${value}` }));

function Screen(props: { owner: number }) {
  const choice = useShownColumns(columns);
  const list = useListState();
  const [params] = useSearchParams();
  return (
    <>
      <PageHeader title="Things" actions={fileAction("/things.xlsx?x=1")} />
      <ListViews
        views={[
          { value: "all", label: "All", count: 1234 },
          { value: "new", label: "New" },
        ]}
        chosen={params.get("view") ?? "all"}
        onChosen={(view) => list.change({ view: view === "all" ? null : view })}
        saved={{ list: "things", owner: props.owner }}
      />
      <ListTools
        label="things"
        total={41}
        columns={choice}
        filters={[
          oneOfFilter({
            name: "Colour",
            value: colours.find((value) => value === params.get("colour")) ?? null,
            options,
            onChange: (colour) => list.change({ colour }),
          }),
          oneOfFilter({
            name: "Lining",
            value: colours.find((value) => value === params.get("lining")) ?? null,
            options,
            onChange: (lining) => list.change({ lining }),
          }),
          periodFilter({
            from: params.get("from") ?? "",
            to: params.get("to") ?? "",
            onChange: list.change,
          }),
          switchFilter({
            name: "Show deleted",
            isOn: params.get("deleted") === "1",
            onChange: (isOn) => list.change({ deleted: isOn ? "1" : null }),
          }),
          oneOfFilter({
            name: "Fifth",
            value: null,
            options,
            onChange: (fifth) => list.change({ fifth }),
          }),
        ]}
        onClearAll={() =>
          list.change({ colour: null, lining: null, from: null, to: null, deleted: null })
        }
      />
      <p data-testid="columns">{choice.shown.map(({ header }) => header).join(", ")}</p>
    </>
  );
}

function show(path = "/things", owner = 3, isPhone = false) {
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: isPhone,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
  return renderWithApi(<Screen owner={owner} />, {}, { path, pattern: "/things" });
}

const openPopover = async (name: string) => {
  await user.click(screen.getByRole("button", { name }));
  return within(await screen.findByRole("dialog", { name }));
};

beforeEach(() => localStorage.clear());

describe("a view of a list", () => {
  test("is a tab with its number of rows", async () => {
    show();
    const views = within(screen.getByRole("tablist", { name: "Views" }));
    const all = views.getByRole("tab", { name: /^All\s1\s234$/ });
    expect(all.getAttribute("aria-selected")).toBe("true");
    await user.click(views.getByRole("tab", { name: "New" }));
    expect(window.location.search).toBe("?view=new");
    expect(all.getAttribute("aria-selected")).toBe("false");
  });

  test("is saved under a name with its filters but without its page, and opens again", async () => {
    show("/things?tab=people&role=school&page=3&order=abc&part=money");
    const popover = await openPopover("Save this view");
    await user.type(popover.getByLabelText(/Save this view as/), "Schools");
    await user.click(popover.getByRole("button", { name: "Save view" }));
    const tab = screen.getByRole("tab", { name: "Schools" });
    expect(tab.getAttribute("aria-selected")).toBe("true");
    await user.click(screen.getByRole("tab", { name: "New" }));
    await user.click(tab);
    expect(window.location.search).toBe("?tab=people&role=school");
  });

  test("is saved per user, and can be deleted", async () => {
    localStorage.setItem("views-things-3", JSON.stringify([{ name: "Mine", search: "a=1" }]));
    show("/things", 4).unmount();
    expect(screen.queryByRole("tab", { name: "Mine" })).toBeNull();
    show();
    const popover = await openPopover("Save this view");
    await user.click(popover.getByRole("button", { name: "Delete view Mine" }));
    expect(screen.queryByRole("tab", { name: "Mine" })).toBeNull();
    expect(localStorage.getItem("views-things-3")).toBe("[]");
  });

  test("requires a name, and ignores invalid stored views", async () => {
    localStorage.setItem("views-things-3", '[{"name":1}]');
    show();
    const popover = await openPopover("Save this view");
    await user.click(popover.getByRole("button", { name: "Save view" }));
    expect(popover.getByText("Please complete")).toBeTruthy();
    expect(screen.getAllByRole("tab")).toHaveLength(2);
  });
});

describe("a filter of a list", () => {
  test("shows its value, and is cleared by its button", async () => {
    show();
    await user.click((await openPopover("Colour")).getByRole("radio", { name: "Very red" }));
    expect(window.location.search).toBe("?colour=red");
    expect(screen.getByRole("button", { name: "Colour: Very red" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Clear Colour" }));
    expect(window.location.search).toBe("");
  });

  test("can be one value, days or a switch; all are cleared at once", async () => {
    show("/things?from=2026-11-01&to=2026-11-22");
    expect(screen.getByRole("button", { name: "Date: 1 Nov to 22 Nov 2026" })).toBeTruthy();
    const lining = await openPopover("Lining");
    await user.click(lining.getByRole("radio", { name: "Very blue" }));
    expect(screen.getByRole("button", { name: "Lining: Very blue" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show deleted" }));
    expect(screen.getByRole("button", { name: "Show deleted" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
    await user.click(screen.getByRole("button", { name: "Clear all" }));
    expect(window.location.search).toBe("");
  });

  test("by days is a calendar with presets", async () => {
    show();
    const popover = await openPopover("Date");
    await user.click(await popover.findByRole("button", { name: "Today" }, { timeout: 10_000 }));
    const days = new URLSearchParams(window.location.search);
    expect(days.get("from")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(days.get("to")).toBe(days.get("from"));
  });

  test("after the fourth is behind a button", async () => {
    show();
    expect(screen.queryByRole("button", { name: "Fifth" })).toBeNull();
    const popover = await openPopover("More filters");
    await user.click(popover.getByRole("radio", { name: "Very green" }));
    expect(window.location.search).toBe("?fifth=green");
  });

  test("is in one sheet with all others on a phone, with the number of matching rows", async () => {
    show("/things?colour=red", 3, true);
    await user.click(screen.getByRole("button", { name: "Filters, 1 in use" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Filters" }));
    const lining = within(sheet.getByRole("region", { name: "Lining" }));
    await user.click(lining.getByRole("radio", { name: "Very red" }));
    expect(window.location.search).toBe("?colour=red&lining=red");
    await user.click(sheet.getByRole("button", { name: "Clear all" }));
    expect(window.location.search).toBe("");
    expect(sheet.getByRole("button", { name: "Show 41 things" })).toBeTruthy();
  });
});

test("clearing all filters of a phone clears a period that was half chosen too", async () => {
  show("/things?colour=red", 3, true);
  await user.click(screen.getByRole("button", { name: "Filters, 1 in use" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Filters" }));
  const days = () => within(sheet.getByRole("region", { name: "Date" }));
  const all = await days().findAllByRole(
    "button",
    { name: /^\d+ \w+ \d{4}$/ },
    { timeout: 10_000 },
  );
  const chosen = () =>
    days()
      .queryAllByRole("button")
      .filter((each) => each.hasAttribute("data-selected"));
  await user.click(all[10] ?? document.body);
  expect(chosen()).toHaveLength(1);
  await user.click(sheet.getByRole("button", { name: "Clear all" }));
  expect(chosen()).toHaveLength(0);
});

describe("the columns of a list", () => {
  test("are chosen in the address", async () => {
    show("/things?columns=cell");
    expect(screen.getByTestId("columns").textContent).toBe("Name");
    const popover = await openPopover("Columns");
    expect(popover.queryByRole("checkbox", { name: "Name" })).toBeNull();
    await user.click(popover.getByRole("checkbox", { name: "Created" }));
    expect(screen.getByTestId("columns").textContent).toBe("Name, Created");
    expect(window.location.search).toBe("?columns=cell.created");
    await user.click(popover.getByRole("button", { name: "Reset" }));
    expect(screen.getByTestId("columns").textContent).toBe("Name, Cell");
  });
});

test("a list can be downloaded as a file", () => {
  show();
  const file = screen.getByRole("link", { name: "Excel" });
  expect(file.getAttribute("href")).toBe("/things.xlsx?x=1");
  expect(file.hasAttribute("download")).toBe(true);
});
