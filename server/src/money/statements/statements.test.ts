import { randomUUID } from "node:crypto";
import { monthSteps } from "@portal/shared/money/statements.ts";
import { addDays, dayOf, nextMonth } from "@portal/shared/platform/calendar.ts";
import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect } from "vitest";
import { printPdf } from "../../gateways/documents/pdf-document.ts";
import { readOnly } from "../../platform/db/database.ts";
import { pdfText } from "../../testing/pdf-text.ts";
import { readWorkbook } from "../../testing/read-workbook.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test, type TestShop } from "../../testing/shop-test.ts";
import { announceClosings } from "./closing.actions.ts";
import { statementPdf, taxPackFile } from "./statement.actions.ts";

const thisMonth = shopDay().slice(0, 7);

/** A sale by Ben in the current month, which can be closed a month later. */
const withSale = test.extend("sold", { scope: "file" }, async ({ shop }) => {
  const order = await aGuestOrder(shop, "BEN");
  await payByBank(shop, order.uuid, order.total);
  return order;
});

function aMonthLater(): string {
  return `${nextMonth(thisMonth)}-10T12:00:00.000Z`;
}

async function ask({ app, deps }: TestShop, userId: number | null, url: string) {
  if (userId === null) return app.inject({ url });
  const { cookie } = await deps.sessions.start({
    userId,
    device: "Firefox on Linux",
    withPassword: true,
  });
  return app.inject({ url, headers: { cookie: cookie.split(";")[0] ?? "" } });
}

describe("a statement", () => {
  withSale(
    "shows distributors their own month, and the office that of every member",
    async ({ shop, sold }) => {
      const { ben, admin } = shop.people;
      const own = await (await shop.as(ben)).wallet.statement({ month: thisMonth });
      const forOffice = await (await shop.as(admin)).wallet.statement({
        memberId: ben,
        month: thisMonth,
      });

      expect(own).toMatchObject({
        memberId: ben,
        entries: [{ orderNumber: sold.orderNumber, kind: "own", sellerId: ben }],
        seal: null,
      });
      expect(own.closing.accrued).toBe(own.entries[0]?.amount);
      expect(own.names[ben]).toMatch(/^Ben /);
      expect(forOffice).toEqual(own);
      const { months } = await (await shop.as(ben)).statements.months({});
      expect(months).toMatchObject([{ month: thisMonth, isClosed: false, closing: own.closing }]);
    },
  );

  withSale("shows the office the balance at the end of a day", async ({ shop, sold }) => {
    expect(sold.uuid).toBeTruthy();
    const { admin, ben, kim } = shop.people;
    const office = await shop.as(admin);
    const own = await (await shop.as(ben)).wallet.statement({ month: thisMonth });
    const day = dayOf(own.entries[0]?.occurredAt ?? "", own.timeZone);
    const on = (asked: string) => office.statements.balanceOn({ memberId: ben, day: asked });

    expect(await on(day)).toEqual(own.closing);
    expect(await on(addDays(day, -1))).toEqual({
      accrued: 0,
      paid: 0,
      unpaid: 0,
      credit: 0,
      balance: 0,
    });
    await expect(office.statements.balanceOn({ memberId: kim, day })).rejects.toMatchObject({
      cause: { code: "statement.unknown" },
    });
    for (const wrong of ["2026-02-30", "9999-12-31", "", "1; drop table"])
      await expect(on(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  withSale(
    "stands in the register of the month, on the screen and in a file",
    async ({ shop, sold }) => {
      expect(sold.uuid).toBeTruthy();
      const { admin, anna, ben } = shop.people;
      const office = await shop.as(admin);
      const { closing } = await (await shop.as(ben)).wallet.statement({ month: thisMonth });
      const upline = (await (await shop.as(anna)).wallet.statement({ month: thisMonth })).closing;
      const register = await office.statements.register({ month: thisMonth });
      expect(register).toMatchObject({
        month: thisMonth,
        sums: [{ currency: "ZAR" }],
        isClosed: false,
        total: 2,
      });
      expect(register.rows).toMatchObject([
        { userId: anna, opening: 0, own: 0, upline: upline.balance, closing: upline.balance },
        { userId: ben, opening: 0, own: closing.balance, upline: 0, closing: closing.balance },
      ]);
      const sum = register.sums[0]?.closing ?? 0;
      expect(sum).toBe(closing.balance + upline.balance);
      const found = await office.statements.register({ month: thisMonth, search: "ben" });
      expect(found).toMatchObject({ total: 1, sums: [{ closing: closing.balance }] });
      expect(await office.statements.register({ month: "2020-01" })).toMatchObject({ rows: [] });
      expect(await office.statements.register({ month: nextMonth(thisMonth) })).toMatchObject({
        sums: [{ opening: sum, own: 0, closing: sum }],
      });

      const url = `/office/commission-register?month=${thisMonth}&format=`;
      const text = await ask(shop, admin, `${url}csv`);
      expect(text.headers["content-disposition"]).toBe(
        `attachment; filename="commission-${thisMonth}.csv"`,
      );
      const lines = text.body.trimEnd().split("\r\n");
      const money = (minor: number) => (minor / 100).toFixed(2);
      const own = money(closing.balance);
      expect(lines.at(-2)).toBe(
        `${ben},Ben Person,ZAR,0.00,${own},0.00,0.00,0.00,0.00,0.00,0.00,0.00,${own}`,
      );
      expect(lines.at(-1)).toMatch(/^,Total,ZAR,0\.00,/);
      expect(lines.at(-1)).toMatch(new RegExp(`,${money(sum)}$`));
      const [sheet] = await readWorkbook((await ask(shop, admin, `${url}xlsx`)).rawPayload);
      expect(sheet?.rows.at(-1)?.at(-1)).toBe(sum / 100);
      const { details } = await shop.deps.db
        .selectFrom("audit_entry")
        .select("details")
        .where("action", "=", "commission-register.exported")
        .executeTakeFirstOrThrow();
      expect(details).toEqual({ month: thisMonth });

      for (const wrong of ["pdf", "csv&month=2026-13", "csv&member=1", ""])
        expect((await ask(shop, admin, url + wrong)).statusCode).toBe(400);
      expect((await ask(shop, ben, `${url}csv`)).statusCode).toBe(403);
      expect((await ask(shop, null, `${url}csv`)).statusCode).toBe(401);
      for (const month of ["2026-13", "", "2026-01'; drop table account"])
        await expect(office.statements.register({ month })).rejects.toMatchObject({
          code: "BAD_REQUEST",
        });
    },
  );

  withSale("is refused to everyone else", async ({ shop, sold }) => {
    expect(sold.uuid).toBeTruthy();
    const { anna, ben, sam, kim, admin } = shop.people;
    const asked = { memberId: ben, month: thisMonth };
    await expect((await shop.as(anna)).wallet.statement(asked)).rejects.toMatchObject({
      cause: { code: "statement.unknown" },
    });
    await expect((await shop.as(anna)).statements.months({ memberId: ben })).rejects.toMatchObject({
      cause: { code: "statement.unknown" },
    });
    for (const person of [sam, kim])
      await expect(
        (await shop.as(person)).wallet.statement({ month: thisMonth }),
      ).rejects.toMatchObject({ cause: { code: "access.forbidden" } });
    await expect(
      (await shop.as(admin)).wallet.statement({ memberId: kim, month: thisMonth }),
    ).rejects.toMatchObject({ cause: { code: "statement.unknown" } });
    for (const month of ["2026-13", "2026", "2026-01'; drop table account", ""])
      await expect((await shop.as(ben)).wallet.statement({ month })).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
  });

  withSale("is available as PDF and as a verifiable file", async ({ shop, sold }) => {
    const { ben, admin, anna } = shop.people;
    const path = `/statements/${ben}/${thisMonth}/statement`;
    const pdf = await ask(shop, ben, `${path}.pdf`);
    expect(pdf.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "content-disposition": `inline; filename="statement-${thisMonth}-member-${ben}.pdf"`,
    });
    const text = await textOf(pdf);
    expect(text).toContain("Values exclude VAT. Dates use Johannesburg time.");
    expect(text).toMatch(new RegExp(`Commission statement, .*Ben .*${sold.orderNumber} Own sale`));
    const inTheUsa = {
      db: readOnly(shop.deps.db),
      region: "usa",
      now: new Date().toISOString(),
    } as const;
    const { body } = await statementPdf(inTheUsa, { memberId: ben, month: thisMonth }, printPdf);
    const american = await pdfText(Buffer.from(body));
    expect(american).toContain("Dates use New York time.");
    expect(american).not.toContain("VAT");
    const json = await ask(shop, admin, `${path}.json`);
    expect(json.json()).toMatchObject({ format: "portal-statement/1", memberId: ben });
    expect(json.body).not.toMatch(/Ben/);
    const year = `/statements/${ben}/tax/${taxYear()}/tax-pack`;
    expect(await textOf(await ask(shop, ben, `${year}.pdf`))).toContain(`Tax year ${taxYear()}`);
    const inTheUk = { ...inTheUsa, region: "uk" } as const;
    const pack = await taxPackFile(inTheUk, { memberId: ben, year: taxYear() }, printPdf);
    expect(await pdfText(Buffer.from(pack.body))).toContain("accounts made up to 31 March");
    expect((await ask(shop, ben, `${year}.csv`)).body).toMatch(
      /^month,currency,opening balance,commission earned/,
    );

    for (const file of [`${path}.pdf`, `${path}.json`, `${year}.pdf`, `${year}.csv`]) {
      expect((await ask(shop, null, file)).statusCode).toBe(401);
      expect((await ask(shop, anna, file)).statusCode).toBe(404);
      expect((await ask(shop, shop.people.kim, file)).statusCode).toBe(403);
    }
    for (const wrong of [
      `/statements/${ben}/2026-99/statement.pdf`,
      `/statements/x/${thisMonth}/statement.pdf`,
      `/statements/${ben}/tax/1/tax-pack.csv`,
      `/statements/${ben}/tax/2999/tax-pack.csv`,
      `/statements/99999999999/${thisMonth}/statement.json`,
    ])
      expect((await ask(shop, admin, wrong)).statusCode).toBe(404);
  });
});

describe("closing a month", () => {
  withSale("is refused before it is over, and needs the password", async ({ shop, sold }) => {
    expect(sold.uuid).toBeTruthy();
    const admin = await shop.as(shop.people.admin);
    expect(await admin.statements.closings()).toMatchObject({ closable: [], closings: [] });
    await expect(
      admin.statements.close({ commandId: randomUUID(), month: thisMonth }),
    ).rejects.toMatchObject({ cause: { code: "month.not-over" } });
    const session = { ...aSession, passwordAt: new Date().toISOString() };
    const late = await shop.as(shop.people.admin, { now: aMonthLater, session });
    await expect(
      late.statements.close({ commandId: randomUUID(), month: thisMonth }),
    ).rejects.toMatchObject({ cause: { code: "access.password-needed" } });
  });

  withSale(
    "happens once under concurrent requests, and is recorded in the audit log",
    async ({ shop, sold }) => {
      expect(sold.uuid).toBeTruthy();
      const { admin, dev, ben } = shop.people;
      const close = async (userId: number, commandId: string) => {
        const session = { ...aSession, passwordAt: aMonthLater() };
        const api = await shop.as(userId, { now: aMonthLater, session });
        return api.statements.close({ commandId, month: thisMonth, accepts: [...monthSteps] });
      };
      const commandId = randomUUID();
      const outcomes = await Promise.allSettled([
        close(admin, commandId),
        close(admin, commandId),
        close(dev, randomUUID()),
      ]);
      const closed = outcomes.filter(({ status }) => status === "fulfilled");
      const { closings } = await (await shop.as(admin)).statements.closings();
      expect(closings).toMatchObject([{ month: thisMonth }]);
      expect(closed.length).toBeGreaterThanOrEqual(1);
      const written = await shop.deps.db
        .selectFrom("audit_entry")
        .select(["action", "target"])
        .where("action", "=", "month.closed")
        .execute();
      expect(written).toEqual([{ action: "month.closed", target: thisMonth }]);
      const statement = await (await shop.as(ben)).wallet.statement({ month: thisMonth });
      expect(statement.seal).toMatchObject({ month: thisMonth });
    },
  );

  withSale("notifies members with commission once", async ({ shop, sold }) => {
    expect(sold.uuid).toBeTruthy();
    await announceClosings(shop.deps);
    await announceClosings(shop.deps);
    const told = await shop.deps.db
      .selectFrom("message")
      .select(["user_id", "message_key"])
      .where("kind", "=", "statement-ready")
      .orderBy("user_id")
      .execute();
    const { anna, ben } = shop.people;
    expect(told).toEqual(
      [anna, ben]
        .toSorted((one, other) => one - other)
        .map((userId) => ({ user_id: userId, message_key: `statement:${thisMonth}:${userId}` })),
    );
  });
});

test("rounding residuals are visible to the office only", async ({ shop }) => {
  const { months } = await (await shop.as(shop.people.admin)).statements.cents();
  for (const { residual } of months) expect(residual).toMatch(/^-?\d+\.\d{6}$/);
  await expect((await shop.as(shop.people.ben)).statements.cents()).rejects.toMatchObject({
    cause: { code: "access.forbidden" },
  });
});

const aSession = { token: "none", handle: randomUUID(), impersonatorId: null };

function taxYear(): number {
  return Number(thisMonth.slice(0, 4)) + (Number(thisMonth.slice(5)) > 2 ? 1 : 0);
}

async function textOf(answer: { rawPayload: Buffer }): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(answer.rawPayload));
  const { text } = await extractText(document, { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
}
