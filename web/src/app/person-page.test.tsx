import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { FakeApi, FakeProcedure } from "../testing/fake-api.ts";
import { renderWithApi } from "../testing/render.tsx";
import { aWallet } from "../testing/some-data.ts";
import { aListedUser, anAdmin } from "../testing/some-people.ts";
import { PersonPage } from "./person-page.tsx";

const user = userEvent.setup({ delay: null });
const ben = aListedUser({
  id: 12,
  firstName: "Ben",
  lastName: "Naidoo",
  actions: ["edit", "move"],
});
const person = {
  user: ben,
  currency: "ZAR",
  figures: {
    unpaid: 307_575,
    sold: 41_200_00,
    soldParts: [0, 11_200_00, 30_000_00],
    bought: 0,
    team: 18,
    orders: 12,
    recipients: 3,
    notes: 2,
  },
  openPayout: null,
  bankDetailsSavedAt: null,
} as const;

function show(path: string, answers: FakeApi = {}) {
  renderWithApi(
    <PersonPage />,
    {
      auth: { me: () => anAdmin },
      ...answers,
      people: { get: () => person, ...answers.people },
    },
    { path, pattern: "/admin/people/:id" },
  );
}

describe("a person's page", () => {
  test("shows the person, their figures and the tabs", async () => {
    show("/admin/people/12?tab=notes", {
      audit: { list: () => ({ rows: [], total: 0, isCapped: false, actions: [] }) },
    });
    expect(await screen.findByRole("heading", { level: 1, name: /Ben Naidoo/ })).toBeTruthy();
    expect(screen.getByText("R3 075.75")).toBeTruthy();
    expect(screen.getAllByRole("tab").map(({ textContent }) => textContent?.trim())).toEqual([
      "Overview",
      "Orders 12",
      "Wallet",
      "Network",
      "Recipients 3",
      "Sign-ins",
      "Messages",
      "Notes 2",
      "History",
    ]);
    expect(await screen.findByText("No notes yet")).toBeTruthy();
  });

  test("has no wallet or network tab for a customer, even if the address asks for it", async () => {
    const kim = { ...ben, role: "customer", level: null } as const;
    show("/admin/people/12?tab=wallet", {
      people: { get: () => ({ ...person, user: kim }) },
      orders: { list: () => ({ rows: [], total: 0, isCapped: false }) },
    });
    expect(await screen.findByRole("tab", { name: "Overview", selected: true })).toBeTruthy();
    expect(screen.queryByRole("tab", { name: "Wallet" })).toBeNull();
  });

  test("shows the wallet as of the end of a chosen day", async () => {
    const balanceOn = vi.fn<FakeProcedure<"statements", "balanceOn">>(() => ({
      accrued: 90_000,
      paid: 30_000,
      unpaid: 60_000,
      credit: 10_000,
      balance: 50_000,
    }));
    show("/admin/people/12?tab=wallet", {
      wallet: {
        mine: () => aWallet,
        entries: () => ({ rows: [], total: 0, sum: 0 }),
        payouts: () => ({ rows: [], total: 0 }),
      },
      statements: { balanceOn },
    });
    await user.type(await screen.findByLabelText("As of"), "22 Nov 2025{Enter}");
    const then = within(await screen.findByRole("region", { name: "At the end of 22 Nov 2025" }));
    expect(await then.findByText("R500.00")).toBeTruthy();
    expect(balanceOn).toHaveBeenCalledWith({ memberId: 12, day: "2025-11-22" });
  });

  test("shows a stockist's sales in the wallet tab", async () => {
    const sam = { ...ben, role: "stockist", level: null } as const;
    show("/admin/people/12?tab=wallet", {
      people: { get: () => ({ ...person, user: sam }) },
      wallet: {
        stockistCard: () => ({
          currency: "ZAR",
          totalSales: 600_000,
          totalSalesSinceLastPayout: 200_000,
          totalSalesWithoutStockistDiscountExcl: 700_000,
          totalSalesSinceLastPayoutWithoutStockistDiscountExcl: 250_000,
          totalUnits: 30,
          totalUnitsSinceLastPayout: 10,
          saved: 178_261,
          savedSinceLastPayout: 76_087,
          distributorPercent: 20,
          stockistMargin: 25,
          daysBetweenOrders: null,
          lastOrderAt: null,
        }),
      },
    });
    expect(await screen.findByRole("heading", { name: "Sales of this stockist" })).toBeTruthy();
    expect(screen.getByText("R6 000.00")).toBeTruthy();
    expect(screen.queryByRole("tab", { name: "Network" })).toBeNull();
  });

  test("ends a sign-in", async () => {
    const endSession = vi.fn<FakeProcedure<"people", "endSession">>(() => ({ ended: true }));
    const handle = "00000000-0000-4000-8000-000000000001";
    show("/admin/people/12?tab=sign-ins", {
      people: {
        endSession,
        sessions: () => [
          {
            handle,
            device: "Phone",
            startedAt: "2026-11-20T08:00:00Z",
            lastSeenAt: "2026-11-20T08:00:00Z",
          },
        ],
      },
    });
    await user.click(await screen.findByRole("button", { name: "End sign-in on Phone" }));
    const commandId = expect.any(String);
    await waitFor(() => expect(endSession).toHaveBeenCalledWith({ commandId, id: 12, handle }));
  });

  test("saves a note, and shows its text unformatted", async () => {
    const addNote = vi.fn<FakeProcedure<"people", "addNote">>(() => ({ added: true }));
    show("/admin/people/12?tab=notes", {
      people: { addNote },
      audit: {
        list: () => ({
          total: 1,
          isCapped: false,
          actions: [],
          rows: [
            {
              id: 1,
              at: "2026-11-20T08:00:00Z",
              actorId: 1,
              actorName: "Thandi Maseko",
              impersonatedByName: null,
              subjectId: 12,
              subjectName: "Ben Naidoo",
              action: "note.added",
              target: null,
              details: { note: "Calls <b>late</b>" },
            },
          ],
        }),
      },
    });
    const note = (await screen.findByText("Calls <b>late</b>")).closest("article");
    expect(within(note ?? document.body).getByText(/^Thandi Maseko/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Add note" }));
    expect(await screen.findByText("Please complete")).toBeTruthy();
    expect(addNote).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText(/^New note/), "Moved to Gqeberha");
    await user.click(screen.getByRole("tab", { name: "Overview" }));
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    await user.click(screen.getByRole("button", { name: "Add note" }));
    const added = { commandId: expect.any(String), id: 12, note: "Moved to Gqeberha" };
    await waitFor(() => expect(addNote).toHaveBeenCalledWith(added));
  });
});
