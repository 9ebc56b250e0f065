import { randomUUID } from "node:crypto";
import { monthsOfTaxYear, taxYearOf } from "@portal/shared/platform/calendar.ts";
import { decimalText } from "@portal/shared/platform/money.ts";
import { describe, expect } from "vitest";
import { eraseAccount } from "../../office/erasure/erase-account.actions.ts";
import { archiveOf } from "../../testing/archive-files.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test as base } from "../../testing/shop-test.ts";

const month = shopDay().slice(0, 7);
const year = taxYearOf(month, "za");

/** Sales by Ben, below Anna, one of them refunded. */
const test = base.extend("sold", { scope: "file" }, async ({ shop }) => {
  const office = await shop.as(shop.people.admin);
  const order = await aGuestOrder(shop, "BEN");
  await payByBank(shop, order.uuid, order.total);
  const refunded = await aGuestOrder(shop, "CARA");
  await payByBank(shop, refunded.uuid, refunded.total);
  await office.orders.refund({
    commandId: randomUUID(),
    uuid: refunded.uuid,
    amount: refunded.total,
    productAmount: refunded.total - 10_000,
    units: 4,
    method: "eft",
    reason: "not wanted",
  });
  return order;
});

describe("the statements of all members as one ZIP", () => {
  // shows T299
  test("are those of the register, as each member has their own", async ({ shop, sold }) => {
    expect(sold.uuid).toBeTruthy();
    const { admin, anna, ben, cara } = shop.people;
    const { names, fileName, rowsOf, textOf, pdfText } = await archiveOf(shop, {
      kind: "statements",
      month,
    });
    expect(fileName).toBe(`statements-${month}-open.zip`);
    const members = [anna, ben, cara].toSorted((one, other) => one - other);
    expect(names).toEqual([
      "NOT-CLOSED.txt",
      ...members.map((member) => `statement-${month}-member-${member}.pdf`),
      `commission-${month}.csv`,
      `self-billed-${month}.csv`,
    ]);
    const own = await (await shop.as(ben)).wallet.statement({ month });
    const text = await pdfText(`statement-${month}-member-${ben}.pdf`);
    expect(text).toContain(`Ben Person, member ${ben}`);
    expect(text).toContain("This month is still open");
    const rows = rowsOf(`commission-${month}.csv`);
    expect(rows.find((row) => row["Member number"] === String(ben))).toMatchObject({
      Member: "Ben Person",
      "Closing balance": decimalText(own.closing.balance),
    });
    const sheet = await (await shop.as(admin)).statements.register({ month });
    expect(rows.at(-1)?.["Closing balance"]).toBe(decimalText(sheet.sums[0]?.closing ?? 0));
    expect(textOf("NOT-CLOSED.txt")).toContain("can still change");
    const { rows: audited } = await (await shop.as(admin)).audit.list({
      action: "statements.exported",
    });
    expect(audited).toHaveLength(1);
  });

  // shows T299
  test("have the tax year of those who earned in it, and all its months in one table", async ({
    shop,
    sold,
  }) => {
    expect(sold.uuid).toBeTruthy();
    const { anna, ben, cara } = shop.people;
    const { names, fileName, rowsOf, pdfText } = await archiveOf(shop, { kind: "tax-packs", year });
    expect(fileName).toBe(`tax-year-${year}-open.zip`);
    const members = [anna, ben, cara].toSorted((one, other) => one - other);
    expect(names).toEqual([
      "NOT-CLOSED.txt",
      ...members.map((member) => `tax-${year}-member-${member}.pdf`),
      `tax-year-${year}.csv`,
      `certificates-${year}.csv`,
      `certificates-${year}.xlsx`,
    ]);
    // Nobody was paid in this year, so nobody has a certificate.
    expect(rowsOf(`certificates-${year}.csv`)).toEqual([]);
    expect(await pdfText(`tax-${year}-member-${anna}.pdf`)).toContain(
      `Anna Person, member ${anna}`,
    );
    const rows = rowsOf(`tax-year-${year}.csv`);
    const begun = monthsOfTaxYear(year, "za").filter((each) => each <= month);
    expect(rows).toHaveLength(begun.length * members.length);
    const { months } = await (await shop.as(ben)).statements.months({});
    expect(rows.filter(({ member }) => member === String(ben)).at(-1)).toEqual({
      member: String(ben),
      name: "Ben Person",
      month,
      currency: "ZAR",
      "opening balance": "0.00",
      "commission earned": decimalText(months.at(-1)?.earned ?? 0),
      "paid out": "0.00",
      "tax withheld": "0.00",
      "turned into store credit": "0.00",
      "written off": "0.00",
      "closing balance": decimalText(months.at(-1)?.closing.balance ?? 0),
      closed: "no",
    });
  });

  // shows T313
  test("have the certificate of whoever was paid, with the whole tax number", async ({
    shop,
    sold,
  }) => {
    expect(sold.uuid).toBeTruthy();
    const { anna } = shop.people;
    const api = await shop.as(anna);
    const idNumber = "8001015009087";
    await api.taxDetails.save({ kind: "za-tax", number: "0001339050", idNumber, vatNumber: "" });
    await api.wallet.convertToCredit({ commandId: randomUUID(), amount: 199 });
    const { rowsOf } = await archiveOf(shop, { kind: "tax-packs", year });
    expect(rowsOf(`certificates-${year}.csv`)).toEqual([
      expect.objectContaining({
        member: String(anna),
        "3015 type of certificate": "IT3(a)",
        "3060 identity number": idNumber,
        "3100 income tax number": "0001339050",
        "3606 or 3616 (your accountant decides)": "1",
      }),
    ]);
  });

  // shows T311
  test("have none of an erased member, whose figures stay without a name but on the certificate", async ({
    shop,
    sold,
  }) => {
    expect(sold.uuid).toBeTruthy();
    const { ben } = shop.people;
    const { db, now } = shop.deps;
    const api = await shop.as(ben);
    const tax = { kind: "za-tax", number: "0001339050", idNumber: "8001015009087" } as const;
    await api.taxDetails.save({ ...tax, vatNumber: "4123456789" });
    await api.wallet.convertToCredit({ commandId: randomUUID(), amount: 299 });
    await db.transaction().execute((tx) => eraseAccount(tx, ben, now(), { isAgain: true }));
    const statements = await archiveOf(shop, { kind: "statements", month });
    expect(statements.names.filter((name) => name.includes(`-member-${ben}.`))).toEqual([]);
    const row = statements
      .rowsOf(`commission-${month}.csv`)
      .find((each) => each["Member number"] === String(ben));
    expect(row?.["Member"]).toBe("Erased account");
    const taxYear = await archiveOf(shop, { kind: "tax-packs", year });
    expect(taxYear.names.filter((name) => name.includes(`-member-${ben}.`))).toEqual([]);
    const ofBen = (file: string) =>
      taxYear.rowsOf(file).filter(({ member }) => member === String(ben));
    expect(ofBen(`tax-year-${year}.csv`).at(-1)).toMatchObject({
      name: "Erased account",
      "turned into store credit": "2.99",
    });
    expect(ofBen(`certificates-${year}.csv`)).toEqual([
      expect.objectContaining({
        "3030 surname": "Person",
        "3040 first names": "Ben",
        "3060 identity number": tax.idNumber,
        "3100 income tax number": tax.number,
        "VAT number": "4123456789",
        "3606 or 3616 (your accountant decides)": "2",
      }),
    ]);
    const packed = await archiveOf(shop, { kind: "month-end", month });
    expect(packed.names.filter((name) => name.includes(`-member-${ben}.`))).toEqual([]);
    for (const { textOf, names } of [statements, taxYear, packed])
      for (const name of names.filter((each) => each.endsWith(".csv")))
        expect(textOf(name)).not.toContain("Ben Person");
  });
});
