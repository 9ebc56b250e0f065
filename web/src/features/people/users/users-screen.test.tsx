import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { SignedInUser } from "../../../session/session.tsx";
import { Breakdown, type FakeApi, type FakeProcedure, Refusal } from "../../../testing/fake-api.ts";
import { onPhone } from "../../../testing/phone-width.ts";
import { pickFilter } from "../../../testing/filters.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor, someProducts } from "../../../testing/some-data.ts";
import {
  aListedCustomer,
  aListedStockist,
  aListedUser,
  anAdmin,
  someUsers,
} from "../../../testing/some-people.ts";
import { UserList } from "./user-list.tsx";
import { UsersScreen } from "./users-screen.tsx";

const user = userEvent.setup({ delay: null });
type List = FakeProcedure<"users", "list">;

function show(
  users: NonNullable<FakeApi["users"]>,
  options: { at?: string; viewer?: SignedInUser } = {},
) {
  const { viewer = anAdmin, at = "" } = options;
  renderWithApi(
    viewer.role === "admin" ? <UsersScreen /> : <UserList viewer={viewer} />,
    {
      auth: { me: () => viewer },
      catalog: { products: () => someProducts },
      users: { list: () => someUsers([aListedUser()]), ...users },
    },
    { path: `/admin/users${at}`, pattern: "/admin/users" },
  );
}

const lastInput = (list: ReturnType<typeof vi.fn<List>>) => list.mock.calls.at(-1)?.[0];

describe("the list of users", () => {
  test("shows name, position and state of each person", async () => {
    show(
      { list: () => someUsers([aListedUser(), aListedStockist]) },
      { at: "?columns=created.id.email.cell.area" },
    );
    const row = within(await screen.findByRole("row", { name: /Cara Botha/ }));

    for (const words of [
      "17",
      "cara.l3@shop.test",
      "082 123 4567",
      "Distributor",
      "Level 3",
      "Ben Naidoo",
      "CARA",
      "Overberg",
      "4 Jan 2026",
      "Never",
      "Active",
    ])
      expect(row.getByText(words)).toBeTruthy();
    expect(
      within(screen.getByRole("row", { name: /Sam Pillay/ })).getByText("Margin 30%"),
    ).toBeTruthy();
  });

  test("shows that a role has more than were counted, and so have all", async () => {
    const counts = {
      admin: 2,
      accountant: 0,
      distributor: 40,
      school: 3,
      stockist: 12,
      customer: 1000,
    };
    show({
      list: () => ({
        ...someUsers([aListedUser()]),
        total: 1000,
        isCapped: true,
        counts,
        cappedRoles: ["customer"],
      }),
    });
    expect(await screen.findByRole("tab", { name: "All 1\u00a0000+" })).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Customers 1\u00a0000+" })).toBeTruthy();
    expect(screen.getByRole("tab", { name: "Distributors 40" })).toBeTruthy();
    expect(screen.getByText(/of 1 000\+ users/)).toBeTruthy();
  });

  // shows S2.37
  test("shows the count of each role, and of all, in the tabs", async () => {
    show({});
    expect(await screen.findByRole("tab", { name: "All 1\u00a0000" })).toBeTruthy();
    for (const name of [
      "Admins 2",
      "Accountants",
      "Distributors 40",
      "Schools 3",
      "Stockists 12",
      "Customers 943",
    ])
      expect(screen.getByRole("tab", { name })).toBeTruthy();
  });

  // shows S6.7
  test("keeps role, level, deleted, search, sort and page in the URL", async () => {
    const list = vi.fn<List>(() => ({ ...someUsers([aListedUser()]), total: 45 }));
    show({ list });
    await user.click(await screen.findByRole("tab", { name: /^Distributors/ }));
    await pickFilter(user, "Level", "Level 2");
    await user.click(screen.getByRole("button", { name: "Show deleted" }));
    await user.selectOptions(screen.getByLabelText("Sort"), "Newest first");
    await user.type(screen.getByLabelText("Search users"), "cara");
    await vi.waitFor(() => expect(window.location.search).toContain("search=cara"));
    await user.click(await screen.findByRole("button", { name: "Next page" }));

    expect(new URLSearchParams(window.location.search)).toEqual(
      new URLSearchParams(
        "role=distributor&level=2&deleted=1&sort=created-desc&search=cara&page=2",
      ),
    );
    await vi.waitFor(() =>
      expect(lastInput(list)).toEqual({
        page: 2,
        pageSize: 20,
        role: "distributor",
        level: 2,
        showDeleted: true,
        search: "cara",
        sort: { by: "created", direction: "desc" },
      }),
    );
  });

  test("applies the filters of a URL, and ignores invalid ones", async () => {
    const list = vi.fn<List>(() => someUsers([aListedUser()]));
    show({ list }, { at: "?role=emperor&level=9&deleted=yes&sort=password-asc&page=-4" });
    await screen.findByRole("row", { name: /Cara/ });
    expect(lastInput(list)).toEqual({
      page: 1,
      pageSize: 20,
      showDeleted: false,
      sort: { by: "name", direction: "asc" },
    });
  });

  test("shows a person's state in words", async () => {
    show({
      list: () =>
        someUsers([
          aListedUser({ id: 1, verified: false }),
          aListedUser({ id: 2, firstName: "Lost", active: false }),
        ]),
    });
    expect(await screen.findByText("Not verified")).toBeTruthy();
    expect(screen.getByText("Deleted")).toBeTruthy();
  });

  test("says when nothing matches, and clears the filters", async () => {
    show({ list: ({ search }) => someUsers(search ? [] : [aListedUser()]) }, { at: "?search=zz" });
    await user.click(await screen.findByRole("button", { name: "Clear all" }));
    expect(await screen.findByRole("row", { name: /Cara/ })).toBeTruthy();
  });

  test("are cleared with their order on a phone, where it is one of the filters", async () => {
    onPhone();
    show({}, { at: "?sort=email-asc&deleted=1" });
    await user.click(await screen.findByRole("button", { name: "Filters, 2 in use" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Filters" }));
    await user.click(sheet.getByRole("button", { name: "Clear all" }));
    expect(window.location.search).toBe("");
  });

  test("says when there is no one, and when it cannot be loaded", async () => {
    let isBroken = true;
    show({
      list: () => {
        if (isBroken) throw new Breakdown();
        return someUsers([]);
      },
    });
    expect(await screen.findByText("We could not load users.")).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No users yet")).toBeTruthy();
  });

  // shows S6.13
  test("shows store credit to developers only", async () => {
    const list = () => someUsers([aListedUser({ credit: 4550 })]);
    show({ list }, { viewer: { ...anAdmin, developer: true } });
    expect(await screen.findByText("R45.50")).toBeTruthy();
  });

  test("has no credit column for an admin", async () => {
    show({});
    await screen.findByRole("row", { name: /Cara/ });
    expect(screen.queryByRole("columnheader", { name: "Credit" })).toBeNull();
  });
});

describe("the sheet of a person", () => {
  test("opens for a person who is not on the current page", async () => {
    const list: List = ({ id }) => someUsers([id === 17 ? aListedUser() : aListedStockist]);
    show({ list }, { at: "?user=17" });
    expect(await screen.findByRole("dialog", { name: "Cara Botha" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Open Cara Botha" })).toBeNull();
  });

  test("opens at a URL of its own, with further details and the actions", async () => {
    show({});
    await user.click(await screen.findByRole("link", { name: "Open Cara Botha" }));
    expect(window.location.search).toBe("?user=17");

    const sheet = within(await screen.findByRole("dialog", { name: "Cara Botha" }));
    for (const words of ["cara.l3@shop.test", "082 123 4567", "Overberg", "4 Jan 2026"])
      expect(sheet.getByText(words)).toBeTruthy();
    await user.click(sheet.getByRole("button", { name: "Actions for Cara Botha" }));
    expect(await screen.findByRole("menuitem", { name: "Delete…" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: "Edit…" })).toBeNull();
    await user.keyboard("{Escape}");

    await user.click(sheet.getByRole("button", { name: "Close" }));
    expect(window.location.search).toBe("");
  });
});

describe("the list of a distributor", () => {
  test.each([
    [1, ["Distributors", "Schools", "Stockists", "Customers"], "distributor"],
    [2, ["Distributors", "Schools", "Stockists", "Customers"], "distributor"],
    [3, ["Stockists", "Customers"], "stockist"],
  ] as const)("has at level %i the roles %j, starting with %s", async (level, tabs, role) => {
    const list = vi.fn<List>(() => someUsers([aListedStockist]));
    show({ list }, { viewer: { ...aDistributor, level } });
    await screen.findByRole("row", { name: /Sam/ });

    const shown = within(screen.getByRole("tablist", { name: "Role" })).getAllByRole("tab");
    expect(shown.map(({ textContent }) => textContent?.replace(/[ \d]+/, ""))).toEqual(tabs);
    expect(lastInput(list)).toMatchObject({ role, showDeleted: false });
    expect(screen.queryByRole("button", { name: "Show deleted" })).toBeNull();
    expect(screen.getByRole("button", { name: "Add person" })).toBeTruthy();
  });

  // shows S6.10
  test("ignores filters in the URL that the viewer may not use", async () => {
    const list = vi.fn<List>(() => someUsers([aListedStockist]));
    show({ list }, { viewer: { ...aDistributor, level: 3 }, at: "?role=admin&deleted=1" });
    await screen.findByRole("row", { name: /Sam/ });
    expect(lastInput(list)).toMatchObject({ role: "stockist", showDeleted: false });
  });
});

describe("actions without a dialog", () => {
  const unverified = aListedUser({ verified: false, actions: ["resend", "copy-link"] });
  async function choose(name: string) {
    await user.click(await screen.findByRole("button", { name: "Actions for Cara Botha" }));
    await user.click(await screen.findByRole("menuitem", { name }));
  }

  // shows S4.12, S8.17
  test("the registration email is sent again", async () => {
    const resendOptIn = vi.fn<FakeProcedure<"users", "resendOptIn">>(() => ({ sent: true }));
    show({ list: () => someUsers([unverified]), resendOptIn });
    await choose("Resend registration (email, SMS)");

    expect(await screen.findByText("Registration email re-sent!")).toBeTruthy();
    expect(resendOptIn).toHaveBeenCalledWith({ id: 17 });
  });

  test("or a failure is shown", async () => {
    show({
      list: () => someUsers([unverified]),
      resendOptIn: () => {
        throw new Refusal("account.already-verified");
      },
    });
    await choose("Resend registration (email, SMS)");
    expect(
      await screen.findByText("This person has already completed their registration."),
    ).toBeTruthy();
  });

  // shows S2.6, S8.21
  test("the link is copied", async () => {
    show({ list: () => someUsers([unverified]) });
    await choose("Copy shop link");
    expect(await screen.findByText("Copied!")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/via/CARA`);
  });

  test("or shown if the browser cannot copy it", async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
    Object.assign(document, { execCommand: () => false });
    show({ list: () => someUsers([unverified]) });
    await choose("Copy shop link");
    expect(await screen.findByText(/Cara Botha’s link is .*\/via\/CARA/)).toBeTruthy();
  });
});

describe("several selected people", () => {
  const waiting = (id: number, lastName: string) =>
    aListedUser({ id, lastName, verified: false, actions: ["resend", "edit"] });
  const people = [
    waiting(17, "Botha"),
    waiting(18, "Smit"),
    aListedUser({ id: 19, lastName: "Fourie" }),
  ];
  const box = (name: string) => screen.findByRole("checkbox", { name: `Select ${name}` });

  test("are sent the registration again, with the outcome for each", async () => {
    const resendToMany = vi.fn<FakeProcedure<"users", "resendToMany">>(() => ({
      sent: 1,
      failed: [{ id: 18, reason: "access.too-many-tries", message: "Too many attempts." }],
    }));
    show({ list: () => someUsers(people), resendToMany });
    await user.click(await box("Cara Fourie"));
    const bar = within(screen.getByRole("group", { name: "Selected users" }));
    expect(bar.getByText("1 selected")).toBeTruthy();
    expect(bar.getByRole("button", { name: /^Resend/ })).toHaveProperty("disabled", true);
    await user.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    await user.click(bar.getByRole("button", { name: "Resend registration (email, SMS) to 2" }));

    expect(await screen.findByText("Some emails were not sent")).toBeTruthy();
    const told = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(told).toEqual(
      expect.arrayContaining(["Cara Botha: Sent", "Cara Smit: Too many attempts."]),
    );
    expect(resendToMany).toHaveBeenCalledExactlyOnceWith({ ids: [17, 18] });
  });

  test("are exported as a workbook, as is the whole filtered list", async () => {
    const fetched = vi.fn<typeof fetch>(async () => new Response("a workbook"));
    vi.stubGlobal("fetch", fetched);
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    show({ list: () => someUsers(people) }, { at: "?role=distributor&level=2&search=cara" });
    await user.click(await box("Cara Botha"));
    await user.click(await box("Cara Smit"));
    await user.click(screen.getByRole("button", { name: "Export selected (Excel)" }));
    await user.click(screen.getByRole("button", { name: "Export (Excel)" }));
    await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
    expect(fetched.mock.calls.map(([address]) => address)).toEqual([
      "/office/users.xlsx?ids=17,18&sort=name&direction=asc",
      "/office/users.xlsx?role=distributor&level=2&search=cara&sort=name&direction=asc",
    ]);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test("a failed export shows a message", async () => {
    vi.stubGlobal("fetch", async () => Response.json({ error: "Not now." }, { status: 403 }));
    show({ list: () => someUsers(people) });
    await screen.findByText("Cara Botha");
    await user.click(screen.getByRole("button", { name: "Export (Excel)" }));
    expect(await screen.findByText("Not now.")).toBeTruthy();
    vi.unstubAllGlobals();
  });

  test("cannot be selected by a distributor", async () => {
    show({ list: () => someUsers(people) }, { viewer: aDistributor });
    await screen.findByText("Cara Botha");
    expect(screen.queryByRole("checkbox", { name: /^Select/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Export (Excel)" })).toBeNull();
  });
});

describe("the menu of a person", () => {
  test.each([
    [
      "a customer",
      aListedCustomer,
      {
        Contact: ["Edit…", "Sign in as this person…"],
        "Change role": ["Convert to distributor…", "Convert to stockist…"],
        Account: ["Delete…"],
      },
    ],
    [
      "a level 2 who is not verified",
      aListedUser({
        firstName: "Kim",
        lastName: "Dlamini",
        actions: ["resend", "edit", "uplift", "move", "copy-link", "delete", "impersonate"],
      }),
      {
        Contact: [
          "Edit…",
          "Resend registration (email, SMS)",
          "Copy shop link",
          "Sign in as this person…",
        ],
        Move: ["Move…", "Uplift to level 1…"],
        Account: ["Delete…"],
      },
    ],
    [
      "a deleted person",
      { ...aListedCustomer, active: false, actions: ["edit", "restore"] as const },
      { Contact: ["Edit…"], Account: ["Restore…"] },
    ],
  ] as const)(
    "of %s has the actions that the server allows, in groups",
    async (_who, listed, groups) => {
      show({ list: () => someUsers([{ ...listed, actions: [...listed.actions] }]) });
      await user.click(await screen.findByRole("button", { name: "Actions for Kim Dlamini" }));

      const menu = within(await screen.findByRole("menu"));
      const shown = menu.getAllByRole("group").map((group) => [
        group.getAttribute("aria-label"),
        within(group)
          .getAllByRole("menuitem")
          .map(({ textContent }) => textContent),
      ]);
      expect(Object.fromEntries(shown)).toEqual(groups);
    },
  );

  test("is absent if no action is allowed", async () => {
    show({ list: () => someUsers([aListedUser({ actions: [] })]) });
    await screen.findByRole("row", { name: /Cara/ });
    expect(screen.queryByRole("button", { name: /^Actions for/ })).toBeNull();
  });

  test("works by keyboard alone", async () => {
    show({});
    const button = await screen.findByRole("button", { name: "Actions for Cara Botha" });
    button.focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("menu");
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("Edit…"));
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("Copy shop link");
    await user.keyboard("{End}");
    expect(document.activeElement?.textContent).toBe("Delete…");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
  });

  test("is the same on a phone, and closes after a choice", async () => {
    onPhone();
    show({ list: () => someUsers([aListedCustomer]) });
    await user.click(await screen.findByRole("button", { name: "Actions for Kim Dlamini" }));

    const menu = within(await screen.findByRole("menu"));
    expect(menu.getByRole("group", { name: "Change role" })).toBeTruthy();
    await user.click(menu.getByRole("menuitem", { name: "Delete…" }));

    expect(await screen.findByRole("dialog", { name: "Are you sure?" })).toBeTruthy();
    expect(screen.queryByRole("menu")).toBeNull();
  });
});
