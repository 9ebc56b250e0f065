import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { DataList, type ListColumn } from "./data-list.tsx";

type Person = { id: string; name: string; state: string; email: string | null };

const people: Person[] = [
  { id: "1", name: "Thandi", state: "Paid", email: "thandi@example.test" },
  { id: "2", name: "Pieter", state: "To pay", email: null },
];

const columns: readonly ListColumn<Person, "name">[] = [
  { id: "name", header: "Name", sortBy: "name", onCard: "title", cell: ({ name }) => name },
  { id: "state", header: "Status", onCard: "status", cell: ({ state }) => state },
  { id: "email", header: "Email", onCard: "fact", cell: ({ email }) => email },
];

function show(options: { isPhone: boolean; isFetching?: boolean; isCapped?: boolean }) {
  vi.spyOn(window, "matchMedia").mockImplementation((media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: options.isPhone,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    }),
  );
  const onOpen = vi.fn<(person: Person) => void>();
  render(
    <MantineProvider env="test">
      <DataList
        label="people"
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        answer={{
          data: options.isCapped
            ? { rows: people, total: 1000, isCapped: true }
            : { rows: people, total: 2 },
          error: null,
          isFetching: options.isFetching ?? false,
          refetch: () => {},
        }}
        page={1}
        pageSize={20}
        onPage={() => {}}
        sort={{ by: "name", direction: "asc" }}
        onSort={() => {}}
        onOpen={onOpen}
        empty="Nobody"
      />
    </MantineProvider>,
  );
  return onOpen;
}

describe("a list", () => {
  test("is a table on a desk, whose headers are headers and say how it is sorted", () => {
    show({ isPhone: false });

    const headers = screen.getAllByRole("columnheader");
    expect(headers.map((header) => header.getAttribute("scope"))).toEqual(headers.map(() => "col"));
    expect(headers.map((header) => header.getAttribute("aria-sort"))).toEqual([
      "ascending",
      null,
      null,
      null,
    ]);
    expect(screen.getByText("2 people")).toBeTruthy();
  });

  // shows S9.22
  test("is cards on a phone, from the same columns, without what a row has nothing of", () => {
    show({ isPhone: true });

    const [first, second] = within(screen.getByRole("list", { name: "people" })).getAllByRole(
      "listitem",
    );
    expect(first?.textContent).toBe("ThandiPaidEmailthandi@example.testOpen");
    expect(second?.textContent).toBe("PieterTo payOpen");
    expect(screen.queryByRole("table")).toBeNull();
  });

  test.each([true, false])("opens a row by a button that names it (phone: %s)", async (isPhone) => {
    const onOpen = show({ isPhone });
    await userEvent.click(screen.getByRole("button", { name: "Open Pieter" }));
    expect(onOpen).toHaveBeenCalledWith(people[1]);
  });

  test("says of more rows than are counted that there are more, and goes on", () => {
    show({ isPhone: false, isCapped: true });
    expect(screen.getByRole("status").textContent).toBe("1 to 20 of 1,000+ people");
    expect(screen.getByRole("button", { name: "Next" }).hasAttribute("disabled")).toBe(false);
  });

  test("keeps old rows in sight while new ones are on their way", () => {
    show({ isPhone: false, isFetching: true });
    expect(screen.getByText("Thandi").closest("[aria-busy]")?.getAttribute("aria-busy")).toBe(
      "true",
    );
  });
});
