import type { Region } from "@portal/shared/platform/region.ts";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { type FakeApi, type FakeProcedure, LostLine } from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aTrialBalance, someAccountEntries } from "../../../testing/some-balances.ts";
import {
  someArchives,
  someBank,
  someDocuments,
  someEntries,
  someJournals,
  someSelfBilled,
  someUnusedNumbers,
  someVat,
  someVatDocuments,
} from "../../../testing/some-books.ts";
import { someSettings } from "../../../testing/some-settings.ts";
import { AccountingScreen } from "./accounting-screen.tsx";

const pattern = "/admin/accounting";

function show(
  fake: NonNullable<FakeApi["books"]> = {},
  search = "?month=2026-02",
  archives: NonNullable<FakeApi["archives"]> = {},
  region: Region = "za",
  others: Pick<FakeApi, "differences"> = {},
) {
  renderWithApi(
    <AccountingScreen />,
    {
      books: {
        journals: () => someJournals,
        entries: () => someEntries,
        trialBalance: () => aTrialBalance,
        vat: () => someVat,
        vatDocuments: () => someVatDocuments,
        documents: () => someDocuments,
        unusedNumbers: () => someUnusedNumbers,
        selfBilled: () => someSelfBilled,
        bankReconciliation: () => someBank,
        openingBalances: () => [],
        ...fake,
      },
      ...others,
      archives: { list: () => [], ...archives },
      settings: { public: () => ({ ...someSettings, region }) },
    },
    { path: `${pattern}${search}`, pattern },
  );
}

describe("the office's accounting", () => {
  test("shows the journals of a month, and opens one with its entries", async () => {
    show();
    const table = within(await screen.findByRole("region", { name: "Table of journals" }));
    expect(table.getByText("5 Feb 2026")).toBeTruthy();
    expect(await screen.findByText(/This month is not closed/)).toBeTruthy();
    expect(screen.getByRole("region", { name: "Table of accounts of J202602" })).toBeTruthy();
    // The row of the sum is no account.
    const accounts = someJournals.months[0]?.lines.length;
    expect(screen.getByText(`${accounts} accounts of J202602`)).toBeTruthy();

    await userEvent.click(table.getByText("J202602-05"));
    const sheet = within(await screen.findByRole("dialog", { name: "Journal J202602-05" }));
    expect(await sheet.findByText("Payment received")).toBeTruthy();
    expect(sheet.getByText(/late, of/).textContent).toBe(
      "RH7001, FNB APP PAYMENT FROM RH7001, late, of 26 Jan 2026",
    );
    expect(sheet.getByText("Total")).toBeTruthy();
  });

  test("leads from an entry to the transaction of the card provider, and names the period of a rounding", async () => {
    const [paid] = someEntries;
    if (!paid) throw new Error("no entry");
    const none = { orderId: null, orderNumber: null, bankText: null, ownDay: paid.postingDate };
    const booked = { ...paid, ...none, event: "MoneyBooked" };
    const settlement = { day: "2026-02-04", type: "PAYOUT" };
    const period = { from: "2026-01-01", to: "2026-02-28" };
    show({
      entries: () => [
        { ...booked, position: 21, bankKind: "card-fee", settlement },
        { ...booked, position: 22, bankKind: "vat-rounding", period },
      ],
    });
    const table = within(await screen.findByRole("region", { name: "Table of journals" }));
    await userEvent.click(table.getByText("J202602-05"));
    const sheet = within(await screen.findByRole("dialog", { name: "Journal J202602-05" }));
    const link = await sheet.findByRole("link", {
      name: "PAYOUT of the card provider, 4 Feb 2026",
    });
    expect(link.getAttribute("href")).toBe(
      "/admin/card-match?from=2026-02-04&to=2026-02-04&show=all",
    );
    expect(sheet.getByText(/to/, { selector: "*:has(time)" }).textContent).toContain(
      "1 Jan 2026 to 28 Feb 2026",
    );
  });

  test("shows each account of an entry once, of whatever products", async () => {
    const [paid] = someEntries;
    if (!paid) throw new Error("no entry");
    const sales = { key: "salesGoods", code: "4000", name: "Sales", productId: null } as const;
    const bottles = { ...sales, code: "4001", name: "Bottles", productId: 94 };
    const lines = [
      { ...sales, amount: -10_000 },
      { ...sales, amount: -2_050 },
      { ...bottles, amount: -700 },
    ];
    show({ entries: () => [{ ...paid, event: "OrderPaid", lines }] });
    const table = within(await screen.findByRole("region", { name: "Table of journals" }));
    await userEvent.click(table.getByText("J202602-05"));
    const sheet = within(await screen.findByRole("dialog", { name: "Journal J202602-05" }));
    const entry = within(await sheet.findByRole("article"));
    expect(entry.getAllByText(/Credit/).map(({ textContent }) => textContent)).toEqual([
      "Credit R120.50",
      "Credit R7.00",
    ]);
  });

  test("exports the journals of the month in the chosen format", async () => {
    const files = vi.fn<FakeProcedure<"books", "files">>(() => ({
      isClosed: false,
      files: [{ name: "J202602-xero.csv", text: "*Narration\r\n" }],
    }));
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1" }));
    show({ files });
    const warning = "Xero refuses journals on bank accounts";
    expect(screen.queryByText(warning)).toBeNull();
    await userEvent.selectOptions(await screen.findByLabelText("Format"), "Xero (CSV)");
    expect(screen.getByText(warning)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Export journals" }));
    await vi.waitFor(() => expect(saved).toEqual(["J202602-xero.csv"]));
    expect(files).toHaveBeenCalledWith({ month: "2026-02", by: "day", format: "xero" });
    await userEvent.selectOptions(screen.getByLabelText("Journals"), "One for the month");
    await userEvent.click(screen.getByRole("button", { name: "Export journals" }));
    await vi.waitFor(() => expect(saved).toHaveLength(2));
    expect(files).toHaveBeenLastCalledWith({ month: "2026-02", by: "month", format: "xero" });
  });

  test("shows the trial balance as of a day, with the orders in no account", async () => {
    const trialBalance = vi.fn<FakeProcedure<"books", "trialBalance">>(() => aTrialBalance);
    show({ trialBalance }, "?view=trial-balance&as-of=2026-01-26");
    const table = within(await screen.findByRole("region", { name: "Table of accounts" }));
    expect(table.getAllByText("R1 753.23")).toHaveLength(2);
    expect(screen.getByText(/Orders awaiting payment/).textContent).toContain("R425.00");
    expect(trialBalance).toHaveBeenCalledWith({ asOf: "2026-01-26", knownOn: null });
  });

  test("shows the trial balance of the journals through a month", async () => {
    const postedBalance = vi.fn<FakeProcedure<"books", "postedBalance">>(() => ({
      through: "2026-01",
      isClosed: false,
      year: aTrialBalance.year,
      balances: aTrialBalance.balances.map((balance) => ({ ...balance, awaited: null })),
    }));
    show({ postedBalance }, "?view=trial-balance&through=2026-01");
    await userEvent.selectOptions(
      await screen.findByLabelText("Figures"),
      "Posted through a month",
    );
    const table = within(await screen.findByRole("region", { name: "Table of accounts" }));
    expect(table.getAllByText("R1 753.23")).toHaveLength(2);
    expect(screen.getByText(/not closed/)).toBeTruthy();
    expect(screen.queryByText(/Orders awaiting payment/)).toBeNull();
    expect(postedBalance).toHaveBeenCalledWith({ through: "2026-01" });
  });

  // shows T285
  test("opens an account of the trial balance to its entries, and leads back", async () => {
    const accountEntries = vi.fn<FakeProcedure<"books", "accountEntries">>(
      () => someAccountEntries,
    );
    show({ accountEntries }, "?view=trial-balance&as-of=2026-01-26");
    const table = within(await screen.findByRole("region", { name: "Table of accounts" }));
    await userEvent.click(table.getByRole("link", { name: "Bank" }));
    expect(await screen.findByRole("heading", { name: "1200 Bank" })).toBeTruthy();
    expect(accountEntries).toHaveBeenCalledWith({
      figures: "as-of",
      asOf: "2026-01-26",
      knownOn: null,
      account: "bank",
      productId: null,
      currency: "ZAR",
      from: null,
      page: 1,
      pageSize: 50,
    });
    expect(screen.getByText("Closing balance").parentElement?.textContent).toContain("R650.00");
    const entries = within(screen.getByRole("region", { name: "Table of entries" }));
    expect(entries.getByRole("link", { name: "RH7001" })).toBeTruthy();
    expect(entries.getByRole("link", { name: "Anna Distributor" })).toBeTruthy();
    expect(entries.getByRole("link", { name: "payout" }).getAttribute("href")).toBe(
      "/admin/payout-requests?payout=payout-6",
    );
    expect(entries.getByRole("link", { name: "J202602-06" }).getAttribute("href")).toBe(
      "/admin/accounting?month=2026-02&journal=J202602-06",
    );
    await userEvent.click(screen.getByRole("link", { name: "Trial balance" }));
    expect(await screen.findByRole("region", { name: "Table of accounts" })).toBeTruthy();
  });

  test("saves the trial balance as a file", async () => {
    const balanceFiles = vi.fn<FakeProcedure<"books", "balanceFiles">>(() => [
      { name: "trial-balance-2026-01.csv", text: "accountKey\r\n" },
    ]);
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1" }));
    const postedBalance = () => ({ ...aTrialBalance, through: "2026-01", isClosed: true });
    show({ balanceFiles, postedBalance }, "?view=trial-balance&balance=posted&through=2026-01");
    await userEvent.click(await screen.findByRole("button", { name: "Export CSV" }));
    expect(balanceFiles).toHaveBeenCalledWith({ figures: "posted", through: "2026-01" });
  });

  // shows T303
  test("shows the bank as an equation, and what is on one side alone with a link", async () => {
    const bankReconciliation = vi.fn<FakeProcedure<"books", "bankReconciliation">>(() => someBank);
    show({ bankReconciliation }, "?view=bank&as-of=2026-02-28");
    const accounts = within(await screen.findByRole("region", { name: "Table of bank accounts" }));
    expect(accounts.getByText("Account ending in 9999")).toBeTruthy();
    expect(accounts.getByText("Transactions only, no balance")).toBeTruthy();
    expect(bankReconciliation).toHaveBeenCalledWith({ asOf: "2026-02-28" });
    expect(screen.getByText("+ Unexplained difference")).toBeTruthy();
    expect(screen.getByText(/a transaction or a page is missing/)).toBeTruthy();

    const lines = within(
      screen.getByRole("region", { name: "On the statement, not in the ledger" }),
    );
    expect(lines.getByRole("link", { name: "BANK CHARGES" }).getAttribute("href")).toBe(
      "/admin/outgoing-payments?state=open&search=BANK%20CHARGES",
    );
    expect(lines.getByRole("link", { name: "INTEREST & MORE" }).getAttribute("href")).toBe(
      "/admin/bank-payments?state=ignored&search=INTEREST%20%26%20MORE",
    );
    expect(lines.getByText(/newest 2 of 300 rows/)).toBeTruthy();
    const entries = within(
      screen.getByRole("region", { name: "In the ledger, not on the statement" }),
    );
    expect(entries.getByRole("link", { name: "RH7003" })).toBeTruthy();
    expect(entries.getByRole("link", { name: "Open payout" }).getAttribute("href")).toBe(
      "/admin/payout-requests?payout=payout-6",
    );
    expect(entries.getByText("2 Mar 2026")).toBeTruthy();
  });

  test("says that the bank agrees, or that no statement is stored, or why it cannot be shown", async () => {
    const none = { count: 0, sum: 0, rows: [] };
    const sound = { ...someBank, lines: none, entries: none, difference: 0 };
    show({ bankReconciliation: () => sound }, "?view=bank");
    expect(await screen.findByText("No unexplained difference")).toBeTruthy();
    expect(screen.getByText("The statement has every entry of the ledger.")).toBeTruthy();
    cleanup();
    show({ bankReconciliation: () => ({ ...sound, accounts: [] }) }, "?view=bank");
    expect(await screen.findByText("No bank statement stored")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Upload a bank statement" })).toBeTruthy();
    cleanup();
    const failing = () => {
      throw new LostLine();
    };
    show({ bankReconciliation: failing }, "?view=bank");
    expect(await screen.findByText(/could not be loaded|could not load/i)).toBeTruthy();
  });

  // shows T303
  test("accepts an entry that the bank never had, with a note, and reopens it", async () => {
    const [byHand, payout] = someBank.entries.rows;
    let accepted: null | { id: number; note: string; byName: string; at: string } = null;
    const accept = vi.fn<FakeProcedure<"differences", "accept">>(({ note }) => {
      accepted = { id: 5, note, byName: "Admin Person", at: "2026-03-02T10:00:00.000Z" };
      return { id: 5 };
    });
    const reopen = vi.fn<FakeProcedure<"differences", "reopen">>(() => ({ id: 5 }));
    const rows = () => (byHand && payout ? [{ ...byHand, accepted }, payout] : []);
    const bank = () => ({ ...someBank, entries: { ...someBank.entries, rows: rows() } });
    const view = "?view=bank&as-of=2026-02-28";
    show({ bankReconciliation: bank }, view, {}, "za", { differences: { accept, reopen } });
    await userEvent.click(await screen.findByRole("button", { name: "Accept" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Accept this difference?" }));
    await userEvent.type(dialog.getByLabelText(/^Note/), "Paid into our other account");
    await userEvent.click(dialog.getByRole("button", { name: "Accept difference" }));
    await screen.findByText(/^Accepted by Admin Person on/);
    expect(accept.mock.calls[0]?.[0]).toMatchObject({
      key: byHand?.thing,
      note: "Paid into our other account",
    });
    await userEvent.click(screen.getByRole("button", { name: "Reopen" }));
    await vi.waitFor(() => expect(reopen.mock.calls[0]?.[0]).toMatchObject({ id: 5 }));
  });

  test("lists what was booked as unexplained, where it is said anew or accepted", async () => {
    const line = {
      thing: "unexplained 1",
      day: "2026-02-20",
      amount: -70_00,
      text: "LANDLORD & CO",
      at: "out",
      accepted: null,
    } as const;
    const unexplained = { count: 1, sum: -70_00, rows: [line] };
    show({ bankReconciliation: () => ({ ...someBank, unexplained }) }, "?view=bank");
    const part = within(await screen.findByRole("region", { name: "Booked as unexplained" }));
    expect(part.getByRole("link", { name: "LANDLORD & CO" }).getAttribute("href")).toBe(
      "/admin/outgoing-payments?state=explained&search=LANDLORD%20%26%20CO",
    );
    expect(part.getByRole("button", { name: "Accept" })).toBeTruthy();
  });

  // shows T287
  test("books what the bank had before the first statement, and the money that the card provider held", async () => {
    const bookOpening = vi.fn<FakeProcedure<"books", "bookOpening">>(() => ({ entryId: "e" }));
    show({ bookOpening }, "?view=bank&as-of=2026-02-28");
    const open = async () => {
      await userEvent.click(await screen.findByRole("button", { name: "Book opening balance" }));
      return within(await screen.findByRole("dialog", { name: "Book opening balance" }));
    };
    const ofBank = await open();
    await userEvent.click(ofBank.getByRole("button", { name: "Book opening balance" }));
    await vi.waitFor(() =>
      expect(bookOpening.mock.calls[0]?.[0]).toMatchObject({
        kind: "opening-bank",
        day: "2025-12-31",
        amount: 100_000,
      }),
    );
    const ofCards = await open();
    await userEvent.selectOptions(ofCards.getByLabelText(/^Account/), "opening-card");
    // The pad of digits of an iPhone has no minus.
    expect(ofCards.getByLabelText<HTMLInputElement>(/^Amount/).inputMode).toBe("text");
    await userEvent.type(ofCards.getByLabelText(/^Amount/), "-12.50");
    await userEvent.click(ofCards.getByRole("button", { name: "Book opening balance" }));
    await vi.waitFor(() =>
      expect(bookOpening.mock.calls[1]?.[0]).toMatchObject({
        kind: "opening-card",
        day: "2025-12-31",
        amount: -12_50,
      }),
    );
  });

  test("says what VAT of self-billed invoices is not deducted", async () => {
    const selfBilled = { count: 1, vat: 65_22 };
    show({ vat: () => ({ ...someVat, selfBilled }) }, "?view=vat&month=2026-01&length=2");
    const unbooked = await screen.findByRole("region", { name: /^Not deducted/ });
    expect(unbooked.textContent).toContain("R65.22 VAT");
    const list = within(unbooked).getByRole("link", { name: "Documents" });
    expect(list.getAttribute("href")).toBe(
      "/admin/accounting?view=documents&length=custom&from=2026-01-01&to=2026-02-28",
    );
  });

  // shows T292
  test("shows the VAT of two months, whose figures open their documents", async () => {
    const vat = vi.fn<FakeProcedure<"books", "vat">>(() => someVat);
    const vatDocuments = vi.fn<FakeProcedure<"books", "vatDocuments">>(() => someVatDocuments);
    show({ vat, vatDocuments }, "?view=vat&month=2026-01&length=2");
    const rates = within(
      await screen.findByRole("region", { name: "Table of kinds of documents" }),
    );
    expect(rates.getByText("Standard rate, 15%: credit notes")).toBeTruthy();
    expect(rates.getByText("13, 1 late")).toBeTruthy();
    expect(rates.getByText("R1 508.49")).toBeTruthy();
    expect(vat).toHaveBeenCalledWith({ from: "2026-01-01", to: "2026-02-28" });

    const figures = within(screen.getByRole("region", { name: "Table of figures of the return" }));
    expect(figures.getByText("R1 508.48")).toBeTruthy();
    expect(screen.getByText(/The form calculates field 4/).textContent).toContain("R0.01 more");

    const parts = within(screen.getByRole("region", { name: "Table of part payments" }));
    expect(parts.getByRole("link", { name: "RH7014" }).getAttribute("href")).toBe(
      "/admin/orders?order=00000000-0000-4000-8000-000000000002",
    );
    expect(parts.getByText("R55.43")).toBeTruthy();
    expect(screen.getByText(/VAT on the whole order may be due/)).toBeTruthy();
    expect(screen.getByText(/^New in this period/).textContent).toBe(
      "New in this period: R115.00, VAT R15.00, VAT on the orders R55.43.",
    );
    expect(screen.getByText(/^Gone in this period/).textContent).toContain("VAT R0.00");
    expect(screen.getByText(/we kept no overpayment for more than four months/)).toBeTruthy();
    expect(screen.getByText(/no order was sent and unpaid/)).toBeTruthy();

    await userEvent.click(figures.getByText("Field 1: standard rate, incl. VAT"));
    const name = "Field 1: standard rate, incl. VAT";
    const sheet = within(await screen.findByRole("dialog", { name }));
    expect(await sheet.findByText("Credit note CN7003-1")).toBeTruthy();
    expect(sheet.getByRole("link", { name: "RH7003" })).toBeTruthy();
    expect(vatDocuments).toHaveBeenCalledWith(
      expect.objectContaining({ currency: "ZAR", supplies: ["standard"], kind: null, page: 1 }),
    );
  });

  test("says that the VAT number is missing, and that another currency is in no figure", async () => {
    const [group] = someVat.groups;
    if (!group) throw new Error("no group");
    const british = { ...group, currency: "GBP", vatBps: 2000 } as const;
    const groups = [...someVat.groups, british];
    show({ vat: () => ({ ...someVat, groups, lacksVatNumber: true }) }, "?view=vat");
    const notice = await screen.findByRole("note");
    expect(notice.textContent).toContain("Your VAT number is missing");
    expect(screen.getByText(/Documents in another currency are in no figure/)).toBeTruthy();
    cleanup();
    show({ vat: () => someVat }, "?view=vat");
    await screen.findByRole("region", { name: "Table of figures of the return" });
    expect(screen.queryByText(/VAT number is missing|in another currency/)).toBeNull();
  });

  test("books what the VAT201 of a closed period rounds, and takes it back", async () => {
    const entryId = "00000000-0000-4000-8000-00000000ab01";
    const booked = {
      entryId,
      from: "2026-01-01",
      to: "2026-02-28",
      at: "2026-03-09T10:00:00.000Z",
      byName: "Ada Admin",
    };
    let roundings: (typeof booked)[] = [];
    const bookRounding = vi.fn<FakeProcedure<"books", "bookRounding">>(() => {
      roundings = [booked];
      return { entryId };
    });
    const takeBackRounding = vi.fn<FakeProcedure<"books", "takeBackRounding">>(() => ({ entryId }));
    const vat = () => ({ ...someVat, isClosed: true });
    show({ vat, vatRoundings: () => roundings, bookRounding, takeBackRounding }, "?view=vat");
    await userEvent.click(await screen.findByRole("button", { name: "Book rounding" }));
    expect(bookRounding.mock.calls[0]?.[0]).toMatchObject({
      from: "2026-01-01",
      to: "2026-02-28",
      amount: -1,
    });
    expect(await screen.findByText(/is booked, by Ada Admin on/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Book rounding" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Reverse" }));
    await vi.waitFor(() => expect(takeBackRounding.mock.calls[0]?.[0]).toMatchObject({ entryId }));
  });

  test("shows the boxes of the United Kingdom, and no return elsewhere", async () => {
    const schedules = someVat.schedules.filter(({ kind }) => kind !== "old-overpayments");
    const uk = { ...someVat, region: "uk", schedules } as const;
    show({ vat: () => uk }, "?view=vat");
    const figures = await screen.findByRole("region", { name: "Table of figures of the return" });
    expect(within(figures).getByText("R10 057.00")).toBeTruthy();
    expect(screen.getByText(/VAT may be due on each part/)).toBeTruthy();
    expect(screen.queryByText(/four months/)).toBeNull();
    cleanup();
    const groups = someVat.groups.map((group) => ({ ...group, vatBps: 0 }));
    const usa: typeof someVat = { ...uk, region: "usa", vatBps: 0, groups, schedules: [] };
    show({ vat: () => usa }, "?view=vat", {}, "usa");
    expect(await screen.findByText("Without sales tax: invoices")).toBeTruthy();
    expect(screen.getByText(/We calculate no sales tax/)).toBeTruthy();
    expect(screen.queryByText(/Standard rate|VAT|Not in the figures/)).toBeNull();
  });

  // shows T294
  test("shows the documents of a period with their sums, and the numbers without an invoice", async () => {
    const documents = vi.fn<FakeProcedure<"books", "documents">>(() => someDocuments);
    show({ documents }, "?view=documents&month=2026-01&length=2");
    const table = within(await screen.findByRole("region", { name: "Table of documents" }));
    expect(table.getByText("Credit note CN7003-1")).toBeTruthy();
    expect(table.getByText("Stockist")).toBeTruthy();
    expect(table.getByRole("link", { name: "RH7001" }).getAttribute("href")).toBe(
      "/admin/orders?order=00000000-0000-4000-8000-000000000003",
    );
    expect(screen.getByText("R425.00")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Excel" }).getAttribute("href")).toBe(
      "/office/accounting-documents.xlsx?from=2026-01-01&to=2026-02-28",
    );
    await userEvent.selectOptions(screen.getByLabelText("Show"), "Invoices");
    await vi.waitFor(() =>
      expect(documents).toHaveBeenLastCalledWith(
        expect.objectContaining({ from: "2026-01-01", to: "2026-02-28", kind: "invoice" }),
      ),
    );
    await userEvent.selectOptions(screen.getByLabelText("Show"), "Unused numbers");
    const unused = within(await screen.findByRole("region", { name: "Table of unused numbers" }));
    expect(unused.getByRole("link", { name: "RH7015" })).toBeTruthy();
    expect(unused.getByText("Cancelled")).toBeTruthy();
    expect(unused.getByText("RH7016 to RH8015")).toBeTruthy();
    expect(unused.getByText("Skipped at a restore")).toBeTruthy();
  });

  test("shows the self-billed invoices of a period, of an erased member without name and PDF", async () => {
    show({}, "?view=documents&month=2026-01&show=self-billed");
    const table = within(
      await screen.findByRole("region", { name: "Table of self-billed invoices" }),
    );
    expect(table.getByText("Botha & Sons CC")).toBeTruthy();
    expect(table.getByRole("link", { name: "Invoice SB17-1" }).getAttribute("href")).toBe(
      "/payouts/payout-1/tax-invoice.pdf",
    );
    expect(table.getByText("Credit note SBC18-1").closest("a")).toBeNull();
    expect(table.getAllByText("Member 18, erased")).toHaveLength(2);
    expect(screen.getAllByText("R26.32")).toHaveLength(2);
  });

  test("offers no self-billed invoices in the USA, where there are none", async () => {
    show({}, "?view=documents&month=2026-01&show=self-billed", {}, "usa");
    expect(await screen.findByRole("region", { name: "Table of documents" })).toBeTruthy();
    await vi.waitFor(() =>
      expect(screen.queryByRole("option", { name: "Self-billed invoices" })).toBeNull(),
    );
  });

  test("keeps the page of the register in the address, and begins again with another choice", async () => {
    const documents = vi.fn<FakeProcedure<"books", "documents">>(() => ({
      ...someDocuments,
      total: 120,
    }));
    show({ documents }, "?view=documents&month=2026-01&page=2");
    await vi.waitFor(() =>
      expect(documents).toHaveBeenLastCalledWith(expect.objectContaining({ page: 2 })),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Next page" }));
    await vi.waitFor(() =>
      expect(documents).toHaveBeenLastCalledWith(expect.objectContaining({ page: 3 })),
    );
    expect(new URLSearchParams(globalThis.location.search).get("page")).toBe("3");
    await userEvent.selectOptions(screen.getByLabelText("Show"), "Invoices");
    await vi.waitFor(() =>
      expect(documents).toHaveBeenLastCalledWith(
        expect.objectContaining({ page: 1, kind: "invoice" }),
      ),
    );
    expect(new URLSearchParams(globalThis.location.search).has("page")).toBe(false);
  });

  // shows T295
  test("exports all PDFs of the period, with its progress and the last files", async () => {
    const begin = vi.fn<FakeProcedure<"archives", "begin">>(() => ({
      id: "00000000-0000-4000-8000-000000000005",
    }));
    let archives: typeof someArchives = [];
    const list = vi.fn<FakeProcedure<"archives", "list">>(() => archives);
    show({}, "?view=documents&month=2026-01", { begin, list });
    const button = await screen.findByRole("button", { name: "Export PDFs" });
    archives = someArchives;
    await userEvent.click(button);
    expect(begin).toHaveBeenCalledWith({
      kind: "documents",
      from: "2026-01-01",
      to: "2026-01-31",
    });
    expect(list).toHaveBeenCalledWith({ kinds: ["documents"] });
    const files = within(await screen.findByRole("list", { name: "Last files" }));
    expect(files.getByText("40%")).toBeTruthy();
    expect(files.getByRole("link", { name: "Download 16 documents" }).getAttribute("href")).toBe(
      "/office/archives/00000000-0000-4000-8000-000000000006",
    );
    expect(button.hasAttribute("disabled")).toBe(true);
  });
});
