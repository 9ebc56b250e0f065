import { screen, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import type { FakeProcedure } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { CardReconciliation } from "./card-reconciliation.tsx";

type Cards = ApiOutputs["books"]["cardReconciliation"];

const stored = {
  from: "2026-01-01",
  to: "2026-02-28",
  opening: 100_000,
  closing: 481_234,
  statedOn: "2026-02-28",
  difference: 500,
};
const entry = {
  day: "2026-02-26",
  orderId: null,
  orderNumber: null,
  userId: null,
  payoutId: null,
  seenOn: null,
  accepted: null,
  mayBeAccepted: false,
} as const;

const someCards: Cards = {
  day: "2026-02-28",
  currency: "ZAR",
  accounts: [{ account: "PayFast", ...stored }],
  statement: 481_234,
  books: 400_000,
  lines: {
    count: 1,
    sum: -2900,
    rows: [
      {
        id: 7,
        day: "2026-02-27",
        amount: -2900,
        description: "MONTHLY_FEE",
        account: "PayFast",
        reason: "unexplained",
      },
    ],
  },
  entries: {
    count: 2,
    sum: 15_100,
    rows: [
      {
        ...entry,
        position: 41,
        event: "PaymentReceived",
        amount: 65_100,
        orderId: "00000000-0000-4000-8000-000000000001",
        orderNumber: 7003,
        thing: "payment a 1",
        seenOn: "2026-03-02",
      },
      {
        ...entry,
        position: 42,
        event: "MoneyBooked",
        amount: -50_000,
        thing: "entry 1",
        mayBeAccepted: true,
      },
    ],
  },
  before: { opening: 100_000, entries: { count: 0, sum: 0 }, sum: 100_000 },
  matched: { lines: 30, entries: 31, sum: 384_900 },
  difference: -766,
  providers: [
    {
      provider: "payfast",
      books: 400_000,
      stored: {
        ...stored,
        month: {
          from: "2026-02-01",
          opening: 381_234,
          charges: 200_000,
          refunds: -20_000,
          disputes: -30_000,
          fees: -10_000,
          payouts: -40_000,
          other: 0,
          difference: 0,
          closing: 481_234,
        },
      },
    },
    { provider: null, books: 0, stored: null },
  ],
};

function show(cardReconciliation: FakeProcedure<"books", "cardReconciliation">) {
  const pattern = "/admin/accounting";
  renderWithApi(
    <CardReconciliation />,
    { books: { cardReconciliation } },
    { path: `${pattern}?view=card&as-of=2026-02-28`, pattern },
  );
}

describe("the card provider beside its settlements", () => {
  test("is an equation, with each provider and what is on one side alone", async () => {
    const cardReconciliation = vi.fn<FakeProcedure<"books", "cardReconciliation">>(() => someCards);
    show(cardReconciliation);
    const providers = within(
      await screen.findByRole("region", { name: "Table of card providers" }),
    );
    expect(providers.getByText("PayFast")).toBeTruthy();
    expect(providers.getAllByText("Not known")).toHaveLength(2);
    expect(cardReconciliation).toHaveBeenCalledWith({ asOf: "2026-02-28" });
    expect(screen.getByText("+ Unexplained difference")).toBeTruthy();
    expect(screen.getByText(/a transaction or a page is missing/)).toBeTruthy();

    const moved = within(screen.getByRole("region", { name: "PayFast in the month" }));
    for (const name of ["Card payments", "Refunds", "Disputes", "Fees", "Payouts"])
      expect(moved.getByText(name)).toBeTruthy();
    expect(moved.queryByText("Other transactions")).toBeNull();

    const lines = within(
      screen.getByRole("region", { name: "In the settlements, not in the ledger" }),
    );
    expect(lines.getByRole("link", { name: "MONTHLY_FEE" }).getAttribute("href")).toBe(
      "/admin/card-match?from=2026-02-27&to=2026-02-27&show=all",
    );
    const entries = within(
      screen.getByRole("region", { name: "In the ledger, not in the settlements" }),
    );
    expect(entries.getByRole("link", { name: "RH7003" })).toBeTruthy();
    expect(entries.getByText("2 Mar 2026")).toBeTruthy();
    expect(entries.getAllByRole("button", { name: "Accept" })).toHaveLength(1);
  });

  test("says that no settlement is stored, and what the ledger has", async () => {
    show(() => ({ ...someCards, accounts: [], providers: [] }));
    expect(await screen.findByText("No settlement stored")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Upload a settlement" })).toBeTruthy();
  });
});
