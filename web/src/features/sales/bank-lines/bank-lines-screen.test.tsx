import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import { type FakeProcedure, LostLine, Refusal } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { anAdmin } from "../../../testing/some-people.ts";
import { BankLinesScreen } from "./bank-lines-screen.tsx";
import type { ListedBankLine } from "./bank-line-match-form.tsx";

type List = FakeProcedure<"bankLines", "list">;
const stored = {
  layout: "CSV",
  added: 2,
  repeats: 0,
  known: 0,
  outgoing: 0,
  proved: 0,
  refunds: 0,
  currency: "ZAR",
  gaps: [],
  leftOut: [],
  held: [],
  readBy: null,
};
type Use = FakeProcedure<"bankLines", "use">;
type Ignore = FakeProcedure<"bankLines", "ignore">;

const user = userEvent.setup({ delay: null });
const at = { path: "/admin/bank-payments", pattern: "/admin/bank-payments" };

function aLine(changes: Partial<ListedBankLine> = {}): ListedBankLine {
  return {
    id: 7,
    bookedOn: "2026-11-02",
    amount: 140_000,
    currency: "ZAR",
    description: "FNB APP PAYMENT FROM RH1042",
    account: "62000000000",
    fileName: "november.csv",
    uploadedAt: "2026-11-03T08:00:00.000Z",
    state: "open",
    proposal: {
      kind: "exact",
      uses: [{ orderNumber: 1042, amount: 140_000 }],
      difference: 0,
      together: [],
    },
    uses: [],
    decidedAt: null,
    decidedByName: null,
    reason: null,
    kind: null,
    repeatsDay: null,
    repeatsFile: null,
    proposedKind: null,
    ...changes,
  };
}

const noneMissing = { count: 0, rows: [] };
const listing =
  (
    rows: ListedBankLine[],
    missing: ApiOutputs["bankLines"]["list"]["missing"] = noneMissing,
  ): List =>
  () => ({
    rows,
    total: rows.length,
    counts: { open: rows.length, applied: 3, ignored: 1 },
    currency: "ZAR",
    missing,
  });
const used: Use = ({ lineId }) => ({ lineId, proposalId: null });
const openLine = async () =>
  user.click(
    await screen.findByRole("button", { name: /^\d{1,2} \w{3} \d{4}.*Open the bank transaction/ }),
  );

beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no line")));
});

describe("bank payments", () => {
  test.each([
    ["exact", 0, [], "Pays RH1042 in full"],
    ["mistyped", 0, [], "Probably RH1042, mistyped"],
    ["split", 0, [9], "Pays RH1042 and 1 more"],
    ["short", -500, [], "RH1042, R5.00 short"],
    ["part", -70_000, [], "Part payment for RH1042, R700.00 outstanding"],
    ["over", 10_000, [], "RH1042, overpaid by R100.00"],
    ["paid", 0, [], "RH1042 is already paid"],
  ] as const)("describes a transaction that is %s", async (kind, difference, together, words) => {
    const uses = [{ orderNumber: 1042, amount: 140_000 }];
    const proposal = { kind, uses, difference, together: [...together] };
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([aLine({ proposal })]) } }, at);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  test("says which transaction another file may repeat, and ignores it with that reason", async () => {
    const ignore = vi.fn<Ignore>(({ lineId }) => ({ lineId }));
    const proposal = {
      kind: "repeat",
      uses: [{ orderNumber: 1042, amount: 140_000 }],
      difference: 0,
      together: [],
    } as const;
    const row = aLine({
      proposal: { ...proposal, uses: [...proposal.uses], together: [] },
      repeatsDay: "2026-11-02",
      repeatsFile: "october.ofx",
    });
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([row]), ignore } }, at);
    expect(await screen.findByText("Perhaps a repeat, see 2 Nov 2026 in october.ofx")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Match all/ })).toBeNull();
    await openLine();
    await user.click(await screen.findByRole("button", { name: "Not an order payment" }));
    await user.click(await screen.findByRole("button", { name: "Ignore transaction" }));
    expect(ignore.mock.calls[0]?.[0]).toEqual({
      commandId: expect.any(String),
      lineId: 7,
      kind: "repeat",
      reason: "The same as 2 Nov 2026 in october.ofx",
    });
  });

  test("of a transaction that waits for a second admin offers no second match", async () => {
    const uses = [{ orderNumber: 1042, amount: 140_000 }];
    const row = aLine({ proposal: { kind: "waiting", uses, difference: 0, together: [] } });
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([row]) } }, at);
    expect(await screen.findByText("RH1042, waiting for another admin")).toBeTruthy();
    await openLine();
    expect(await screen.findByRole("link", { name: "View decisions" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Not an order payment" })).toBeNull();
  });

  test("matches a transaction to the proposed order", async () => {
    const use = vi.fn<Use>(used);
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([aLine()]), use } }, at);
    await openLine();
    await user.click(screen.getByRole("button", { name: "Record payment of R1\u00a0400.00" }));

    expect(use).toHaveBeenCalledWith({
      commandId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      lineId: 7,
      uses: [{ orderNumber: 1042, amount: 140_000 }],
    });
  });

  test("splits a transaction between orders only in full", async () => {
    const use = vi.fn<Use>(used);
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([aLine()]), use } }, at);
    await openLine();
    const amount = screen.getByLabelText("Amount");
    await user.clear(amount);
    await user.type(amount, "1 000,00");
    await user.click(screen.getByRole("button", { name: "Add order" }));
    await user.type(screen.getByLabelText("Order 2"), "1043");
    await user.type(screen.getByLabelText("Amount 2"), "300");
    await user.click(screen.getByRole("button", { name: /^Record/ }));
    expect(
      screen.getByText(/^These add up to R1\s300\.00, but the transaction is R1\s400\.00/),
    ).toBeTruthy();
    expect(use).not.toHaveBeenCalled();

    await user.clear(screen.getByLabelText("Amount 2"));
    await user.type(screen.getByLabelText("Amount 2"), "400");
    await user.click(screen.getByRole("button", { name: /^Record/ }));
    expect(use.mock.calls[0]?.[0].uses).toEqual([
      { orderNumber: 1042, amount: 100_000 },
      { orderNumber: 1043, amount: 40_000 },
    ]);
  });

  test("matches all exact proposals, and names the failures", async () => {
    const rows = [aLine(), aLine({ id: 8, description: "RH1050 again" })];
    const use = vi.fn<Use>(({ lineId }) => {
      if (lineId === 8) throw new Refusal("bankline.decided");
      return { lineId, proposalId: null };
    });
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing(rows), use } }, at);
    await user.click(await screen.findByRole("button", { name: "Match all 2" }));

    const failed = await screen.findByRole("alert");
    expect(within(failed).getByText(/^RH1050 again: .*already been processed/)).toBeTruthy();
    expect(use).toHaveBeenCalledTimes(2);

    await user.click(screen.getByRole("button", { name: "Match all 2" }));
    await vi.waitFor(() => expect(use).toHaveBeenCalledTimes(4));
    const idsOf = (line: number) =>
      use.mock.calls.flatMap(([{ lineId, commandId }]) => (lineId === line ? [commandId] : []));
    // What failed is the same command again; what was done before would be another one.
    expect(new Set(idsOf(8)).size).toBe(1);
    expect(new Set(idsOf(7)).size).toBe(2);
  });

  test("ignores a transaction with a reason", async () => {
    const ignore = vi.fn<FakeProcedure<"bankLines", "ignore">>(({ lineId }) => ({
      lineId,
      proposalId: null,
    }));
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([aLine()]), ignore } }, at);
    await openLine();
    await user.click(screen.getByRole("button", { name: "Not an order payment" }));
    await user.click(screen.getByRole("button", { name: "Ignore transaction" }));
    expect(ignore).not.toHaveBeenCalled();
    await user.type(screen.getByLabelText(/^Reason/), "Interest");
    await user.click(screen.getByRole("button", { name: "Ignore transaction" }));
    expect(ignore).toHaveBeenCalledWith({
      commandId: expect.any(String),
      lineId: 7,
      kind: "other",
      reason: "Interest",
    });
  });

  test("ignores what rules say is no order payment, with their words as the reason", async () => {
    const none = { kind: "none" as const, uses: [], difference: 0, together: [] };
    const ruled = { proposal: none, proposedKind: "interest" as const };
    const rows = [
      aLine({ id: 1, description: "INTEREST NOV", ...ruled }),
      aLine({ id: 2, description: "from mother", proposal: none }),
      aLine({ id: 3, description: "INTEREST OCT", ...ruled }),
    ];
    const ignore = vi.fn<Ignore>(({ lineId }) => ({ lineId }));
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing(rows), ignore } }, at);
    expect(await screen.findAllByText("Interest, as a rule says")).toHaveLength(2);
    await user.click(screen.getByRole("button", { name: "Ignore 2 by rules" }));
    expect(await screen.findByText("Transactions ignored.")).toBeTruthy();
    expect(ignore.mock.calls.map(([input]) => input)).toEqual([
      { commandId: expect.any(String), lineId: 1, kind: "interest", reason: "Interest" },
      { commandId: expect.any(String), lineId: 3, kind: "interest", reason: "Interest" },
    ]);
  });

  test("uploads a file, and shows why one is refused", async () => {
    const answers = [
      { success: false, error: "We could not read this file as a bank statement. (line 2: x)" },
      { success: true, data: { ...stored, layout: "FNB", known: 1 } },
    ];
    const fetched = vi.fn<typeof fetch>(() =>
      Promise.resolve(new Response(JSON.stringify(answers.shift()))),
    );
    vi.stubGlobal("fetch", fetched);
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([]) } }, at);
    const file = new File(["Date,Amount,Description\n"], "no vember.csv");
    await user.upload(await screen.findByLabelText("Bank statement"), file);
    expect(await screen.findByText(/could not read this file as a bank statement/)).toBeTruthy();

    await user.upload(screen.getByLabelText("Bank statement"), file);
    expect(await screen.findByText("FNB: 2 new, 1 already here")).toBeTruthy();
    expect(fetched).toHaveBeenCalledWith(
      "/office/bank-statements?name=no%20vember.csv",
      expect.objectContaining({ method: "POST", body: file }),
    );
  });

  test("says what a statement stores and confirms, and what its balances miss", async () => {
    const gaps = [
      { at: "files", from: "2026-03-11", to: "2026-03-20", stated: 135_000, expected: 126_000 },
      { at: "line", from: null, to: "2026-03-22", stated: 1, expected: 2 },
      { at: "page", from: null, to: null, stated: 3, expected: 4 },
    ];
    const data = { ...stored, outgoing: 3, proved: 1, refunds: 2, gaps };
    const answer = JSON.stringify({ success: true, data });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(answer)));
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([]) } }, at);
    await user.upload(await screen.findByLabelText("Bank statement"), new File(["x"], "m.csv"));
    const toast = "CSV: 2 new, 0 already here, 3 outgoing, 1 payout confirmed, 2 refunds confirmed";
    expect(await screen.findByText(toast)).toBeTruthy();
    expect(
      screen.getByText(/^Between the statements to 11 Mar 2026 and from 20 Mar 2026: .*R1 350.00/),
    ).toBeTruthy();
    expect(screen.getByText(/^Before a transaction of 22 Mar 2026/)).toBeTruthy();
    expect(screen.getByText(/^At the end of the statement/)).toBeTruthy();
  });

  test("shows what a later statement does not have", async () => {
    const row = { at: "in" as const, day: "2026-03-12", amount: 900_000, description: "RH1003" };
    const list = listing([], { count: 11, rows: [row] });
    renderWithApi(<BankLinesScreen />, { bankLines: { list } }, at);
    expect(
      await screen.findByText("11 transactions are not in a later statement of their days"),
    ).toBeTruthy();
    expect(screen.getByText(/^12 Mar 2026: R9.000\.00, “RH1003”$/)).toBeTruthy();
    expect(screen.getByText("And 10 more.")).toBeTruthy();
  });

  test("says that an account is not known, and that it has to be confirmed", async () => {
    const held = [
      { account: "99999", proposalId: "a" },
      { account: "", proposalId: "b" },
    ];
    const answer = JSON.stringify({ success: true, data: { ...stored, added: 0, held } });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(answer)));
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([]) } }, at);
    await user.upload(await screen.findByLabelText("Bank statement"), new File(["x"], "m.csv"));
    expect(await screen.findByText("Account 99999 is not known yet")).toBeTruthy();
    expect(screen.getByText("Files without an account number are not known yet")).toBeTruthy();
    const links = screen.getAllByRole("link", { name: "Decisions" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/admin/decisions",
      "/admin/decisions",
    ]);
    expect(screen.queryByText(/0 new/)).toBeNull();
  });

  test("asks for the second step and sends the file again", async () => {
    const refusal = { success: false, error: "Enter your password to continue." };
    const answers = [
      { ...refusal, code: "access.password-needed" },
      { success: true, data: stored },
    ];
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answers.shift()))));
    renderWithApi(
      <BankLinesScreen />,
      {
        bankLines: { list: listing([]) },
        auth: { me: () => anAdmin, confirmPassword: () => ({ confirmed: true }) },
      },
      at,
    );
    await user.upload(await screen.findByLabelText("Bank statement"), new File(["x"], "m.csv"));
    await user.type(await screen.findByLabelText(/Your password/), "Demo-1234!");
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("CSV: 2 new, 0 already here")).toBeTruthy();
  });

  test("says which lines of a file are not transactions", async () => {
    const leftOut = [
      { why: "not booked yet", count: 1, texts: ["CARD SHOP"] },
      { why: "no amount", count: 5, texts: ["A", "", "C"] },
      { why: "a balance or total", count: 2, texts: ["OPEN BALANCE", "CLOSE BALANCE"] },
    ];
    const answer = JSON.stringify({ success: true, data: { ...stored, leftOut } });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(answer)));
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([]) } }, at);
    await user.upload(await screen.findByLabelText("Bank statement"), new File(["x"], "m.csv"));
    const note = await screen.findByRole("note");
    expect(within(note).getByText("8 lines of the file are not transactions")).toBeTruthy();
    expect(
      within(note)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "1 not booked yet, so on a later statement: “CARD SHOP”",
      "5 without an amount: “A”, without text, “C” and 2 more",
      "2 balances or totals: “OPEN BALANCE”, “CLOSE BALANCE”",
    ]);
  });

  test("asks which days a file means where nothing in it tells, and sends the answer", async () => {
    const question = { written: "03/04/2026", dayFirst: "2026-04-03", monthFirst: "2026-03-04" };
    const answers = [
      { success: true, data: { question } },
      { success: true, data: stored },
    ];
    const fetched = vi.fn<typeof fetch>(() =>
      Promise.resolve(new Response(JSON.stringify(answers.shift()))),
    );
    vi.stubGlobal("fetch", fetched);
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([]) } }, at);
    const file = new File(["Date,Amount,Description\n"], "april.csv");
    await user.upload(await screen.findByLabelText("Bank statement"), file);
    const dialog = within(await screen.findByRole("dialog", { name: "Which day is 03/04/2026?" }));
    expect(dialog.getByRole("button", { name: "3 Apr 2026" })).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "4 Mar 2026" }));
    expect(await screen.findByText("CSV: 2 new, 0 already here")).toBeTruthy();
    expect(fetched).toHaveBeenLastCalledWith(
      "/office/bank-statements?name=april.csv&days=month-first",
      expect.objectContaining({ body: file }),
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("asks what the columns of an unknown file are, and shows what is read before it stores", async () => {
    const columns = [
      { name: "Datum", values: ["03/04/2026"], guess: "day" },
      { name: "Wat", values: ["RH1042", "Koste"], guess: "text" },
      { name: "", values: ["10,00", "-2,00"], guess: "none" },
    ];
    const question = { written: "03/04/2026", dayFirst: "2026-04-03", monthFirst: "2026-03-04" };
    const first = [{ day: "2026-04-03", description: "RH1042", amount: 1000 }];
    const answers = [
      { success: true, data: { columns } },
      { success: true, data: { question } },
      {
        success: true,
        data: { read: { currency: "ZAR", count: 2, received: 1000, paid: 200, first } },
      },
      { success: true, data: stored },
    ];
    const fetched = vi.fn<(url: string) => Promise<Response>>(() =>
      Promise.resolve(new Response(JSON.stringify(answers.shift()))),
    );
    vi.stubGlobal("fetch", fetched);
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([]) } }, at);
    const file = new File(["x"], "april.csv");
    await user.upload(await screen.findByLabelText("Bank statement"), file);
    const dialog = within(
      await screen.findByRole("dialog", { name: "What are the columns of this file?" }),
    );
    await user.click(dialog.getByRole("button", { name: "Show what is read" }));
    expect(dialog.getByText("Choose the column with the amount, or money in.")).toBeTruthy();
    expect(fetched).toHaveBeenCalledTimes(1);

    await user.selectOptions(dialog.getByLabelText("What is Column 3?"), "Amount");
    await user.click(dialog.getByRole("button", { name: "Show what is read" }));
    await user.click(await dialog.findByRole("button", { name: "3 Apr 2026" }));
    expect(await dialog.findByText(/^2 transactions: R10.00 received, R2.00 paid/)).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "Store 2 transactions" }));
    expect(await screen.findByText("CSV: 2 new, 0 already here")).toBeTruthy();
    const sent = fetched.mock.calls.map(([url]) => url.split("?")[1]);
    const chosen = "name=april.csv&columns=day%2Ctext%2Camount";
    expect(sent).toEqual([
      "name=april.csv",
      `${chosen}&check=1`,
      `${chosen}&days=day-first&check=1`,
      `${chosen}&days=day-first`,
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("says that an earlier choice of columns was used, and forgets it on request", async () => {
    const readBy = { columnsId: 3, chosenAt: "2026-11-03T08:00:00.000Z" };
    const answer = JSON.stringify({ success: true, data: { ...stored, readBy } });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(answer)));
    const forgetColumns = vi.fn<FakeProcedure<"bankLines", "forgetColumns">>(() => ({
      columnsId: 3,
    }));
    renderWithApi(<BankLinesScreen />, { bankLines: { list: listing([]), forgetColumns } }, at);
    const file = await screen.findByLabelText<HTMLInputElement>("Bank statement");
    for (const ending of [".qbo", ".bai2", ".tsv"])
      expect(file.accept.split(",")).toContain(ending);
    await user.upload(file, new File(["x"], "m.csv"));
    expect(await screen.findByText(/were chosen on/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Ask again next time" }));
    expect(await screen.findByText(/is asked about again/)).toBeTruthy();
    expect(forgetColumns).toHaveBeenCalledWith({ columnsId: 3 });
  });

  test("shows that nothing is left to match, and that loading failed", async () => {
    const { unmount } = renderWithApi(
      <BankLinesScreen />,
      { bankLines: { list: listing([]) } },
      at,
    );
    expect(await screen.findByText("Nothing to match")).toBeTruthy();
    unmount();
    const list: List = () => {
      throw new LostLine();
    };
    renderWithApi(<BankLinesScreen />, { bankLines: { list } }, at);
    expect(await screen.findByText(/We could not reach the shop/)).toBeTruthy();
  });
});
