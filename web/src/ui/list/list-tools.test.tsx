import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { renderWithApi } from "../../testing/render.tsx";
import type { ListColumn } from "./data-list.tsx";
import { ListTools, useShownColumns } from "./list-tools.tsx";

const user = userEvent.setup({ delay: null });
type Row = { id: number };
const columns: readonly ListColumn<Row>[] = [
  { id: "name", header: "Name", onCard: "title", cell: () => null },
  { id: "cell", header: "Cell", onCard: "fact", optional: "shown", cell: () => null },
  { id: "created", header: "Created", onCard: "fact", optional: "hidden", cell: () => null },
];

function Screen(props: { owner: number }) {
  const choice = useShownColumns(columns);
  return (
    <>
      <ListTools list="things" owner={props.owner} columns={choice} file="/things.xlsx?x=1" />
      <p data-testid="columns">{choice.shown.map(({ header }) => header).join(", ")}</p>
    </>
  );
}

function show(path = "/things", owner = 3) {
  return renderWithApi(<Screen owner={owner} />, {}, { path, pattern: "/things" });
}

const openDialog = async () => {
  await user.click(screen.getByRole("button", { name: "Views and columns" }));
  return within(
    await screen.findByRole("dialog", { name: "Views and columns" }, { timeout: 10_000 }),
  );
};

beforeEach(() => localStorage.clear());

describe("a view of a list", () => {
  test("is saved under a name with its filters, not with its page, and opens again", async () => {
    show("/things?role=school&page=3&order=abc");
    const dialog = await openDialog();
    await user.type(dialog.getByLabelText(/Save this view as/), "Schools");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    const link = screen.getByRole("link", { name: "Schools" });
    expect(link.getAttribute("href")).toBe("/things?role=school");
    expect(link.getAttribute("aria-current")).toBe("true");
  });

  test("is kept for whoever saved it, and forgotten when they say so", async () => {
    localStorage.setItem("views-things-3", JSON.stringify([{ name: "Mine", search: "a=1" }]));
    show("/things", 4).unmount();
    expect(screen.queryByRole("link", { name: "Mine" })).toBeNull();
    show();
    const dialog = await openDialog();
    await user.click(dialog.getByRole("button", { name: "Forget the view Mine" }));
    expect(screen.queryByRole("link", { name: "Mine" })).toBeNull();
    expect(localStorage.getItem("views-things-3")).toBe("[]");
  });

  test("needs a name, and what is no view is not shown", async () => {
    localStorage.setItem("views-things-3", '[{"name":1}]');
    show();
    const dialog = await openDialog();
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(dialog.getByText("Please complete")).toBeTruthy();
    expect(screen.queryByRole("navigation", { name: "Saved views" })).toBeNull();
  });
});

describe("the columns of a list", () => {
  test("are chosen, and stand in the address", async () => {
    show("/things?columns=cell");
    expect(screen.getByTestId("columns").textContent).toBe("Name");
    const dialog = await openDialog();
    expect(dialog.queryByRole("checkbox", { name: "Name" })).toBeNull();
    await user.click(dialog.getByRole("checkbox", { name: "Created" }));
    expect(screen.getByTestId("columns").textContent).toBe("Name, Created");
    expect(window.location.search).toBe("?columns=cell.created");
  });
});

test("a list is had as a file", () => {
  show();
  const file = screen.getByRole("link", { name: "Excel" });
  expect(file.getAttribute("href")).toBe("/things.xlsx?x=1");
  expect(file.hasAttribute("download")).toBe(true);
});
