import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DataList } from "./data-list.tsx";
import type { ListColumn } from "./list-columns.ts";
import { ChoiceBar, useChoice } from "./list-choice.tsx";

type Person = { id: string; name: string; state: string; email: string | null };

const people: Person[] = [
  { id: "1", name: "Thandi", state: "Paid", email: "thandi@example.test" },
  { id: "2", name: "Pieter", state: "To pay", email: null },
];

const nameCell = vi.fn<(person: Person) => string>(({ name }) => name);
const columns: readonly ListColumn<Person, "name">[] = [
  { id: "name", header: "Name", sortBy: "name", onPhone: "title", cell: nameCell },
  { id: "state", header: "Status", onPhone: "status", cell: ({ state }) => state },
  { id: "email", header: "Email", onlyWide: true, onPhone: "fact", cell: ({ email }) => email },
];

const onOpen = vi.fn<(person: Person) => void>();
const onPage = vi.fn<(page: number, history?: "push" | "replace") => void>();
const onPageSize = vi.fn<(rows: number) => void>();

type Shown = {
  isPhone: boolean;
  isTablet?: boolean;
  isFetching?: boolean;
  isPlaceholderData?: boolean;
  isCapped?: boolean;
  total?: number;
  hasAddress?: boolean;
  path?: string;
  page?: number;
  isEmpty?: boolean;
};

function People(options: Shown) {
  const choice = useChoice(people, ({ id }) => id);
  return (
    <>
      <DataList
        label="people"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        choice={{ ...choice, isSelecting: true }}
        answer={{
          data: options.isCapped
            ? { rows: people, total: 1000, isCapped: true }
            : { rows: options.isEmpty ? [] : people, total: options.total ?? 2 },
          error: null,
          isFetching: options.isFetching ?? false,
          isPlaceholderData: options.isPlaceholderData ?? false,
          refetch: () => {},
        }}
        list={{
          page: options.page ?? 1,
          pageSize: 20,
          goToPage: onPage,
          setPageSize: onPageSize,
          sort: { by: "name", direction: "asc" },
          sortBy: () => {},
        }}
        {...(options.hasAddress
          ? { hrefOf: ({ id }: Person) => `/people?open=${id}` }
          : { onOpen })}
        empty="No one"
      />
      <ChoiceBar
        label="Selected people"
        max={100}
        choice={choice}
        words={`${choice.chosen.length} selected`}
      >
        <button type="button">Write to them</button>
      </ChoiceBar>
    </>
  );
}

function show(options: Shown) {
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: options.isTablet === true ? media.includes("61.99em") : options.isPhone,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
  window.history.replaceState(null, "", options.path ?? "/people");
  return render(inProvider(options));
}

function inProvider(options: Shown) {
  return (
    <MantineProvider env="test">
      <People {...options} />
    </MantineProvider>
  );
}

beforeEach(() => vi.clearAllMocks());

describe("a list", () => {
  test("is a table on a wide screen, with real headers that show the sort order", () => {
    show({ isPhone: false });

    const headers = screen.getAllByRole("columnheader").slice(1);
    expect(headers.map((header) => header.getAttribute("scope"))).toEqual(headers.map(() => "col"));
    expect(headers.map((header) => header.getAttribute("aria-sort"))).toEqual([
      "ascending",
      null,
      null,
    ]);
    expect(screen.getByText("2 people")).toBeTruthy();
  });

  test("draws the cells of a table once, however often the screen is drawn", () => {
    const { rerender } = show({ isPhone: false, hasAddress: true });
    expect(nameCell).toHaveBeenCalledTimes(people.length);
    rerender(inProvider({ isPhone: false, hasAddress: true, isFetching: true }));
    expect(nameCell).toHaveBeenCalledTimes(people.length);
  });

  test("leaves out of the table what a tablet has no room for", () => {
    show({ isPhone: false, isTablet: true });

    const headers = screen.getAllByRole("columnheader").slice(1);
    expect(headers.map((header) => header.textContent)).toEqual(["Name", "Status"]);
  });

  // shows S9.22
  test("is rows of two lines on a phone, from the same columns, without empty values", () => {
    show({ isPhone: true });

    const [first, second] = within(screen.getByRole("list", { name: "people" })).getAllByRole(
      "listitem",
    );
    expect(first?.textContent).toBe("Thandithandi@example.testPaid");
    expect(second?.textContent).toBe("PieterTo pay");
    expect(screen.queryByRole("table")).toBeNull();
  });

  test.each([true, false])("opens a row by a button that names it (phone: %s)", async (isPhone) => {
    show({ isPhone });
    await userEvent.click(screen.getByRole("button", { name: "Open Pieter" }));
    expect(onOpen).toHaveBeenCalledWith(people[1]);
  });

  test("opens a row by a link if it has an address", async () => {
    show({ isPhone: false, hasAddress: true });
    await userEvent.click(screen.getByRole("link", { name: "Open Pieter" }));
    expect(window.location.search).toBe("?open=2");
  });

  test("keeps its place in the history where a row opens another page, and only there", async () => {
    const { unmount } = show({ isPhone: false, hasAddress: true });
    const entries = window.history.length;
    await userEvent.click(screen.getByRole("link", { name: "Open Pieter" }));
    await userEvent.click(screen.getByText("thandi@example.test"));
    expect(window.history.length).toBe(entries);
    unmount();

    show({ isPhone: false, hasAddress: true, path: "/customers" });
    await userEvent.click(screen.getByRole("link", { name: "Open Pieter" }));
    expect(window.location.pathname).toBe("/people");
    expect(window.history.length).toBe(entries + 1);
  });

  test("opens a row by a click anywhere except on its checkbox", async () => {
    show({ isPhone: false });
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Thandi" }));
    expect(onOpen).not.toHaveBeenCalled();
    await userEvent.click(screen.getByText("thandi@example.test"));
    expect(onOpen).toHaveBeenCalledWith(people[0]);
  });

  test("is navigated with J and K, opened with Enter and selected with X", async () => {
    show({ isPhone: false });
    screen.getByRole("region", { name: "Table of people" }).focus();
    await userEvent.keyboard("jjx");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Open Pieter" }));
    expect(screen.getByRole("group", { name: "Selected people" }).textContent).toContain(
      "1 selected",
    );
    await userEvent.keyboard("k{Enter}");
    expect(onOpen).toHaveBeenCalledWith(people[0]);
  });

  test("can be selected row by row or as a whole", async () => {
    show({ isPhone: false });
    expect(screen.queryByRole("group", { name: "Selected people" })).toBeNull();
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Pieter" }));
    const bar = within(screen.getByRole("group", { name: "Selected people" }));
    expect(bar.getByText("1 selected")).toBeTruthy();
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    expect(bar.getByText("2 selected")).toBeTruthy();
    await userEvent.click(bar.getByRole("button", { name: "Clear selection" }));
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select Pieter" }).checked).toBe(
      false,
    );
  });

  test("can be selected row by row on a phone in selection mode", async () => {
    show({ isPhone: true });
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Thandi" }));
    expect(screen.getByRole("group", { name: "Selected people" }).textContent).toContain(
      "1 selected",
    );
    expect(onOpen).not.toHaveBeenCalled();
  });

  test("has pages, with a choice of rows per page", async () => {
    show({ isPhone: false, total: 1234 });
    expect(screen.getByRole("status").textContent).toBe("1 to 20 of 1\u00a0234 people");
    await userEvent.click(screen.getByRole("button", { name: "Page 2" }));
    expect(onPage).toHaveBeenLastCalledWith(2);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Rows on a page" }), "50");
    expect(onPageSize).toHaveBeenCalledWith(50);
  });

  test("goes to the last page from one whose last row was dealt with", () => {
    const left = { isPhone: false, isEmpty: true, page: 4, total: 40 };
    const { rerender } = show({ ...left, isPlaceholderData: true });
    expect(onPage).not.toHaveBeenCalled();
    rerender(inProvider(left));
    expect(onPage.mock.calls).toEqual([[2, "replace"]]);
    expect(screen.queryByText("No one")).toBeNull();
  });

  test("shows that a count is capped, and offers the next page", () => {
    show({ isPhone: false, isCapped: true });
    expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
      "1 to 20 of 1\u00a0000+ people",
    );
    expect(screen.getByRole("button", { name: "Next page" }).hasAttribute("disabled")).toBe(false);
  });

  test("keeps the old rows while new ones load", () => {
    show({ isPhone: false, isFetching: true, isPlaceholderData: true });
    expect(screen.getByText("Thandi").closest("[aria-busy=true][data-stale]")).toBeTruthy();
  });

  test("does not dim rows while they are only refetched", () => {
    show({ isPhone: false, isFetching: true });
    expect(screen.getByText("Thandi").closest("[aria-busy=true]")).toBeTruthy();
    expect(screen.getByText("Thandi").closest("[data-stale]")).toBeNull();
  });
});
