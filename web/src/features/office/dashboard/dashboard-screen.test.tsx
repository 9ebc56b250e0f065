import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { Breakdown } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import type { DashboardPeriod } from "@portal/shared/office/dashboard.ts";
import { DashboardScreen } from "./dashboard-screen.tsx";
import type { Dashboard } from "./figures.tsx";

const user = userEvent.setup({ delay: null });

const nothing: Dashboard = {
  now: "2026-03-09T15:05:00.000Z",
  period: "30-days",
  work: {
    currency: "ZAR",
    proposals: { count: 0 },
    payouts: { count: 0, sum: 0, oldestAt: null },
    bankLines: { count: 0, sum: 0 },
    overpaid: { count: 0, sum: 0 },
    underpaid: { count: 0, sum: 0 },
    sentUnpaid: { count: 0, sum: 0 },
    toShip: { count: 0, oldestAt: null },
    toPack: { count: 0, oldestAt: null },
    toQuote: { count: 0 },
    questions: { count: 0 },
    failedMails: { count: 0 },
    urgentUnsent: { count: 0 },
    contactMessages: { count: 0 },
    notifications: { count: 0, sum: 0 },
    cardExceptions: { count: 0, from: null, to: null },
    projectionProblems: { count: 0 },
  },
  payoutStops: [],
  fullDisks: [],
  sales: {
    today: { orders: 1, total: 1400_00 },
    yesterday: { orders: 1, total: 1000_00 },
    month: {
      from: "2026-03-01",
      to: "2026-03-31",
      sold: { orders: 28, total: 40_000_00 },
      before: { orders: 40, total: 56_000_00 },
    },
    recent: { orders: 30, total: 42_000_00 },
    before: { orders: 40, total: 56_000_00 },
    days: Array.from({ length: 30 }, (_, at) => ({
      day: new Date(Date.UTC(2026, 1, 8 + at)).toISOString().slice(0, 10),
      total: 1400_00,
    })),
    daysBefore: Array.from({ length: 30 }, () => 1866_66),
    hours: [0, 700_00, 1400_00],
    hoursBefore: [0, 0, 1000_00],
  },
  owed: { available: 29_480_10, waiting: 8734_66, waitingUntil: "2026-03-20" },
  cash: { requests: { count: 6, sum: 10_906_80 }, batches: { count: 1, sum: 3430_00 } },
};

function show(
  get: (input: { period?: DashboardPeriod | undefined } | undefined | void) => Dashboard,
) {
  renderWithApi(<DashboardScreen />, { dashboard: { get } }, { path: "/admin", pattern: "/admin" });
}

describe("the dashboard", () => {
  test("shows sales compared with the previous period", async () => {
    show(() => nothing);
    const figure = async (name: string) => within(await screen.findByRole("article", { name }));
    const today = await figure("Sold today");
    expect(today.getByText("R1 400.00")).toBeTruthy();
    expect(today.getByText("40%")).toBeTruthy();
    expect(today.getByText("1 paid order. R400.00 more than this time yesterday.")).toBeTruthy();
    const recent = await figure("Sold in 30 days");
    expect(recent.getByText("25%")).toBeTruthy();
    expect(
      recent.getByText("30 paid orders. R14 000.00 less than the 30 days before."),
    ).toBeTruthy();
    expect(
      screen.getByRole("img", { name: "Sales of the last 30 days, R42\u00a0000.00 in total" }),
    ).toBeTruthy();
    expect(screen.getByText("All done")).toBeTruthy();

    const month = screen.getByRole("link", { name: "Charged in the sales report" });
    expect(month.getAttribute("href")).toBe(
      "/admin/sales-report?period=custom&from=2026-03-01&to=2026-03-31",
    );
    expect(month.parentElement?.textContent).toContain(
      "Sold this month: R40\u00a0000.00. R16\u00a0000.00 less than the same days last month.",
    );
  });

  test("shows another period when it is chosen, with its comparison", async () => {
    const asked: unknown[] = [];
    show((input) => {
      asked.push(input?.period);
      const days = ["2026-01-01", "2026-02-01", "2026-03-01"].map((day) => ({ day, total: 1 }));
      if (input?.period !== "tax-year") return nothing;
      return { ...nothing, period: "tax-year", sales: { ...nothing.sales, days } };
    });
    await user.click(await screen.findByRole("radio", { name: "Tax year" }));
    const year = within(await screen.findByRole("article", { name: "Sold this tax year" }));
    expect(
      year.getByText("30 paid orders. R14 000.00 less than the same days last year."),
    ).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Sales by month" })).toBeTruthy();
    expect(screen.getByText("January 2026")).toBeTruthy();
    expect(asked).toEqual(["30-days", "tax-year"]);
  });

  test("shows the commission owed, and what leaves the bank", async () => {
    show(() => nothing);
    const owed = await screen.findByRole("article", { name: "Commission owed" });
    expect(owed.textContent).toMatch(/R38\s214\.76/);
    expect(owed.textContent).toMatch(
      /R29\s480\.10 available · R8\s734\.66 in waiting period until 20 Mar 2026$/,
    );
    const cash = screen.getByRole("article", { name: "Leaves the bank this week" });
    expect(cash.textContent).toMatch(/R14\s336\.80/);
    expect(within(cash).getByText("6 requests")).toBeTruthy();
    expect(within(cash).getByText("1 batch")).toBeTruthy();
  });

  test("shows that payouts are stopped, with a link to the reason", async () => {
    show(() => ({ ...nothing, payoutStops: ["replay"] }));
    const notice = await screen.findByRole("alert");
    expect(notice.textContent).toContain("Payouts are stopped");
    expect(notice.textContent).toContain("do not match the ledger");
    const why = within(notice).getByRole("link", { name: "See details" });
    expect(why.getAttribute("href")).toBe("/admin/ledger-health");
  });

  test.for([
    ["low", 1.4, "Disk nearly full", "1.4 GB of 40 GB free on the disk for the database."],
    ["full", 0.1, "Disk full: orders have stopped", /0\.1 GB of 40 GB/],
  ] as const)(
    "says that the disk is %s before more is lost than time",
    async ([level, free, title, words]) => {
      const size = { freeBytes: free * 1024 ** 3, totalBytes: 40 * 1024 ** 3 };
      show(() => ({ ...nothing, fullDisks: [{ of: "database", ...size, level }] }));
      expect(await screen.findByText(title)).toBeTruthy();
      expect(screen.getByText(words)).toBeTruthy();
    },
  );

  test("shows all problems in one alert", async () => {
    const full = {
      of: "database",
      freeBytes: 1,
      totalBytes: 40 * 1024 ** 3,
      level: "full",
    } as const;
    show(() => ({ ...nothing, payoutStops: ["chain"], fullDisks: [full] }));
    const notice = await screen.findByRole("alert");
    for (const title of ["Payouts are stopped", "Disk full: orders have stopped"])
      expect(within(notice).getByText(title)).toBeTruthy();
  });

  test("links each open queue to its list, and names the empty ones", async () => {
    const { work } = nothing;
    show(() => ({
      ...nothing,
      work: {
        ...work,
        payouts: { count: 3, sum: 1234_56, oldestAt: "2026-03-01T08:00:00.000Z" },
        toShip: { count: 1000, oldestAt: "2026-03-02T08:00:00.000Z" },
      },
    }));
    const payouts = await screen.findByRole("link", { name: /Payout requests/ });
    expect(payouts.getAttribute("href")).toBe("/admin/payout-requests");
    expect(payouts.textContent).toMatch(/R1\s234.56 to pay out/);
    const ship = screen.getByRole("link", { name: /Orders to ship/ });
    expect(ship.getAttribute("href")).toBe("/admin/orders?view=to-ship");
    expect(ship.textContent).toContain("1000 or more");
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    expect(screen.getByText(/^Nothing to do in: decisions, bank payments to match, /)).toBeTruthy();
  });

  test("names every queue with its own list, and counts ages in calendar days", async () => {
    const { work } = nothing;
    show(() => ({
      ...nothing,
      // Three midnights in Johannesburg, though less than three times 24 hours.
      now: "2026-03-09T22:30:00.000Z",
      work: {
        ...work,
        toPack: { count: 2, oldestAt: "2026-03-07T21:00:00.000Z" },
        cardExceptions: { count: 5, from: "2026-01-01", to: "2026-03-31" },
        failedMails: { count: 1 },
        questions: { count: 4 },
      },
    }));
    const link = async (name: RegExp) => screen.findByRole("link", { name });
    const pack = await link(/Orders to pack for collection/);
    expect(pack.getAttribute("href")).toBe("/admin/orders?view=to-pack");
    expect(pack.querySelector('[style*="--waiting"]')).toBeTruthy();
    expect((await link(/Card exceptions/)).getAttribute("href")).toBe(
      "/admin/card-match?show=exceptions&from=2026-01-01&to=2026-03-31",
    );
    expect((await link(/Emails not sent/)).getAttribute("href")).toBe(
      "/admin/sent-emails?state=failed",
    );
    expect((await link(/Commission questions/)).getAttribute("href")).toBe(
      "/admin/entry-questions",
    );
  });

  test("shows an error when it cannot be loaded, and retries", async () => {
    let isBroken = true;
    show(() => {
      if (isBroken) throw new Breakdown();
      return nothing;
    });
    expect(await screen.findByText("We could not load the dashboard.")).toBeTruthy();
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("All done")).toBeTruthy();
  });
});
