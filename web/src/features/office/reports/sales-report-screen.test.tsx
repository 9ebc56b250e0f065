import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { Breakdown, type FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { SalesReportScreen } from "./sales-report-screen.tsx";

const user = userEvent.setup({ delay: null });
type Sales = FakeProcedure<"reports", "sales">;
type Report = ApiOutputs["reports"]["sales"];

const figures = {
  orders: 1200,
  units: 4800,
  totalSales: 1_356_528_00,
  commissionable: 1_300_000_05,
  charged: 1_500_000_00,
  delivery: 120_000_00,
  refunds: 325_00,
  exclVat: 1_408_695_65,
  vat: 211_304_35,
  inclVat: 1_620_000_00,
};
const report: Report = {
  rows: [
    { key: "94", name: "Original 50ml", memberLevel: null, currency: "ZAR", ...figures },
    { key: "7", name: null, memberLevel: null, currency: "ZAR", ...figures, units: 1 },
  ],
  total: 2,
  groupBy: "product",
  delivery: [{ currency: "ZAR", ...figures, units: 0, charged: 0, inclVat: 120_000_00 }],
  totals: [{ currency: "ZAR", ...figures, units: 4801 }],
  before: {
    from: "2026-10-01",
    to: "2026-10-21",
    totals: [{ currency: "ZAR", ...figures, totalSales: 1_200_000_00 }],
  },
  unitValues: [{ region: "za", currency: "ZAR", unitValue: 282_61 }],
  behind: 0,
  late: { rows: [], count: 0 },
};

beforeEach(() => {
  vi.setSystemTime("2026-11-21T10:00:00.000Z");
  return () => vi.useRealTimers();
});

function show(sales: Sales, at = "") {
  renderWithApi(
    <SalesReportScreen />,
    { reports: { sales }, orders: { sellers: () => [] } },
    { path: `/admin/sales-report${at}`, pattern: "/admin/sales-report" },
  );
}

describe("the sales report", () => {
  // shows S2.46, S9.6
  test("shows groups, their totals, and the unit value", async () => {
    show(() => report);
    const table = await screen.findByRole("region", { name: "Table of products" });
    const row = within(within(table).getByRole("row", { name: /Original 50ml/ }));
    expect(row.getByText("4 800")).toBeTruthy();
    expect(row.getByText("R1 356 528.00")).toBeTruthy();
    expect(within(table).getByRole("row", { name: /Removed product 7/ })).toBeTruthy();
    expect(row.getByText("R211 304.35")).toBeTruthy();
    const delivery = within(within(table).getByRole("row", { name: /^Delivery/ }));
    expect(delivery.getByText("R120 000.00")).toBeTruthy();
    expect(screen.getByText(/^2 products/)).toBeTruthy();
    const total = within(table).getAllByRole("row").at(-1);
    expect(total?.textContent).toContain("Total1\u00a02004\u00a0801");
    expect(screen.getByText("Units × unit value, excl. VAT.")).toBeTruthy();
    expect(screen.getByText("R282.61")).toBeTruthy();
    expect(screen.getByText(/ to .* \(Johannesburg time\)$/)).toBeTruthy();
  });

  // shows T135
  test("lists what was recorded after its month was closed, with its own day", async () => {
    const row = {
      ...figures,
      position: 7,
      orderNumber: 1042,
      type: "OrderPaid" as const,
      happenedOn: "2026-10-20",
      day: "2026-11-01",
      currency: "ZAR" as const,
      charged: 5652_20,
    };
    show(() => ({ ...report, late: { rows: [row], count: 3 } }));
    const late = within(await screen.findByRole("region", { name: "Recorded late" }));
    expect(late.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Order 1042: paid on 20 Oct 2026, counted on 1 Nov 2026, R5\u00a0652.20 charged",
      "and 2 more",
    ]);
  });

  test("shows the total first, with its comparison", async () => {
    show(() => report);
    const sum = within(await screen.findByRole("region", { name: "Total sales" }));
    expect(sum.getByText("R1 356 528.00")).toBeTruthy();
    expect(sum.getByText("13%")).toBeTruthy();
    expect(
      sum.getByText(
        "1 200 orders, 4 801 units. 13% more than the previous period (1 Oct 2026 to 21 Oct 2026).",
      ),
    ).toBeTruthy();
  });

  test("lists months chronologically", async () => {
    const sales = vi.fn<Sales>(() => ({ ...report, groupBy: "month" }));
    show(sales, "?group=month");
    const month = await screen.findByRole("columnheader", { name: "Month" });
    expect(month.getAttribute("aria-sort")).toBe("ascending");
    expect(sales.mock.lastCall?.[0]).toMatchObject({ sort: { by: "name", direction: "asc" } });
  });

  test("queries what is chosen, and exports the same", async () => {
    const sales = vi.fn<Sales>(() => report);
    show(sales);
    await screen.findByText("Original 50ml");
    expect(sales).toHaveBeenLastCalledWith({
      from: "2026-11-01",
      to: "2026-11-30",
      groupBy: "product",
      page: 1,
      pageSize: 20,
      sort: { by: "totalSales", direction: "desc" },
    });
    await user.click(screen.getByRole("button", { name: "Period: This month" }));
    await user.click(await screen.findByRole("radio", { name: "Tax year" }));
    await user.click(screen.getByRole("radio", { name: "Person" }));
    await user.click(screen.getByRole("button", { name: "Buyer" }));
    await user.click(await screen.findByRole("radio", { name: "Stockists" }));
    await user.click(screen.getByRole("button", { name: "More filters" }));
    await user.click(await screen.findByRole("radio", { name: "Card" }));
    await user.click(
      within(await screen.findByRole("columnheader", { name: "Units" })).getByRole("button"),
    );
    const asked = {
      from: "2026-03-01",
      to: "2027-02-28",
      groupBy: "person",
      role: "stockist",
      method: "card",
    };
    await vi.waitFor(() =>
      expect(sales).toHaveBeenLastCalledWith({
        ...asked,
        page: 1,
        pageSize: 20,
        sort: { by: "units", direction: "desc" },
      }),
    );
    const href = screen.getByRole("link", { name: "Excel" }).getAttribute("href") ?? "";
    expect(Object.fromEntries(new URL(href, "http://shop.test").searchParams)).toEqual({
      ...asked,
      sort: "units",
      direction: "desc",
      format: "xlsx",
    });
  });

  test("keeps the rows of one grouping until those of another are loaded", async () => {
    const { promise } = Promise.withResolvers<Report>();
    show(({ groupBy }) => (groupBy === "month" ? promise : report));
    await screen.findByText("Original 50ml");
    await user.click(screen.getByRole("radio", { name: "Month" }));
    expect(screen.getByText("Original 50ml")).toBeTruthy();
    expect(screen.getByRole("columnheader", { name: "Product" })).toBeTruthy();
  });

  test("takes custom days from the address, and ignores invalid ones", async () => {
    const sales = vi.fn<Sales>(() => report);
    show(sales, "?period=custom&from=2026-02-03&to=2026-02-04&role=nobody&product=1e3&region=uk");
    await screen.findByText("Original 50ml");
    expect(sales).toHaveBeenLastCalledWith(
      expect.objectContaining({ from: "2026-02-03", to: "2026-02-04", region: "uk" }),
    );
    expect(sales.mock.lastCall?.[0]).not.toHaveProperty("role");
    expect(sales.mock.lastCall?.[0]).not.toHaveProperty("productId");
    expect(screen.getByRole("button", { name: "Period: 3 Feb to 4 Feb 2026" })).toBeTruthy();
  });

  test("shows that nothing was sold, that loading failed, and that figures lag behind", async () => {
    let answer: Report | null = null;
    show(() => {
      if (!answer) throw new Breakdown();
      return answer;
    });
    expect(await screen.findByText("We could not load products.")).toBeTruthy();
    answer = { ...report, rows: [], delivery: [], totals: [], total: 0, behind: 5000 };
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("No sales in this period")).toBeTruthy();
    expect(screen.getByText("Recent sales are still being added")).toBeTruthy();
  });
});
