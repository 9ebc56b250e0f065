import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeApi, type FakeProcedure, LostLine, Refusal } from "../../../testing/fake-api.ts";
import { someIncome } from "../../../testing/some-balances.ts";
import { anArchive } from "../../../testing/some-books.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAdmin } from "../../../testing/some-people.ts";
import { MonthEndScreen } from "./month-end-screen.tsx";

const user = userEvent.setup({ delay: null });
const pattern = "/admin/month-end";

type MonthEnd = ApiOutputs["monthEnd"]["get"];

const none = { count: 0, sum: 0, before: 0 };
const march: MonthEnd = {
  month: "2026-03",
  from: "2026-03-01",
  to: "2026-03-31",
  isOver: true,
  isClosed: false,
  closable: ["2026-03"],
  currency: "ZAR",
  bank: { missing: [], gaps: [], isNeeded: true, difference: 0 },
  card: {
    matched: 212,
    exceptions: none,
    fees: none,
    deposits: none,
    unsettled: none,
    difference: 0,
    before: null,
    isNeeded: true,
    missing: [],
  },
  notifications: { count: 0 },
  bankLines: none,
  outgoing: none,
  unproved: none,
  suspense: none,
  payouts: { count: 0, sum: 0 },
  checks: [{ name: "replay", isSound: true, through: 18_100 }],
  lastEvent: 18_100,
  head: 18_204,
  sealedThrough: 18_100,
  openSteps: [],
  yearEnd: null,
  selfBilling: [],
};

const cents = () => ({
  currency: "ZAR" as const,
  months: [{ month: "2026-03", entries: 120, amount: 345_678, residual: "-0.412500" }],
});

function show(
  get: Required<NonNullable<FakeApi["monthEnd"]>>["get"],
  fake: NonNullable<FakeApi["statements"]> = {},
  archives: NonNullable<FakeApi["archives"]> = {},
  me: typeof anAdmin | null = null,
  search = "",
) {
  return renderWithApi(
    <MonthEndScreen />,
    {
      monthEnd: { get, runs: () => [] },
      statements: { cents, ...fake },
      books: { income: () => someIncome },
      archives: { list: () => [], ...archives },
      auth: { me: () => me },
    },
    { path: `${pattern}${search}`, pattern },
  );
}

const closed = { month: "2026-03", throughPosition: 5000, root: "cd".repeat(32) };

describe("the month end", () => {
  test("says that a financial year ends, with its result, and again before it is closed", async () => {
    show(() => ({ ...march, yearEnd: { from: "2025-04", to: "2026-03" } }));
    const year = within(await screen.findByRole("region", { name: "Financial year" }));
    expect(
      year.getByRole("heading", { name: "Financial year April 2025 to March 2026" }),
    ).toBeTruthy();
    expect(year.getByText(/begin at 0 in April 2026/)).toBeTruthy();
    expect((await year.findByText("Result")).parentElement?.textContent).toMatch(/R1\s900\.00/);
    expect(year.getByRole("link", { name: "Income and expenses" }).getAttribute("href")).toBe(
      "/admin/accounting?view=income&from=2025-04&through=2026-03",
    );
    await user.click(screen.getByRole("button", { name: "Close March 2026" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(
      dialog.getByText("The financial year April 2025 to March 2026 ends with it."),
    ).toBeTruthy();
  });

  test("is of the month in the address, and of the next one that can be closed where that is none", async () => {
    const get = vi.fn<() => typeof march>(() => march);
    show(get, {}, {}, null, "?month=2026-02");
    await vi.waitFor(() => expect(get).toHaveBeenLastCalledWith({ month: "2026-02" }));
    show(get, {}, {}, null, "?month=x");
    await vi.waitFor(() => expect(get).toHaveBeenLastCalledWith({}));
  });

  test("lists the steps with what is left to do, each with a link to its list", async () => {
    show(() => ({
      ...march,
      bankLines: { ...none, count: 4, sum: 215_000 },
      payouts: { count: 2, sum: 422_564 },
      openSteps: ["bank", "payouts"],
    }));
    const list = within(await screen.findByRole("region", { name: "Checklist for March 2026" }));
    expect(list.getByText("4 of 6 done")).toBeTruthy();
    expect(list.getByText(/^4 open, R2\s150\.00$/)).toBeTruthy();
    expect(list.getByText(/^2 open, R4\s225\.64/)).toBeTruthy();
    expect(list.getAllByText("To do")).toHaveLength(2);
    expect(
      list.getByText("212 matched, no exceptions, no fees to book, settlements cover every day"),
    ).toBeTruthy();
    expect(await list.findByText(/^−0\.41 /)).toBeTruthy();
    const bank = list.getByRole("link", { name: /Bank transactions matched/ });
    expect(bank.getAttribute("href")).toBe("/admin/bank-payments");
  });

  // shows T304
  test("shows an accountant the steps and files, and nothing to close, rebuild or open elsewhere", async () => {
    const { unmount } = show(() => march, {}, {}, anAdmin);
    await screen.findByRole("button", { name: "Close March 2026" });
    const inList = () => within(screen.getByRole("region", { name: "Checklist for March 2026" }));
    expect(inList().getByRole("link", { name: /Ledger checked/ })).toBeTruthy();
    unmount();
    show(() => march, {}, {}, { ...anAdmin, role: "accountant" });
    await screen.findByRole("button", { name: "Export package" });
    await screen.findByText("Ledger checked");
    for (const name of [/Close/, /Reconcile/, /Rebuild/])
      expect(screen.queryByRole("button", { name })).toBe(null);
    expect(inList().queryByRole("link", { name: /Ledger checked|notifications/ })).toBe(null);
    expect(inList().getByRole("link", { name: /Bank transactions matched/ })).toBeTruthy();
  });

  // shows T320
  test("names the agreements to self-billing that end, to an accountant without links", async () => {
    const selfBilling = [
      { userId: 7, name: "Cara Botha", until: null, isOver: false },
      { userId: 12, name: "Ben Naidoo", until: "2026-03-03", isOver: true },
      { userId: 14, name: "Anna Person", until: "2026-04-03", isOver: false },
    ];
    const { unmount } = show(() => ({ ...march, selfBilling }), {}, {}, anAdmin);
    const list = within(
      await screen.findByRole("region", { name: "Self-billing agreements to renew" }),
    );
    expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Cara Botha No last day",
      "Ben Naidoo Ended on 3 Mar 2026",
      "Anna Person Ends on 3 Apr 2026",
    ]);
    const link = list.getByRole("link", { name: "Ben Naidoo" });
    expect(link.getAttribute("href")).toBe("/admin/people/12?tab=wallet");
    unmount();

    show(() => ({ ...march, selfBilling }), {}, {}, { ...anAdmin, role: "accountant" });
    expect(await screen.findByText(/Ended on 3 Mar 2026/)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Ben Naidoo" })).toBeNull();
  });

  // shows T136
  test("says which days no statement or settlement covers", async () => {
    const day = (of: number) => ({ from: `2026-03-0${of}`, to: `2026-03-0${of}` });
    show(() => ({
      ...march,
      bank: {
        isNeeded: true,
        missing: [
          { account: null, days: [{ from: "2026-03-01", to: "2026-03-31" }] },
          { account: "1122", days: [day(1), { from: "2026-03-05", to: "2026-03-09" }] },
        ],
        gaps: [{ account: null, from: "2026-03-09", to: "2026-03-10", stated: 700, expected: 950 }],
        difference: -250,
      },
      outgoing: { ...none, count: 2, sum: 58_00 },
      card: { ...march.card, missing: [1, 3, 5, 7, 9].map(day) },
      openSteps: ["bank", "cards"],
    }));
    expect(
      await screen.findByText(
        "2 outgoing unexplained, R58.00. No statement for 1 Mar 2026 to 31 Mar 2026. No statement of account ending in 1122 for 1 Mar 2026 and 5 Mar 2026 to 9 Mar 2026. Bank balances differ by R2.50 between the statements to 9 Mar 2026 and from 10 Mar 2026. Balances and transactions differ by R2.50",
      ),
    ).toBeTruthy();
    expect(
      screen.getByText(
        "212 matched. No settlement for 1 Mar 2026, 3 Mar 2026, 5 Mar 2026, 7 Mar 2026 and 1 more period",
      ),
    ).toBeTruthy();
    expect(screen.getAllByText("To do")).toHaveLength(2);
  });

  test("says why no statement and no settlement is needed", async () => {
    show(() => ({
      ...march,
      bank: { isNeeded: false, missing: [], gaps: [], difference: 0 },
      card: { ...march.card, matched: 0, isNeeded: false },
    }));
    expect(await screen.findByText("6 of 6 done")).toBeTruthy();
    expect(screen.getByText("No settlement needed: no card payments")).toBeTruthy();
    expect(screen.getByText(/^No statement needed: no bank account is set/)).toBeTruthy();
  });

  test("says which fees of the card provider are left to book", async () => {
    const fees = { ...none, count: 2, sum: 11_70 };
    show(() => ({ ...march, card: { ...march.card, fees }, openSteps: ["cards"] }));
    expect(await screen.findByText("212 matched. 2 fees to book, R11.70")).toBeTruthy();
  });

  // shows T303
  test("says what the bank never had, and what earlier months left, where it is to be found", async () => {
    show(() => ({
      ...march,
      outgoing: { count: 1, sum: 5_00, before: 1 },
      unproved: { count: 3, sum: 5_000_00, before: 2 },
      suspense: { count: 1, sum: 70_00, before: 0 },
      card: {
        ...march.card,
        exceptions: { count: 1, sum: 100, before: 1 },
        deposits: { count: 1, sum: 410_00, before: 0 },
        before: "2026-01-09",
      },
      openSteps: ["bank", "cards"],
    }));
    const noteOf = async (title: RegExp) => {
      const link = await screen.findByRole("link", { name: title });
      return [link.textContent?.replaceAll(/\s/g, " "), link.getAttribute("href")];
    };
    expect(await noteOf(/Bank transactions matched/)).toEqual([
      expect.stringContaining(
        "1 outgoing unexplained, R5.00 (1 from earlier months). 3 payments, payouts and refunds on no statement, R5 000.00 (2 from earlier months). 1 transaction booked as Other, R70.00",
      ),
      "/admin/accounting?view=bank&as-of=2026-03-31",
    ]);
    expect(await noteOf(/Card payments settled/)).toEqual([
      expect.stringContaining(
        "212 matched. 1 exception, R1.00 (1 from earlier months). 1 payout or deposit without the other, R410.00",
      ),
      "/admin/card-match?from=2026-01-09&to=2026-03-31",
    ]);
  });

  test("says what no settlement has, and where it is to be found", async () => {
    const card = {
      ...march.card,
      unsettled: { count: 1, sum: 77_77, before: 0 },
      difference: -5_00,
    };
    show(() => ({ ...march, card, openSteps: ["cards"] }));
    const link = await screen.findByRole("link", { name: /Card payments settled/ });
    expect(link.textContent).toContain(
      "212 matched. 1 bank transaction in no settlement, R77.77. Balances and transactions of the card provider differ by R5.00",
    );
    expect(link.getAttribute("href")).toBe("/admin/accounting?view=card&as-of=2026-03-31");
  });

  test("shows that the last ledger check found differences", async () => {
    show(() => ({
      ...march,
      checks: [{ name: "chain", isSound: false, through: 18_100 }],
      openSteps: ["ledger-check"],
    }));
    expect(await screen.findByText("The last check found differences")).toBeTruthy();
    expect(screen.getByText("Problem")).toBeTruthy();
  });

  // shows T137
  test("says how far ledger checks and seal are from the end of the month", async () => {
    show(() => ({
      ...march,
      checks: [
        { name: "chain", isSound: true, through: 18_000 },
        { name: "replay", isSound: true, through: 18_204 },
      ],
      sealedThrough: 17_900,
      openSteps: ["ledger-check", "seal"],
    }));
    const events = "The month ends at position 18100";
    expect(await screen.findByText(`Checked through position 18000. ${events}`)).toBeTruthy();
    expect(screen.getByText(`Sealed through position 17900. ${events}`)).toBeTruthy();
    expect(screen.getAllByText("To do")).toHaveLength(2);
  });

  test("names a ledger check that never ran", async () => {
    show(() => ({
      ...march,
      checks: [...march.checks, { name: "decisions", isSound: null, through: null }],
      openSteps: ["ledger-check"],
    }));
    expect(await screen.findByText("1 of 2 checks has not run yet")).toBeTruthy();
  });

  test("does not offer closing before the month is over", async () => {
    show(() => ({ ...march, isOver: false, closable: [] }));
    expect(await screen.findByText("March 2026 runs until 31 Mar 2026")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Close/ })).toBeNull();
  });
});

describe("closing a month", () => {
  test("asks for confirmation, and retries with the same command id after a lost answer", async () => {
    let isClosed = false;
    const close = vi.fn<FakeProcedure<"statements", "close">>(() => {
      if (close.mock.calls.length === 1) throw new LostLine();
      isClosed = true;
      return closed;
    });
    show(() => ({ ...march, isClosed }), { close });

    await user.click(await screen.findByRole("button", { name: "Close March 2026" }));
    const question = within(screen.getByRole("dialog", { name: "Close March 2026?" }));
    expect(close).not.toHaveBeenCalled();
    await user.click(question.getByRole("button", { name: "Close March 2026" }));
    await question.findByText(/We could not reach the shop/);
    await user.click(question.getByRole("button", { name: "Close March 2026" }));

    expect(await screen.findByText("March 2026 is closed")).toBeTruthy();
    const [first, again] = close.mock.calls.map(([{ commandId }]) => commandId);
    expect(again).toBe(first);
  });

  test("requires typing the month while steps are left to do", async () => {
    const close = vi.fn<FakeProcedure<"statements", "close">>(() => closed);
    show(() => ({ ...march, bankLines: { ...none, count: 1, sum: 100 }, openSteps: ["bank"] }), {
      close,
    });

    await user.click(await screen.findByRole("button", { name: "Close March 2026" }));
    const question = within(screen.getByRole("dialog"));
    expect(question.getByText("Bank transactions matched: 1 open, R1.00.")).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Close March 2026" }));
    expect(question.getByText("Type “March 2026”")).toBeTruthy();
    expect(close).not.toHaveBeenCalled();

    await user.type(
      question.getByLabelText("Type “March 2026” to close it anyway"),
      " march 2026 ",
    );
    await user.click(question.getByRole("button", { name: "Close March 2026" }));
    await vi.waitFor(() =>
      expect(close).toHaveBeenCalledWith(expect.objectContaining({ month: "2026-03" })),
    );
  });

  test("shows the refusal when another admin was faster", async () => {
    show(() => march, {
      close: () => {
        throw new Refusal("month.already-closed");
      },
    });
    await user.click(await screen.findByRole("button", { name: "Close March 2026" }));
    const question = within(screen.getByRole("dialog"));
    await user.click(question.getByRole("button", { name: "Close March 2026" }));
    expect(await question.findByText("This month is already closed.")).toBeTruthy();
  });

  test("offers the open months, and closes earlier ones with the chosen one", async () => {
    const get = vi.fn<FakeProcedure<"monthEnd", "get">>(({ month = "2026-03" }) => ({
      ...march,
      month,
      closable: ["2026-01", "2026-02", "2026-03"],
    }));
    renderWithApi(
      <MonthEndScreen />,
      { monthEnd: { get }, statements: { cents } },
      { path: pattern, pattern },
    );
    expect(await screen.findByText("Earlier open months are closed too.")).toBeTruthy();
    await user.click(await screen.findByLabelText("Month"));
    await user.click(await screen.findByRole("button", { name: "Jan" }));
    expect(await screen.findByRole("button", { name: "Close January 2026" })).toBeTruthy();
    expect(get).toHaveBeenLastCalledWith({ month: "2026-01" });
  });

  // shows T299
  test("exports the package and the statements of the month, each while none of its kind is written", async () => {
    const begin = vi.fn<FakeProcedure<"archives", "begin">>(() => ({ id: anArchive.id }));
    const ofMarch = { from: "2026-03-01", to: "2026-03-31" };
    const list: FakeProcedure<"archives", "list"> = () => [
      { ...anArchive, ...ofMarch, kind: "statements", state: "waiting", progress: 20 },
      { ...anArchive, ...ofMarch, id: march.month, kind: "month-end", documents: 1240 },
    ];
    show(() => march, {}, { begin, list });
    const files = within(await screen.findByRole("list", { name: "Last files" }));
    expect(files.getByText("Package for March 2026")).toBeTruthy();
    expect(files.getByRole("link", { name: /^Download 1\s240 files$/ })).toBeTruthy();
    expect(
      files.getByRole("progressbar", { name: "Statements for March 2026: progress" }),
    ).toBeTruthy();
    const statements = screen.getByRole("button", { name: "Export statements" });
    expect(statements.hasAttribute("disabled")).toBe(true);
    await user.click(screen.getByRole("button", { name: "Export package" }));
    expect(begin).toHaveBeenCalledWith({ kind: "month-end", month: "2026-03" });
  });

  // shows T310
  test("says why a package was not started", async () => {
    const begin = () => {
      throw new Refusal("archive.waiting");
    };
    show(() => march, {}, { begin });
    await user.click(await screen.findByRole("button", { name: "Export package" }));
    expect(await screen.findByText(/Another file of this kind is being written/)).toBeTruthy();
  });
});
