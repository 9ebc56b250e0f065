import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeProcedure, LostLine } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { CardMatchScreen } from "./card-match-screen.tsx";
import type { CardMatchList, MatchedPayment } from "./card-match-sheet.tsx";

type List = FakeProcedure<"cardMatch", "list">;

const user = userEvent.setup({ delay: null });
const at = { path: "/admin/card-match", pattern: "/admin/card-match" };

const payment = (changes: Partial<MatchedPayment> = {}): MatchedPayment => ({
  kind: "payment",
  type: "FUNDS_RECEIVED",
  paymentId: "1089250",
  orderId: null,
  orderNumber: 1042,
  day: "2026-11-02",
  state: "fee-differs",
  notification: "applied",
  paidOutOn: "2026-11-04",
  ledger: { amount: 129_900, fee: 4588 },
  settlement: {
    lineId: 31,
    day: "2026-11-02",
    amount: 129_900,
    fee: 4688,
    net: 125_212,
    bookedFee: null,
  },
  explained: null,
  ignored: null,
  ...changes,
});
const answer = (rows: MatchedPayment[]): CardMatchList => ({
  currency: "ZAR",
  from: "2026-11-01",
  to: "2026-11-30",
  rows,
  total: rows.length,
  fees: [],
  bookedFees: [],
  summary: {
    counts: {
      "missing-in-ledger": 0,
      "missing-in-settlement": 0,
      "amount-differs": 0,
      "fee-differs": 1,
      "no-notification": 0,
      "unknown-type": 0,
      waiting: 0,
      matched: 0,
    },
    received: 129_900,
    fees: 4688,
    refunded: 0,
    other: 0,
    paidOut: 125_212,
    left: 0,
  },
  deposits: [
    {
      state: "missing-in-bank",
      amount: 125_212,
      payoutDay: "2026-11-04",
      bankDay: null,
      description: null,
      key: "missing-in-bank 2026-11-04 125212",
      accepted: null,
    },
  ],
  counts: { exceptions: rows.length, ignored: 0, waiting: 2, matched: 40, all: rows.length + 42 },
});

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no line")));
});

describe("card reconciliation", () => {
  test("shows the exceptions and the summary", async () => {
    renderWithApi(<CardMatchScreen />, { cardMatch: { list: () => answer([payment()]) } }, at);
    expect(await screen.findByText("Fee differs")).toBeTruthy();
    expect(screen.getByText("Fees (3.61%)")).toBeTruthy();
    expect(screen.getByText("Not on the bank statement")).toBeTruthy();
  });

  test("opens a payment as order, notification, settlement and payout", async () => {
    renderWithApi(<CardMatchScreen />, { cardMatch: { list: () => answer([payment()]) } }, at);
    await user.click(await screen.findByRole("button", { name: "Open the card payment RH1042" }));
    const sheet = within(screen.getByRole("dialog", { name: "Card payment" }));
    for (const title of ["Order", "Notification", "Settlement", "Payout to the bank"])
      expect(sheet.getByRole("heading", { name: title })).toBeTruthy();
    expect(sheet.getByText("R46.88")).toBeTruthy();
    expect(sheet.getByText("Received and applied.")).toBeTruthy();
  });

  test.each([
    ["missing-in-ledger", { ledger: null }, "Not in the ledger."],
    ["missing-in-settlement", { settlement: null, paidOutOn: null }, "Not in any settlement file."],
  ] as const)("describes a payment that is %s", async (state, changes, words) => {
    const list: List = () => answer([payment({ state, ...changes })]);
    renderWithApi(<CardMatchScreen />, { cardMatch: { list } }, at);
    await user.click(await screen.findByRole("button", { name: /^Open the card payment/ }));
    expect(screen.getByText(words)).toBeTruthy();
    // There is no order to view.
    expect(screen.getByRole("link", { name: "Search orders for 1042" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "View order" })).toBeNull();
  });

  test.each([
    ["payment", "The order does not have this payment."],
    ["refund", "The order does not have this refund."],
  ] as const)(
    "says that an order does not have a %s, beside the link to it",
    async (kind, words) => {
      const orderId = "0d9f1a7c-1111-4222-8333-444455556666";
      const found = { orderId, orderNumber: null, ledger: null };
      const row = payment({ kind, state: "missing-in-ledger", ...found });
      renderWithApi(<CardMatchScreen />, { cardMatch: { list: () => answer([row]) } }, at);
      await user.click(await screen.findByRole("button", { name: /^Open the/ }));
      expect(screen.getByText(words)).toBeTruthy();
      expect(screen.getByRole("link", { name: "View order" })).toBeTruthy();
    },
  );

  test("says what to do about money that went back to a card", async () => {
    const row = payment({
      kind: "refund",
      type: "Funds Received (Reversal)",
      state: "missing-in-ledger",
      ledger: null,
      notification: "none",
      settlement: {
        lineId: 32,
        day: "2026-11-02",
        amount: -10_000,
        fee: -300,
        net: -9700,
        bookedFee: null,
      },
    });
    renderWithApi(<CardMatchScreen />, { cardMatch: { list: () => answer([row]) } }, at);
    expect(await screen.findByText("Refund not recorded")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Open the card payment/ }));
    const sheet = within(screen.getByRole("dialog", { name: "Refund or chargeback" }));
    expect(sheet.getByText(/record it on the order: Refund, to the card/)).toBeTruthy();
    expect(sheet.getByText("Funds Received (Reversal)")).toBeTruthy();
    expect(sheet.queryByRole("heading", { name: "Notification" })).toBeNull();
    expect(sheet.getByText("Fee returned")).toBeTruthy();
  });

  test("books the fees that are not booked, as they are shown", async () => {
    const bookFees = vi.fn<FakeProcedure<"cardMatch", "bookFees">>(() => ({ booked: 2 }));
    const fees = [
      { lineId: 31, day: "2026-11-02", amount: 100 },
      { lineId: 40, day: "2026-11-04", amount: 1000 },
    ];
    const list = () => ({ ...answer([payment()]), fees });
    renderWithApi(<CardMatchScreen />, { cardMatch: { list, bookFees } }, at);
    expect(await screen.findByText("2 fees of the card provider are not booked")).toBeTruthy();
    expect(screen.getByText(/^R11\.00 in all/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Book fees" }));
    expect(await screen.findByText("2 fees booked.")).toBeTruthy();
    expect(bookFees.mock.calls).toEqual([
      [
        {
          commandId: expect.any(String),
          from: "2026-11-01",
          to: "2026-11-30",
          fees: [
            { lineId: 31, amount: 100 },
            { lineId: 40, amount: 1000 },
          ],
        },
      ],
    ]);
  });

  test("reverses a fee that was booked", async () => {
    const unbookFee = vi.fn<FakeProcedure<"cardMatch", "unbookFee">>(({ lineId }) => ({ lineId }));
    const booked = { lineId: 31, day: "2026-11-02", amount: 129_900, net: 125_212 };
    const row = payment({ state: "matched", settlement: { ...booked, fee: 4688, bookedFee: 100 } });
    renderWithApi(<CardMatchScreen />, { cardMatch: { list: () => answer([row]), unbookFee } }, at);
    await user.click(await screen.findByRole("button", { name: /^Open the card payment/ }));
    await user.click(screen.getByRole("button", { name: "Reverse booked fee" }));
    expect(await screen.findByText("Fee reversed.")).toBeTruthy();
    expect(unbookFee).toHaveBeenCalledWith({ commandId: expect.any(String), lineId: 31 });
  });

  test("reverses the booked fee of a payout, which no payment shows", async () => {
    const unbookFee = vi.fn<FakeProcedure<"cardMatch", "unbookFee">>(({ lineId }) => ({ lineId }));
    const bookedFees = [{ lineId: 40, day: "2026-11-04", amount: 1000 }];
    const list = () => ({ ...answer([]), bookedFees });
    renderWithApi(<CardMatchScreen />, { cardMatch: { list, unbookFee } }, at);
    const part = within(
      await screen.findByRole("region", {
        name: "Booked fees of payouts and disputes, and charges",
      }),
    );
    expect(part.getByText("R10.00")).toBeTruthy();
    await user.click(part.getByRole("button", { name: "Reverse" }));
    expect(await screen.findByText("Fee reversed.")).toBeTruthy();
    expect(unbookFee).toHaveBeenCalledWith({ commandId: expect.any(String), lineId: 40 });
  });

  test("ignores an exception with a note and the values shown", async () => {
    const ignore = vi.fn<FakeProcedure<"cardMatch", "ignore">>(() => ({ id: 7 }));
    renderWithApi(
      <CardMatchScreen />,
      { cardMatch: { list: () => answer([payment()]), ignore } },
      at,
    );
    await user.click(await screen.findByRole("button", { name: /^Open the card payment/ }));
    await user.click(screen.getByRole("button", { name: "Ignore exception" }));
    await user.type(screen.getByRole("textbox", { name: /Note/ }), "Fee agreed");
    await user.click(screen.getByRole("button", { name: "Ignore exception" }));
    expect(await screen.findByText("Exception ignored.")).toBeTruthy();
    expect(ignore.mock.calls[0]?.[0]).toEqual({
      from: "2026-11-01",
      to: "2026-11-30",
      state: "fee-differs",
      paymentId: "1089250",
      orderId: null,
      orderNumber: 1042,
      settledOn: "2026-11-02",
      settledAmount: 129_900,
      note: "Fee agreed",
    });
  });

  test("shows who ignored an exception and why, and reopens it", async () => {
    const ignored = { id: 7, note: "Fee agreed", byName: "Ada Admin", at: "2026-11-09T10:00:00Z" };
    const reopen = vi.fn<FakeProcedure<"cardMatch", "reopen">>(() => ({ id: 7 }));
    const list: List = () => answer([payment({ ignored })]);
    renderWithApi(
      <CardMatchScreen />,
      { cardMatch: { list, reopen } },
      { ...at, path: `${at.path}?show=ignored` },
    );
    expect(await screen.findByText("Ignored: Fee agreed")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Open the card payment/ }));
    expect(screen.getByText(/By Ada Admin on/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Reopen" }));
    expect(await screen.findByText("Exception reopened.")).toBeTruthy();
    expect(reopen.mock.calls[0]?.[0]).toEqual({ id: 7 });
  });

  const charge = {
    lineId: 33,
    day: "2026-11-02",
    amount: -5000,
    fee: 0,
    net: -5000,
    bookedFee: null,
  };
  const unknown = {
    kind: "unknown",
    type: "MONTHLY_FEE",
    paymentId: null,
    orderNumber: null,
    ledger: null,
    settlement: charge,
  } as const;

  test("asks what a line is that nothing explains, and offers only what it can be", async () => {
    const explain = vi.fn<FakeProcedure<"cardMatch", "explain">>(() => ({ lineId: 33 }));
    const list: List = () => answer([payment({ ...unknown, state: "unknown-type" })]);
    renderWithApi(<CardMatchScreen />, { cardMatch: { list, explain } }, at);
    await user.click(
      await screen.findByRole("button", { name: "Open the card payment MONTHLY_FEE" }),
    );
    const sheet = within(screen.getByRole("dialog", { name: "Transaction of the card provider" }));
    const choice = sheet.getByLabelText("What is it?");
    expect(within(choice).queryByText("Refund that failed")).toBeNull();
    expect(sheet.queryByRole("heading", { name: "Payout to the bank" })).toBeNull();
    await user.selectOptions(choice, "Own transfer, not through our bank account");
    await user.click(sheet.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Transaction explained.")).toBeTruthy();
    expect(explain.mock.calls[0]?.[0]).toMatchObject({ lineId: 33, kind: "card-transfer" });
  });

  test.each([
    ["refund", "dispute", "missing-in-ledger", "Dispute, no refund recorded", /Once it is lost/],
    ["unknown", "dispute_reversal", "unknown-type", "Dispute, money back", /Refund that failed/],
  ] as const)(
    "says what to do about a %s that is a %s",
    async (kind, type, state, word, advice) => {
      const row = payment({ ...unknown, kind, type, state });
      renderWithApi(<CardMatchScreen />, { cardMatch: { list: () => answer([row]) } }, at);
      expect(await screen.findByText(word)).toBeTruthy();
      await user.click(screen.getByRole("button", { name: /^Open the card payment/ }));
      expect(within(screen.getByRole("dialog")).getByText(advice)).toBeTruthy();
    },
  );

  test("asks what the reversal of a dispute is by its amount without the fee", async () => {
    const reversal = { ...charge, amount: 2000, fee: 2000, net: 0 };
    const row = payment({ ...unknown, type: "dispute_reversal", state: "unknown-type" });
    const list: List = () => answer([{ ...row, settlement: reversal }]);
    renderWithApi(<CardMatchScreen />, { cardMatch: { list } }, at);
    await user.click(await screen.findByRole("button", { name: /^Open the card payment/ }));
    const choice = screen.getByLabelText("What is it?");
    expect(within(choice).getByText("Refund that failed")).toBeTruthy();
  });

  test("shows who said what a line is, and reopens it", async () => {
    const explained = {
      kind: "card-fee",
      byName: "Ada Admin",
      at: "2026-11-09T10:00:00Z",
    } as const;
    const reopenLine = vi.fn<FakeProcedure<"cardMatch", "reopenLine">>(() => ({ lineId: 33 }));
    const list: List = () => answer([payment({ ...unknown, state: "matched", explained })]);
    renderWithApi(<CardMatchScreen />, { cardMatch: { list, reopenLine } }, at);
    expect(await screen.findByText("Charge of the card provider")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: /^Open the card payment/ }));
    expect(screen.getByText(/By Ada Admin on/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Reopen" }));
    expect(await screen.findByText("Transaction reopened.")).toBeTruthy();
    expect(reopenLine.mock.calls[0]?.[0]).toMatchObject({ lineId: 33 });
  });

  test("requests the chosen days and filter", async () => {
    const list = vi.fn<List>(() => answer([]));
    renderWithApi(
      <CardMatchScreen />,
      { cardMatch: { list } },
      { ...at, path: `${at.path}?from=2026-10-01&to=2026-10-31&show=waiting` },
    );
    expect(await screen.findByText("No payments waiting for a settlement file")).toBeTruthy();
    expect(list.mock.calls[0]?.[0]).toMatchObject({
      from: "2026-10-01",
      to: "2026-10-31",
      show: "waiting",
    });
  });

  test("uploads a settlement, and shows why one is refused", async () => {
    const answers = [
      { success: false, error: "This file cannot be read. (line 2: gross)" },
      { success: true, data: { added: 3, known: 1 } },
    ];
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answers.shift()))));
    renderWithApi(<CardMatchScreen />, { cardMatch: { list: () => answer([]) } }, at);
    const file = new File(["Date,Gross\n"], "november.csv");
    await user.upload(await screen.findByLabelText("Card settlement"), file);
    expect(await screen.findByText(/line 2: gross/)).toBeTruthy();
    await user.upload(screen.getByLabelText("Card settlement"), file);
    expect(await screen.findByText("3 new, 1 already here")).toBeTruthy();
  });

  test("shows that no exception is left, and that loading failed", async () => {
    const { unmount } = renderWithApi(
      <CardMatchScreen />,
      { cardMatch: { list: () => answer([]) } },
      at,
    );
    expect(await screen.findByText("No exceptions")).toBeTruthy();
    unmount();
    const list: List = () => {
      throw new LostLine();
    };
    renderWithApi(<CardMatchScreen />, { cardMatch: { list } }, at);
    expect(await screen.findByText(/We could not reach the shop/)).toBeTruthy();
  });
});
