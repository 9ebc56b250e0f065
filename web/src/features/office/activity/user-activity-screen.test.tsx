import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { Breakdown, type FakeProcedure } from "../../../testing/fake-api.ts";
import { pickDays } from "../../../testing/filters.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { UserActivityScreen } from "./user-activity-screen.tsx";

const user = userEvent.setup({ delay: null });
type List = FakeProcedure<"reports", "activity">;
type Row = ApiOutputs["reports"]["activity"]["rows"][number];

const ben: Row = {
  id: 12,
  fullName: "Ben Naidoo",
  email: "ben.l2@shop.test",
  role: "distributor",
  level: 2,
  lastSeenAt: "2026-03-09T12:05:00.000Z",
  lastDevice: "Chrome on Android",
  signIns: 14,
  lastAction: "bank-details.saved",
  lastActionAt: "2026-03-08T12:05:00.000Z",
};

function show(activity: List, at = "") {
  renderWithApi(
    <UserActivityScreen />,
    { reports: { activity } },
    { path: `/admin/distributor-activity${at}`, pattern: "/admin/distributor-activity" },
  );
}

const answer = (rows: Row[]) => ({ rows, total: rows.length });

describe("user activity", () => {
  // shows S2.44
  test("shows when a user last signed in, with which device, and the last action", async () => {
    vi.setSystemTime("2026-03-09T15:05:00.000Z");
    show(() => answer([ben]));
    const row = within(await screen.findByRole("row", { name: /Ben Naidoo/ }));
    vi.useRealTimers();

    for (const words of [
      "ben.l2@shop.test",
      "Distributor, level 2",
      "Chrome on Android",
      "14",
      "Saved bank details",
      "yesterday",
    ])
      expect(row.getByText(words)).toBeTruthy();
    expect(row.getByText("3 hours ago").title).toBe("9 Mar 2026, 14:05");
  });

  test("shows “Never” for a user who has not signed in", async () => {
    show(() =>
      answer([
        { ...ben, lastSeenAt: null, lastDevice: null, lastAction: null, lastActionAt: null },
      ]),
    );
    expect(await screen.findByText("Never")).toBeTruthy();
  });

  test("is filtered, searched and sorted by the server", async () => {
    const list = vi.fn<List>(() => answer([ben]));
    show(list);
    await user.click(await screen.findByRole("button", { name: "Role" }));
    await user.click(await screen.findByRole("radio", { name: "Stockist" }));
    await pickDays(user, "2026-03-01", "2026-03-09");
    await user.type(screen.getByLabelText("Search people"), "ben");
    await user.click(
      within(await screen.findByRole("columnheader", { name: "Sign-ins" })).getByRole("button"),
    );
    await vi.waitFor(() =>
      expect(list).toHaveBeenLastCalledWith({
        page: 1,
        pageSize: 20,
        role: "stockist",
        from: "2026-03-01",
        to: "2026-03-09",
        search: "ben",
        sort: { by: "signIns", direction: "desc" },
      }),
    );
  });

  test("shows that no user matches, and that loading failed", async () => {
    let isBroken = true;
    show(({ search }) => {
      if (isBroken) throw new Breakdown();
      return answer(search ? [] : [ben]);
    }, "?search=zz");
    expect(await screen.findByText("We could not load people.")).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await user.click(await screen.findByRole("button", { name: "Clear all" }));
    expect(await screen.findByRole("row", { name: /Ben/ })).toBeTruthy();
  });
});
