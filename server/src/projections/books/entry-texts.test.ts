import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { shopDay } from "../../testing/shop-day.ts";
import { test } from "../../testing/shop-test.ts";
import { uploadStatement } from "../../testing/upload-statement.ts";
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
