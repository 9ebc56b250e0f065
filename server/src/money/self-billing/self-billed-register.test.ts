import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { exclVat } from "@portal/shared/platform/money.ts";
import { expect } from "vitest";
import { eraseAccount } from "../../office/erasure/erase-account.actions.ts";
import { archiveOf } from "../../testing/archive-files.ts";
import { office } from "../../testing/proposals-test.ts";
import { readWorkbook } from "../../testing/read-workbook.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { abroad, test, type TestShop } from "../../testing/shop-test.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";
import { writeDocumentWorkbook } from "../../projections/books/document-register.actions.ts";

const command = () => ({ commandId: randomUUID() });
const today = shopDay();
const month = today.slice(0, 7);
const first = { page: 1, pageSize: 50 };
const vat = { kind: "za-tax", number: "0001339050", vatNumber: "4123456789" } as const;

async function agree(shop: TestShop, userId: number, name: string): Promise<void> {
  const { admin } = await office(shop);
  await (await shop.as(userId)).taxDetails.save(vat);
  const supplier = { name, address: "4 Loop Street" };
  await admin.taxDetails.saveSelfBilling({ ...command(), userId, agreedOn: today, ...supplier });
}

async function pay(shop: TestShop, name: "ben" | "cara" | "skye") {
  const { admin } = await office(shop);
  const { id, amount } = await aWaitingPayout(shop, name);
  await admin.payouts.markAsPaid({ ...command(), id, paidOn: today });
  return { id, amount };
}

// shows T316
test("the register of self-billed documents has each with its VAT, also of a member who was erased", async ({
  shop,
}) => {
  const { ben, skye } = shop.people;
  const { admin } = await office(shop);
  await setOwnAccount(shop);
  await setPayoutLimit(shop, null);
  await pay(shop, "cara");
  await agree(shop, ben, "=Botha;=CC");
  await agree(shop, skye, "Skye CC");
  const kept = await pay(shop, "ben");
  const wrong = await pay(shop, "ben");
  await admin.payouts.creditTaxInvoice({ ...command(), id: wrong.id, reason: "wrong-supplier" });
  const erased = await pay(shop, "skye");
  const { db, now } = shop.deps;
  await db.transaction().execute((tx) => eraseAccount(tx, skye, now(), { isAgain: true }));

  const row = (number: string, { id, amount }: typeof kept, sign = 1) => {
    const net = exclVat(amount, 1500);
    return {
      number,
      payoutId: id,
      ownDay: today,
      postingDate: today,
      vatBps: 1500,
      gross: sign * amount,
      net: sign * net,
      vat: sign * (amount - net),
    };
  };
  const rows = [
    row(`SB${ben}-1`, kept),
    row(`SB${ben}-2`, wrong),
    { ...row(`SBC${ben}-1`, wrong, -1), kind: "credit-note", creditedInvoice: `SB${ben}-2` },
    { ...row(`SB${skye}-1`, erased), kind: "invoice", memberId: skye, supplier: null },
  ];
  const sums = {
    gross: kept.amount + erased.amount,
    net: exclVat(kept.amount, 1500) + exclVat(erased.amount, 1500),
  };
  const period = { from: today, to: today };
  const { selfBilled } = await admin.books.vat(period);
  expect(selfBilled).toEqual({ count: rows.length, vat: sums.gross - sums.net });
  const register = await admin.books.selfBilled({ ...period, ...first });
  expect(register).toMatchObject({ isClosed: false, currency: "ZAR", total: 4, rows });
  expect(register.sums).toEqual({ ...sums, vat: sums.gross - sums.net });
  expect(register.rows[0]?.supplier).toEqual({ name: "=Botha;=CC", vatNumber: "4123456789" });
  expect(await admin.books.selfBilled({ ...period, page: 2, pageSize: 3 })).toMatchObject({
    total: 4,
    rows: rows.slice(3),
    sums,
  });
  const yesterday = addDays(today, -1);
  const before = { from: yesterday, to: yesterday, ...first };
  expect(await admin.books.selfBilled(before)).toMatchObject({ total: 0, rows: [] });

  const { rowsOf, textOf, names } = await archiveOf(shop, { kind: "month-end", month });
  const file = `self-billed-${month}.csv`;
  expect(rowsOf(file)).toMatchObject([
    { document: `SB${ben}-1`, kind: "invoice", name: "'=Botha;'=CC", vatNumber: "4123456789" },
    { document: `SB${ben}-2`, kind: "invoice", rate: "15%", creditedInvoice: "" },
    { document: `SBC${ben}-1`, kind: "credit note", creditedInvoice: `SB${ben}-2` },
    { document: `SB${skye}-1`, member: `${skye}`, name: "", vatNumber: "", currency: "ZAR" },
  ]);
  const cents = (text = "") => Math.round(Number(text) * 100);
  for (const [column, sum] of Object.entries({
    inclVat: sums.gross,
    exclVat: sums.net,
    vat: sums.gross - sums.net,
  }))
    expect(rowsOf(file).reduce((total, each) => total + cents(each[column]), 0)).toBe(sum);
  expect(names.filter((name) => /^(invoice|credit-note)-SB/.test(name))).toEqual([
    `invoice-SB${ben}-1.pdf`,
    `invoice-SB${ben}-2.pdf`,
    `credit-note-SBC${ben}-1.pdf`,
  ]);
  const statements = await archiveOf(shop, { kind: "statements", month });
  expect(statements.textOf(file)).toBe(textOf(file));
  expect((await admin.books.documentFiles(period)).at(-1)?.text).toBe(textOf(file));
  const { deps } = shop;
  const caller = { readDb: deps.readDb, readBooks: deps.readBooks, shop: deps.shop };
  const sheets = await readWorkbook(await writeDocumentWorkbook(caller, period));
  expect(sheets.at(-1)?.rows.map(([number]) => number)).toEqual([
    "Document",
    ...rows.map(({ number }) => number),
  ]);

  const usa = await abroad(shop, "usa").as(shop.people.admin);
  expect((await usa.books.documentFiles(period)).map(({ name }) => name)).toEqual([
    `documents-${today}-to-${today}.csv`,
    `unused-numbers-${today}-to-${today}.csv`,
  ]);
});
