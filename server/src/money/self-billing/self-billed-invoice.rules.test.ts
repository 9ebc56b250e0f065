import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WalletEvent } from "../wallets/wallet.events.ts";
import { selfBilledVatBpsOf } from "../wallets/wallet.rules.ts";
import {
  type SelfBilledFacts,
  writeSelfBilledCreditNote,
  writeSelfBilledInvoice,
} from "./self-billed-document.ts";
import { selfBilledPaymentsOf, splitOf } from "./self-billed-invoice.rules.ts";

const userId = 17;
function paid(payoutId: string, selfBilledVatBps: number | null): WalletEvent {
  const money = { amount: 11_500, withheld: 0, selfBilledVatBps };
  return {
    type: "PayoutPaid",
    data: { payoutId, userId, ...money, paidOn: "2026-02-01", referenceId: null },
  };
}
const recorded = (events: readonly WalletEvent[]) =>
  events.map((event, at) => ({
    ...event,
    position: at + 1,
    eventId: "0190a0e0-0000-7000-8000-000000000001",
    streamId: `wallet-${userId}`,
    streamVersion: at + 1,
    schemaVersion: 1,
    occurredAt: "2026-02-03T10:00:00.000Z",
    recordedAt: "2026-02-03T10:00:00.000Z",
    metadata: {},
  }));
const numbersOf = (events: readonly WalletEvent[]) =>
  selfBilledPaymentsOf(recorded(events)).map(({ payoutId, number }) => [payoutId, number]);

const facts: SelfBilledFacts = {
  number: "SB17-2",
  amount: 20_178,
  withheld: 0,
  vatBps: 1500,
  language: "en-ZA",
  region: "za",
  currency: "ZAR",
  day: "2026-02-03",
  period: { from: "2026-01-05", to: "2026-01-31" },
  supplier: { name: "Ben Botha CC", address: "4 Loop Street\nCape Town", vatNo: "4123456789" },
  recipient: {
    name: "Rhizo Shop (Pty) Ltd",
    address: "1 Demo Street\n\nCape Town",
    vatNo: "4000000000",
    companyNo: "2020/000000/07",
  },
};
const textOf = (changes: Partial<SelfBilledFacts> = {}) =>
  JSON.stringify(writeSelfBilledInvoice({ ...facts, ...changes })).replaceAll("\u00a0", " ");

describe("the number of a self-billed invoice", () => {
  // shows T316
  test("counts the self-billed payouts of the member, and stays whatever follows", () => {
    const corrected: WalletEvent = {
      type: "PayoutCorrected",
      data: { payoutId: "a", userId, paidOn: "2026-02-02", referenceId: null },
    };
    const before = [paid("a", 1500), paid("b", null), corrected, paid("c", 2000)];
    const numbers = [
      ["a", "SB17-1"],
      ["c", "SB17-2"],
    ];
    expect(numbersOf(before)).toEqual(numbers);
    expect(numbersOf([...before, paid("d", 1500)])).toEqual([...numbers, ["d", "SB17-3"]]);
    expect(numbersOf([paid("a", null)])).toEqual([]);
  });
});

describe("the number of a self-billed credit note", () => {
  // shows T319
  test("counts the credit notes of the member, and changes no number of an invoice", () => {
    const credited = (payoutId: string): WalletEvent => ({
      type: "SelfBilledInvoiceCredited",
      data: { payoutId, userId, reason: "wrong-rate" },
    });
    const events = [
      paid("a", 1500),
      paid("b", 1500),
      credited("b"),
      paid("c", 1500),
      credited("a"),
    ];
    const payments = selfBilledPaymentsOf(recorded(events));
    expect(
      payments.map(({ payoutId, number, creditNote }) => [payoutId, number, creditNote?.number]),
    ).toEqual([
      ["a", "SB17-1", "SBC17-2"],
      ["b", "SB17-2", "SBC17-1"],
      ["c", "SB17-3", undefined],
    ]);
    expect(payments[0]?.creditNote).toMatchObject({ reason: "wrong-rate" });
  });
});

describe("a self-billed credit note", () => {
  const noteOf = (changes: Partial<SelfBilledFacts> = {}) =>
    JSON.stringify(
      writeSelfBilledCreditNote(
        { ...facts, ...changes },
        { number: "SBC17-1", reason: "wrong-supplier", day: "2026-03-04" },
      ),
    ).replaceAll("\u00a0", " ");

  // shows T319
  test("names its number and day, the invoice with its day, why, and the whole amount", () => {
    const text = noteOf({ withheld: 5045 });
    for (const words of [
      '"Credit note (self-billed)"',
      "Credit note no. SBC17-1",
      "Date 4 March 2026",
      "For invoice no. SB17-2 of 3 February 2026",
      "Reason: The supplier’s name, address or VAT number was wrong",
      '"Ben Botha CC","4 Loop Street","Cape Town","VAT no. 4123456789"',
      "VAT no. 4000000000",
      "Commission on sales, 5 Jan 2026 to 31 Jan 2026",
      '["Subtotal excl. VAT","R175.46"],["VAT 15%","R26.32"],["Total credited","R201.78"]',
      "section 20(2) of the Value-Added Tax Act",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("withheld");
    expect(text).not.toContain("Tax invoice");
  });

  test("says in the United Kingdom what it does to the output tax", () => {
    const text = noteOf({ region: "uk", currency: "GBP", vatBps: 2000 });
    expect(text).toContain("The VAT shown reduces your output tax due to HMRC.");
    expect(text).not.toContain("section 20(2)");
  });
});

describe("a self-billed invoice", () => {
  // shows T316
  test("names supplier and recipient with their VAT numbers, number, day, commission and who issued it", () => {
    const text = textOf();
    for (const words of [
      "Tax invoice (self-billed)",
      "Invoice no. SB17-2",
      "Date 3 February 2026",
      '"Ben Botha CC","4 Loop Street","Cape Town","VAT no. 4123456789"',
      '"Rhizo Shop (Pty) Ltd","1 Demo Street","Cape Town","VAT no. 4000000000"',
      "Company no. 2020/000000/07",
      "Commission on sales, 5 Jan 2026 to 31 Jan 2026",
      '["Subtotal excl. VAT","R175.46"],["VAT 15%","R26.32"],["Total","R201.78"]',
      "Issued by the recipient in the name of the supplier, with the supplier’s agreement",
      "section 20(2) of the Value-Added Tax Act",
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("withheld");
  });

  test("says that VAT is due to HMRC in the United Kingdom, and nothing of South Africa’s law", () => {
    const text = textOf({ region: "uk", currency: "GBP", vatBps: 2000 });
    expect(text).toContain("VAT invoice (self-billed)");
    expect(text).toContain("The VAT shown is your output tax due to HMRC.");
    expect(text).not.toContain("section 20(2)");
  });

  test("of a first payout has no first day, and says what tax was withheld", () => {
    const text = textOf({ period: { from: null, to: "2026-01-31" }, withheld: 5045 });
    expect(text).toContain("Commission on sales up to 31 Jan 2026");
    expect(text).toContain('"Tax withheld R50.45","Paid to the bank R151.33"');
    expect(text).toContain('["Total","R201.78"]');
  });

  // shows T316
  test("has value and VAT that add up to the payout, to the cent", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 1, max: 10_000 }),
        (amount, vatBps) => {
          const { value, vat, total } = splitOf({ amount, vatBps });
          expect(value + vat).toBe(total);
          expect(total).toBe(amount);
          expect(vat).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

// shows T317
test("no payout is self-billed without an agreement on the day of payment, or without VAT", () => {
  const day = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const agreement = fc.option(
    fc.record({
      agreedOn: day,
      until: fc.option(day),
      vatBps: fc.integer({ min: 0, max: 10_000 }),
    }),
  );
  fc.assert(
    fc.property(agreement, day, (agreed, paidOn) => {
      const isAgreed =
        agreed !== null &&
        agreed.agreedOn <= paidOn &&
        (agreed.until ?? paidOn) >= paidOn &&
        agreed.vatBps > 0;
      expect(selfBilledVatBpsOf(agreed, paidOn)).toBe(isAgreed ? agreed.vatBps : null);
    }),
  );
});
