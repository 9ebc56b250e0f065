import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { Breakdown, type FakeProcedure } from "../../../testing/fake-api.ts";
import { onPhone } from "../../../testing/phone-width.ts";
import { pickDays, pickFilter } from "../../../testing/filters.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aListedUser, aUserDetail, someUsers } from "../../../testing/some-people.ts";
import { AuditScreen } from "./audit-screen.tsx";

const user = userEvent.setup({ delay: null });
type List = FakeProcedure<"audit", "list">;
type Row = ApiOutputs["audit"]["list"]["rows"][number];

const anEntry: Row = {
  id: 5,
  at: "2026-03-09T12:05:00.000Z",
  actorId: 1,
  actorName: "Olive Jacobs",
  impersonatedByName: null,
  subjectId: 17,
  subjectName: "Cara Botha",
  action: "user.deleted",
  target: null,
  details: { reason: "asked by phone" },
};

function show(list: List, at = "") {
  renderWithApi(
    <AuditScreen />,
    {
      audit: { list },
      users: {
        list: () => someUsers([aListedUser()]),
        byId: () => aUserDetail(aListedUser()),
      },
    },
    { path: `/admin/audit${at}`, pattern: "/admin/audit" },
  );
}

const answer = (rows: Row[]) => ({
  rows,
  total: rows.length,
  isCapped: false,
  actions: ["user.deleted", "payout.paid", "new.thing"],
});

describe("the audit log", () => {
  test("shows actor, action, affected person and time in words", async () => {
    show(() => answer([anEntry]));
    const row = within(await screen.findByRole("row", { name: /Olive Jacobs/ }));
    for (const words of [
      "9 Mar 2026, 14:05",
      "deleted a person",
      "Cara Botha",
      "reason: asked by phone",
    ])
      expect(row.getByText(words)).toBeTruthy();
  });

  test("names the admin and the impersonated user", async () => {
    show(() =>
      answer([{ ...anEntry, actorName: "Ben Naidoo", impersonatedByName: "Olive Jacobs" }]),
    );
    const row = within(await screen.findByRole("row", { name: /Olive Jacobs/ }));
    expect(row.getByText(/^viewing as/).textContent).toBe(" viewing as Ben Naidoo");
    expect(row.getByRole("link", { name: "Ben Naidoo" })).toBeTruthy();
  });

  test("shows unknown actions by their name, and people without a name by their number", async () => {
    show(() =>
      answer([
        {
          ...anEntry,
          action: "new.thing",
          actorId: null,
          actorName: null,
          subjectName: null,
          target: "7f2c1d1e-0000-4000-8000-000000000001",
        },
      ]),
    );
    const row = within(await screen.findByRole("row", { name: /System/ }));
    expect(row.getByText("new.thing")).toBeTruthy();
    expect(row.getByText("User 17")).toBeTruthy();
    expect(row.getByText("7f2c1d1e…").title).toBe("7f2c1d1e-0000-4000-8000-000000000001");
  });

  test("does not repeat the name of an actor who changed their own account", async () => {
    onPhone();
    show(() => answer([{ ...anEntry, actorId: 17, actorName: "Cara Botha", details: {} }]));
    const card = within(await screen.findByRole("listitem"));
    expect(card.getAllByText("Cara Botha")).toHaveLength(1);
    expect(card.queryByText("Affected person")).toBeNull();
    expect(card.queryByText("Details")).toBeNull();
  });

  test("is filtered by person, action and days, all in the address", async () => {
    const list = vi.fn<List>(() => answer([anEntry]));
    show(list);
    await user.click(await screen.findByRole("button", { name: "Done by" }));
    await user.click(await screen.findByRole("combobox", { name: "Done by" }));
    await user.click(await screen.findByRole("option", { name: /Cara Botha/ }));
    await pickFilter(user, "Action", "Marked a payout as paid");
    await pickDays(user, "2026-03-01", "2026-03-31");

    await vi.waitFor(() =>
      expect(list).toHaveBeenLastCalledWith({
        page: 1,
        pageSize: 20,
        actorId: 17,
        action: "payout.paid",
        from: "2026-03-01",
        to: "2026-03-31",
      }),
    );
    expect(new URLSearchParams(window.location.search)).toEqual(
      new URLSearchParams("actor=17&action=payout.paid&from=2026-03-01&to=2026-03-31"),
    );
  });

  test("is searched by text, and exported with what is listed", async () => {
    const list = vi.fn<List>(() => answer([anEntry]));
    show(list, "?action=payout.paid");
    const file = await screen.findByRole("link", { name: "Excel" });
    expect(file.getAttribute("href")).toBe("/office/audit.xlsx?action=payout.paid");
    expect(file.hasAttribute("download")).toBe(true);
    await user.type(screen.getByRole("searchbox", { name: "Search audit log" }), "brother");
    await vi.waitFor(() =>
      expect(list).toHaveBeenLastCalledWith({
        page: 1,
        pageSize: 20,
        action: "payout.paid",
        search: "brother",
      }),
    );
    expect(screen.getByRole("link", { name: "Excel" }).getAttribute("href")).toBe(
      "/office/audit.xlsx?search=brother&action=payout.paid",
    );
  });

  test("shows the person in the address, and ignores invalid ids and days", async () => {
    const list = vi.fn<List>(() => answer([anEntry]));
    show(list, "?subject=17&actor=1e9&from=yesterday&to=2026-02-31x");
    await screen.findByRole("row", { name: /Olive/ });
    expect(list).toHaveBeenLastCalledWith({ page: 1, pageSize: 20, subjectId: 17 });
    expect(await screen.findByRole("button", { name: "Affected person: Cara Botha" })).toBeTruthy();
  });

  test("shows that nothing matches, and that loading failed", async () => {
    let isBroken = true;
    show(({ action }) => {
      if (isBroken) throw new Breakdown();
      return answer(action ? [] : [anEntry]);
    }, "?action=payout.paid");
    expect(await screen.findByText("We could not load entries.")).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await user.click(await screen.findByRole("button", { name: "Clear all" }));
    expect(await screen.findByRole("row", { name: /Olive/ })).toBeTruthy();
  });

  test("is a list of cards on a phone", async () => {
    onPhone();
    show(() => answer([anEntry]));
    expect(within(await screen.findByRole("listitem")).getByText("deleted a person")).toBeTruthy();
  });
});
