import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { ApiOutputs } from "../../../api/api.ts";
import {
  type FakeProcedure,
  Breakdown,
  type FakeApi,
  LostLine,
  Refusal,
} from "../../../testing/fake-api.ts";
import { renderWithApi } from "../../../testing/render.tsx";
import { aDistributor, aWallet, aWalletEntry } from "../../../testing/some-data.ts";
import { WalletScreen } from "./wallet-screen.tsx";

const user = userEvent.setup({ delay: null });
const address = { path: "/distributor/my-wallet", pattern: "/distributor/my-wallet" };
type Wallet = ApiOutputs["wallet"]["mine"];

const someMonths = [
  { month: "2026-10", commission: 100_000 },
  { month: "2026-11", commission: 16_956 },
];

function show(
  wallet: Partial<Wallet>,
  more: NonNullable<FakeApi["wallet"]> = {},
  auth: NonNullable<FakeApi["auth"]> = {},
) {
  renderWithApi(
    <WalletScreen />,
    {
      auth,
      wallet: {
        mine: () => ({ ...aWallet, ...wallet }),
        months: () => someMonths,
        payouts: () => ({ rows: [], total: 0 }),
        entries: () => ({ rows: [aWalletEntry], total: 1, sum: 16_956 }),
        ...more,
      },
    },
    address,
  );
}

const anOpenPayout: NonNullable<Wallet["openPayout"]> = {
  id: "payout-1",
  state: "requested",
  commission: 1_623_456,
  credit: 5000,
  amount: 1_618_456,
  withheld: 0,
  requestedAt: "2026-11-20T08:12:00.000Z",
  settledAt: null,
  paidOn: null,
  reference: null,
  reason: null,
  hasTaxInvoice: false,
  isInvoiceCredited: false,
};

const openTab = async (name: string) => user.click(await screen.findByRole("tab", { name }));

describe("the wallet", () => {
  test("shows the figures and how they add up", async () => {
    show({});

    const name = await screen.findByRole("heading", { name: "You can be paid" });
    expect(name.parentElement?.textContent).toMatch(/^You can be paidR16\s184\.56/);
    expect(name.parentElement?.textContent).toContain(
      "R16\u00a0234.56 unpaid commission − R50.00 used as store credit.",
    );
    await openTab("How we worked this out");
    expect(screen.getByText("−R67 888.89")).toBeTruthy();
    expect(screen.getByText("Balance").parentElement?.textContent).toBe("BalanceR16\u00a0184.56");
  });

  test.each([
    [2000, "R20.00 left to pay orders with"],
    [0, "All spent on orders"],
  ])("says what is left of the store credit: %i cents", async (storeCredit, words) => {
    show({ credit: 5000, storeCredit, usableCredit: storeCredit });
    const stage = (await screen.findByText("Used as store credit")).closest("div")?.parentElement;
    expect(stage?.textContent).toContain(words);
  });

  // shows T413
  test.each([
    [2000, "R20.00"],
    [0, "R0.00"],
  ])("says why only %i cents of the store credit can be used", async (usableCredit, figure) => {
    show({ credit: 5000, storeCredit: 5000, owed: 9000, usableCredit });
    const card = (await screen.findByRole("heading", { name: "Store credit" })).parentElement;
    expect(card?.textContent?.replaceAll("\u00a0", " ")).toBe(
      `Store credit${figure}You have R50.00. R${50 - usableCredit / 100}.00 of it covers reversed commission. You can use that again once new commission makes up the difference.`,
    );
  });

  test("opens an entry with its rule, calculation and ledger position", async () => {
    show({});

    await user.click(await screen.findByRole("button", { name: "Open Own sale, order 10421" }));

    const why = within(
      await screen.findByRole("dialog", { name: "How this was calculated: order 10421" }),
    );
    expect(why.getByText(/As a level 2 you earn 15% of its value/)).toBeTruthy();
    expect(why.getByText("R1 130.43 × 15% = R169.5645")).toBeTruthy();
    expect(why.getByText("4711, entry 1")).toBeTruthy();
  });

  test("shows why nothing can be requested, with a link to fix it", async () => {
    show({ canRequest: false, reason: "wallet.no-bank-details" });

    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Request payout" });
    expect(button.disabled).toBe(true);
    expect(screen.getByText(/Your bank details are missing/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Add bank details" }).getAttribute("href")).toBe(
      "/distributor/my-profile?section=bank-details",
    );
  });

  // shows T308
  test("says before the request what is withheld and what comes", async () => {
    show({ withholdingBps: 2500, withheld: 404_614 });

    const words = "We’ll withhold R4\u00a0046.14 tax (25%).";
    expect(await screen.findByText(/^We’ll withhold R4 046\.14 tax \(25%\)\./)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Request payout" }));
    const dialog = await screen.findByRole("dialog", { name: "Request payout?" });
    expect(dialog.textContent).toContain(`${words} We’ll pay R12\u00a0138.42 into`);
  });

  test("shows the server's reason why nothing can be requested", async () => {
    const reasonMessage = "You have no commission to pay out.";
    show({ canRequest: false, reason: "wallet.nothing-due", reasonMessage });

    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Request payout" });
    expect(button.disabled).toBe(true);
    screen.getByText(reasonMessage);
  });

  test("shows the open request, and the reason of a rejected one", async () => {
    const rejected = {
      ...anOpenPayout,
      id: "payout-0",
      state: "rejected" as const,
      reason: "Wrong account",
    };
    show(
      {
        canRequest: false,
        reason: "payout.already-requested",
        openPayout: anOpenPayout,
        rejectedRequest: rejected,
      },
      { payouts: () => ({ rows: [anOpenPayout, rejected], total: 2 }) },
    );

    expect(await screen.findByText("You already have an open payout request.")).toBeTruthy();
    expect(screen.getByRole("note").textContent).toMatch(
      /^Your request for R16\s184\.56 was rejected: Wrong account$/,
    );
    // The rejected request is not shown as a payout.
    expect(screen.getByText("None yet")).toBeTruthy();
    await openTab("Payout requests");
    expect(await screen.findByText(/^We’ll pay this next/)).toBeTruthy();
  });

  // shows T318
  test("leads to the tax invoice that we wrote for a payout, and to its credit note", async () => {
    const paid = { ...anOpenPayout, state: "paid", paidOn: "2026-10-21", credit: 0 } as const;
    const rows = [
      { ...paid, id: "payout-2", hasTaxInvoice: true, isInvoiceCredited: true },
      { ...paid, id: "payout-1" },
    ];
    show({}, { payouts: () => ({ rows, total: 2 }) });
    await openTab("Payout requests");
    const links = await screen.findAllByRole("link", { name: /\(PDF\)$/ });
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/payouts/payout-2/tax-invoice.pdf",
      "/payouts/payout-2/tax-credit-note.pdf",
    ]);
    // A phone cuts the rest off.
    expect(screen.getByText(/^Tax invoice/).parentElement?.textContent).toMatch(
      /^Tax invoice \(PDF\), credit note \(PDF\) · 21 Oct 2026$/,
    );
  });

  test("lists all payouts by page, with links to their entries", async () => {
    const paid = (nth: number): typeof anOpenPayout => ({
      ...anOpenPayout,
      id: `payout-${nth}`,
      state: "paid",
      credit: 0,
      amount: nth * 100,
      paidOn: "2026-10-21",
    });
    const payouts = vi.fn<FakeProcedure<"wallet", "payouts">>(({ page = 1 }) => ({
      rows: page === 1 ? [5, 4, 3, 2, 1].map(paid) : [paid(6)],
      total: 6,
    }));
    const entries = vi.fn<FakeProcedure<"wallet", "entries">>(() => ({
      rows: [aWalletEntry],
      total: 1,
      sum: 16_956,
    }));
    show({ lastPayout: paid(5) }, { payouts, entries });
    await openTab("Payout requests");
    await screen.findByText("1 to 5 of 6 payout requests");
    const pages = within(screen.getByRole("navigation", { name: "Pages of payout requests" }));
    await user.click(pages.getByRole("button", { name: "Next page" }));
    await user.click(await screen.findByRole("link", { name: "R6.00" }));
    expect(window.location.search).toBe("?payout=payout-6");
    expect(entries.mock.lastCall?.[0]).toMatchObject({ payout: "payout-6" });
    await user.click(screen.getByRole("button", { name: "One payout only" }));
    expect(window.location.search).toBe("");
  });

  test("retries an unanswered request under the same command id", async () => {
    let isRequested = false;
    const requestPayout = vi.fn<FakeProcedure<"wallet", "requestPayout">>(() => {
      if (requestPayout.mock.calls.length === 1) throw new LostLine();
      isRequested = true;
      return { payoutId: "payout-1" };
    });
    show(
      {},
      {
        requestPayout,
        mine: () =>
          isRequested
            ? { ...aWallet, canRequest: false, reason: "payout.already-requested" }
            : aWallet,
      },
    );

    await user.click(await screen.findByRole("button", { name: "Request payout" }));
    await user.click(await screen.findByRole("button", { name: /^Request R16/ }));
    await screen.findByText(/We could not reach the shop/);
    await user.click(screen.getByRole("button", { name: /^Request R16/ }));

    expect(await screen.findByText("You already have an open payout request.")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
    const [first, again] = requestPayout.mock.calls.map(([input]) => input.commandId);
    expect(again).toBe(first);
  });

  test("explains the empty wallet to a new distributor", async () => {
    show({ lastPayout: null }, { entries: () => ({ rows: [], total: 0, sum: 0 }) });
    expect(await screen.findByText("No commission yet")).toBeTruthy();
    expect(screen.getByText("None yet")).toBeTruthy();
  });

  test("searches entries, and tells no matches from no entries", async () => {
    const entries = vi.fn<FakeProcedure<"wallet", "entries">>(({ search }) =>
      search ? { rows: [], total: 0, sum: 0 } : { rows: [aWalletEntry], total: 1, sum: 16_956 },
    );
    show({}, { entries });
    await screen.findByText("Order 10421");

    await user.type(screen.getByRole("searchbox", { name: "Search entries" }), "9999");
    expect(await screen.findByText("No entries match")).toBeTruthy();
    expect(window.location.search).toBe("?search=9999");
    await user.click(screen.getByRole("button", { name: "Clear all" }));

    expect(await screen.findByText("Order 10421")).toBeTruthy();
    expect(window.location.search).toBe("");
  });

  test("keeps the entries when only the figures failed, and retries those", async () => {
    let isBroken = true;
    show(
      {},
      {
        mine: () => {
          if (isBroken) throw new Breakdown();
          return aWallet;
        },
      },
    );
    expect(await screen.findByText("We could not load your wallet.")).toBeTruthy();
    expect(screen.getByText(/c0ffee-12/)).toBeTruthy();
    expect(await screen.findByText("Order 10421")).toBeTruthy();

    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));

    expect(await screen.findByText("You can be paid", { selector: "h2" })).toBeTruthy();
  });

  test("links each figure to its entries in the same mode", async () => {
    const entries = vi.fn<FakeProcedure<"wallet", "entries">>(() => ({
      rows: [aWalletEntry],
      total: 1,
      sum: 16_956,
    }));
    show({}, { entries });
    await openTab("By level");
    await user.click(await screen.findByRole("radio", { name: "Total" }));
    const figure = screen.getByRole("link", { name: /^Level 2: .*view commission/ });
    expect(figure.textContent).toBe("R84\u00a0000.00");

    await user.click(figure);

    expect(await screen.findByText(/1 entry, total/)).toBeTruthy();
    expect(entries.mock.calls.at(-1)?.[0]).toMatchObject({ mode: "total", level: 2 });
    await user.click(screen.getByRole("button", { name: "Type: Sold at: Level 2" }));
    await user.click(await screen.findByRole("radio", { name: "Leader bonus" }));
    await vi.waitFor(() =>
      expect(entries.mock.calls.at(-1)?.[0]).toMatchObject({ kind: "leader" }),
    );
    expect(entries.mock.calls.at(-1)?.[0]).not.toHaveProperty("level");
  });

  test("shows the stages of unpaid commission, and when more becomes available", async () => {
    show({
      maturing: 400_000,
      waiting: 400_000,
      payable: 1_218_456,
      holdDays: 14,
      maturingDays: [{ day: "2026-12-04", amount: 150_000 }],
    });
    expect(await screen.findByText("In waiting period")).toBeTruthy();
    expect(screen.getByText("4 Dec 2026").parentElement?.textContent).toBe(
      "R1\u00a0500.00 available from 4 Dec 2026",
    );
    const headline = screen.getByRole("heading", { name: "You can be paid" });
    expect(headline.parentElement?.textContent).toMatch(
      /R12\s184\.56R16\s234\.56 unpaid commission − R50\.00 used as store credit − R4\s000\.00 in waiting period\./,
    );
    await user.click(screen.getByRole("button", { name: "Request payout" }));
    expect(await screen.findByRole("button", { name: "Request R12\u00a0184.56" })).toBeTruthy();
  });

  test("converts commission to credit up to the available amount", async () => {
    const convertToCredit = vi.fn<FakeProcedure<"wallet", "convertToCredit">>(() => ({
      storeCredit: 10_000,
    }));
    show({}, { convertToCredit });
    await user.click(
      await screen.findByRole("button", { name: "Turn commission into store credit" }),
    );
    const amount = await screen.findByLabelText(/^Amount/);
    await user.clear(amount);
    await user.type(amount, "99999");
    await user.click(screen.getByRole("button", { name: "Turn into store credit" }));
    expect(await screen.findByText("You can turn up to R16 184.56 into credit.")).toBeTruthy();
    await user.clear(amount);
    await user.type(amount, "50");
    await user.click(screen.getByRole("button", { name: "Turn into store credit" }));
    expect(await screen.findByText("Done!")).toBeTruthy();
    expect(convertToCredit.mock.calls[0]?.[0]).toMatchObject({ amount: 5000 });
  });

  test("asks for the password before a large conversion", async () => {
    let isConfirmed = false;
    const confirmPassword = () => {
      isConfirmed = true;
      return { confirmed: true as const };
    };
    const convertToCredit = vi.fn<FakeProcedure<"wallet", "convertToCredit">>(() => {
      if (!isConfirmed) throw new Refusal("access.password-needed");
      return { storeCredit: 10_000 };
    });
    show({}, { convertToCredit }, { me: () => aDistributor, confirmPassword });
    await user.click(
      await screen.findByRole("button", { name: "Turn commission into store credit" }),
    );
    await user.click(await screen.findByRole("button", { name: "Turn into store credit" }));
    await user.type(await screen.findByLabelText(/^Your password/), "Correct-1234!");
    await user.click(screen.getByRole("button", { name: "Confirm" }));
    expect(await screen.findByText("Done!")).toBeTruthy();
    expect(convertToCredit).toHaveBeenCalledTimes(2);
  });

  test("explains that commission in its waiting period cannot be converted", async () => {
    show({ maturing: 1_600_000, waiting: 1_600_000, payable: 18_456, holdDays: 14 });
    await user.click(
      await screen.findByRole("button", { name: "Turn commission into store credit" }),
    );
    expect(await screen.findByText(/^You can turn up to R184\.56 of commission/)).toHaveProperty(
      "textContent",
      expect.stringMatching(
        /You can turn commission in its waiting period into credit when the period ends\.$/,
      ),
    );
  });

  test("offers no conversion while all commission is in its waiting period", async () => {
    show({ maturing: 1_618_456, waiting: 1_618_456, payable: 0, holdDays: 14 });
    expect(await screen.findByText("In waiting period")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Turn commission into store credit" })).toBeNull();
  });

  test("shows the months with links to their entries", async () => {
    show({});
    expect(
      await screen.findByRole("img", { name: /at most R1\u00a0000.00. The table has/ }),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "View as table" }));
    const month = (await screen.findByText("November 2026")).closest("tr");
    expect(month?.querySelector("a")?.getAttribute("href")).toContain("month=2026-11");
  });
});
