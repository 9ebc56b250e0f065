import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { expect } from "vitest";
import { shopDay } from "../../testing/shop-day.ts";
import { test } from "../../testing/shop-test.ts";
import { uploadPayoutAndFee, uploadStatement } from "../../testing/upload-statement.ts";
import { setOwnAccount } from "../../testing/waiting-payouts.ts";

test("an entry of the bank says what it is, by what somebody said and by the bank's text", async ({
  shop,
}) => {
  const office = await shop.as(shop.people.admin);
  await setOwnAccount(shop);
  const day = shopDay();
  const file = [
    "ACCOUNT TRANSACTION HISTORY",
    "",
    "Name:, RHIZO SHOP",
    "Account:, 62000031451, [Cheque]",
    "Balance:, 112.34, 112.34",
    "",
    "Date, Amount, Balance, Description",
    `${day.replaceAll("-", "/")}, 12.34, 112.34, =INTEREST`,
  ].join("\n");
  await uploadStatement(shop, file);
  const { rows } = await office.bankLines.list({ search: "=INTEREST" });
  const why = { commandId: randomUUID(), kind: "interest", reason: "Interest" } as const;
  await office.bankLines.ignore({ ...why, lineId: rows[0]?.id ?? 0 });
  const ledger = await office.books.accountEntries({
    figures: "posted",
    through: day.slice(0, 7),
    account: "bank",
    productId: null,
    currency: "ZAR",
    from: null,
    page: 1,
    pageSize: 50,
  });
  expect(ledger).toMatchObject({
    rows: [{ bankKind: "bank-interest", bankText: "=INTEREST", amount: 12_34 }],
  });
});

test("an entry of the card provider says which transaction it is of, on screens and in the file of a month", async ({
  shop,
}) => {
  const { books, cardMatch } = await shop.as(shop.people.admin);
  const day = addDays(shopDay(), -2);
  await uploadPayoutAndFee(shop, day);
  const days = { from: day, to: day };
  const { fees, rows } = await cardMatch.list({ ...days, show: "all" });
  const seen = fees.map(({ lineId, amount }) => ({ lineId, amount }));
  await cardMatch.bookFees({ commandId: randomUUID(), ...days, fees: seen });
  const lineId = rows.find(({ type }) => type === "MONTHLY_FEE")?.settlement?.lineId ?? 0;
  await cardMatch.explain({ commandId: randomUUID(), lineId, kind: "card-fee" });
  const entries = await books.entries({ day });
  const ofPayout = seen[0]?.lineId ?? 0;
  expect(entries).toMatchObject([
    {
      bankKind: "card-fee",
      settlementLineId: ofPayout,
      settlement: { day, type: "PAYOUT" },
      period: null,
    },
    { bankKind: "card-fee", settlementLineId: lineId, settlement: { day, type: "MONTHLY_FEE" } },
  ]);
  const asked = { month: day.slice(0, 7), by: "day", format: "generic-csv" } as const;
  const { files } = await books.files(asked);
  const [file] = files;
  const [headings = "", ...lines] = file?.text.split("\r\n") ?? [];
  expect(headings).toContain(
    "memberId,bankKind,bankLine,settlementLine,periodFrom,periodTo,accountKey",
  );
  expect(lines.filter((line) => line.includes(`,card-fee,,${lineId},`))).toHaveLength(2);
});
