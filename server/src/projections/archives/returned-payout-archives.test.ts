import { randomUUID } from "node:crypto";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { nextMonth } from "@portal/shared/platform/calendar.ts";
import { expect } from "vitest";
import { archiveOf } from "../../testing/archive-files.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { test } from "../../testing/shop-test.ts";
import { storeBankCredit } from "../../testing/upload-statement.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";

const command = () => ({ commandId: randomUUID() });
const month = shopDay().slice(0, 7);
const later = nextMonth(month);
const aMonthLater = () => `${later}-10T12:00:00.000Z`;

// shows T311
test("a payout that the bank returned in a closed month changes the next one alone, in register, package and PDFs", async ({
  shop,
}) => {
  const { admin, ben } = shop.people;
  await setOwnAccount(shop);
  await setPayoutLimit(shop, null);
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("shop_setting").set({ withholding_bps: 2500 }).execute(),
  );
  const office = await shop.as(admin);
  const vat = { kind: "za-tax", number: "0001339050", vatNumber: "4123456789" } as const;
  await (await shop.as(ben)).taxDetails.save(vat);
  const supplier = { name: "Ben CC", address: "4 Loop Street" };
  const agreement = { userId: ben, agreedOn: shopDay(), ...supplier };
  await office.taxDetails.saveSelfBilling({ ...command(), ...agreement });
  const { id, amount } = await aWaitingPayout(shop, "ben");
  const withheld = (await office.payouts.list({ id })).rows[0]?.withheld ?? 0;
  expect(withheld).toBeGreaterThan(0);
  await office.payouts.markAsPaid({ ...command(), id, paidOn: shopDay() });

  const late = await shop.as(admin, { now: aMonthLater });
  await late.statements.close({ ...command(), month, accepts: [...monthSteps] });
  const asked = { kind: "month-end", month } as const;
  const before = await archiveOf(shop, asked, aMonthLater);
  expect(before.fileName).toBe(`month-end-${month}.zip`);

  // The money is back on a day of the closed month, and nobody recorded it until now.
  const lineId = await storeBankCredit(shop, amount - withheld);
  await late.payouts.return({ ...command(), id, lineId });

  const after = await archiveOf(shop, asked, aMonthLater);
  expect(after.names).toEqual(before.names);
  // By the days of payment, or of the bank.
  const byOwnDay = [`paid-to-members-${month}.csv`, `bank-${month}.csv`];
  for (const file of after.names.filter((each) => !byOwnDay.includes(each)))
    expect(after.contentOf(file).equals(before.contentOf(file)), file).toBe(true);
  const paid = (of: typeof after) =>
    of
      .rowsOf(`paid-to-members-${month}.csv`)
      .map(({ member, what, beforeTax, withheld: tax }) => [member, what, beforeTax, tax]);
  const sums = [decimalText(amount), decimalText(withheld)];
  expect(paid(before)).toEqual([
    [`${ben}`, "payout", ...sums],
    ["total", "", ...sums],
  ]);
  const taken = [decimalText(-amount), decimalText(-withheld)];
  expect(paid(after)).toEqual([
    [`${ben}`, "payout", ...sums],
    [`${ben}`, "payout returned by the bank", ...taken],
    ["total", "", "0.00", "0.00"],
  ]);

  const next = await archiveOf(shop, { kind: "month-end", month: later }, aMonthLater);
  const row = next
    .rowsOf(`commission-${later}.csv`)
    .find((each) => each["Member number"] === String(ben));
  expect(row).toMatchObject({
    "Opening balance": "0.00",
    "Paid out": decimalText(-amount),
    "Tax withheld": decimalText(-withheld),
    "Closing balance": decimalText(amount),
  });
  const page = await next.pdfText(`statement-${later}-member-${ben}.pdf`);
  expect(page).toContain("Payout returned by the bank");
  expect(page).toContain("recorded late");
  const number = `SBC${ben}-1`;
  expect(next.rowsOf(`self-billed-${later}.csv`)).toHaveLength(1);
  expect(await next.pdfText(`credit-note-${number}.pdf`)).toContain(`SB${ben}-1`);
  expect(before.names).toContain(`invoice-SB${ben}-1.pdf`);
  expect(next.rowsOf(`J${later.replace("-", "")}.csv`)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        event: "PayoutReturned",
        postingDate: `${later}-01`,
        ownDay: shopDay(),
        accountKey: "withholdingTax",
        debit: decimalText(withheld),
      }),
    ]),
  );
  expect(next.rowsOf(`paid-to-members-${later}.csv`)).toHaveLength(1);
  const { rows } = await late.statements.register({ month: later });
  expect(rows.find(({ userId }) => userId === ben)).toMatchObject({
    paid: -amount,
    closing: amount,
  });

  // Undone in the next month, it is in that one, and of the closed month only what goes by the day of payment changes.
  await late.payouts.undoReturn({ ...command(), id });
  const undone = await archiveOf(shop, asked, aMonthLater);
  for (const file of after.names.filter((each) => !byOwnDay.includes(each)))
    expect(undone.contentOf(file).equals(before.contentOf(file)), file).toBe(true);
  expect(paid(undone)).toEqual([
    [`${ben}`, "payout", ...sums],
    [`${ben}`, "payout returned by the bank", ...taken],
    [`${ben}`, "return of a payout undone", ...sums],
    ["total", "", ...sums],
  ]);
  const last = await archiveOf(shop, { kind: "month-end", month: later }, aMonthLater);
  expect(last.rowsOf(`J${later.replace("-", "")}.csv`)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        event: "PayoutReturnUndone",
        accountKey: "withholdingTax",
        credit: decimalText(withheld),
      }),
    ]),
  );
  // Both are in one month, which has neither a balance nor a sum for Ben.
  const { rows: rowsLater } = await late.statements.register({ month: later });
  expect(rowsLater.find(({ userId }) => userId === ben)).toBeUndefined();
});
