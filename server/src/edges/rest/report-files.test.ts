import { randomUUID } from "node:crypto";
import { filePasswordHeader } from "@portal/shared/office/reports/customer-export.ts";
import { readXlsx } from "hucre/xlsx";
import { describe, expect } from "vitest";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { countSales } from "../../office/reports/sales-count.actions.ts";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  type TestShop,
  test as base,
} from "../../testing/shop-test.ts";
import { password as personsPassword } from "../../testing/shop-people.ts";

/** Kim has paid two orders, Lone's name is a formula, and Ben has made a sale. */
const test = base.extend("sold", { scope: "file" }, async ({ shop }) => {
  const { db } = shop.deps;
  const { kim } = shop.people;
  for (let times = 0; times < 2; times++) {
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);
  }
  await db
    .insertInto("account")
    .values({
      email: "evil@shop.test",
      first_name: '=HYPERLINK("http://evil","x")',
      last_name: "+1",
      role: "customer",
      cell: "+27821234567",
    })
    .execute();
  await countSales(db);
  return { kim };
});

async function get(shop: TestShop, url: string, userId: number | null, headers = {}) {
  const { sessions } = shop.deps;
  const session =
    userId === null
      ? null
      : await sessions.start({
          userId,
          device: "Program",
          withPassword: userId !== shop.people.ben,
        });
  const authorization = session && { authorization: `Bearer ${session.token}` };
  return shop.app.inject({ url, headers: { ...authorization, ...headers } });
}

const sheetOf = async (bytes: Buffer, options = {}) =>
  (await readXlsx(bytes, options)).sheets.map(({ rows }) => rows);

describe("the export of customers", () => {
  const url = "/api/customer/export";

  // shows R46, S6.14, T65, L4
  test("says for each account whether a password is set, and never which", async ({
    shop,
    sold,
  }) => {
    const answer = await get(shop, url, shop.people.dev);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="customers.xlsx"');
    const [rows = []] = await sheetOf(answer.rawPayload);
    const [heading = [], ...people] = rows;
    const valueOf = (row: readonly unknown[] | undefined, name: string) =>
      row?.[heading.indexOf(name)];
    expect(heading).toContain("Password set");
    const kim = people.find(([id]) => id === sold.kim);
    expect([valueOf(kim, "Password set"), valueOf(kim, "Paid orders")]).toEqual(["Yes", 0]);
    const evil = people.find((row) => valueOf(row, "Email") === "evil@shop.test");
    expect(valueOf(evil, "First name")).toBe('\'=HYPERLINK("http://evil","x")');
    expect(valueOf(evil, "Last name")).toBe("'+1");
    expect(valueOf(evil, "Password set")).toBe("No");
    expect(people.every((row) => String(valueOf(row, "Email")).includes("@"))).toBe(true);

    const account = await shop.deps.db
      .selectFrom("account")
      .select("password_hash")
      .where("id", "=", sold.kim)
      .executeTakeFirst();
    const all = JSON.stringify(rows);
    for (const secret of [personsPassword, "$argon2", account?.password_hash ?? "$argon2"])
      expect(all).not.toContain(secret);
  });

  // shows S6.14
  test("of repeat customers has only those who paid twice", async ({ shop, sold }) => {
    const { db } = shop.deps;
    const repeat = `${url}?repeatCustomersOnly=true`;
    const rowsNow = async () => {
      const answer = await get(shop, repeat, shop.people.dev);
      expect(answer.headers["content-disposition"]).toContain("customers-repeat.xlsx");
      const [rows = []] = await sheetOf(answer.rawPayload);
      return rows.slice(1).map(([id, , , , , , , , , , , , orders, total]) => [id, orders, total]);
    };
    expect(await rowsNow()).toEqual([]);
    const buyer = await shop.as(sold.kim);
    for (let times = 0; times < 2; times++) {
      const { request } = await aGuestOrder(shop);
      const { id: addressId } = await buyer.addresses.save(aRecipient);
      const order = await buyer.orders.save({
        commandId: crypto.randomUUID(),
        sections: [{ addressId, lines: request.sections[0]?.lines ?? [] }],
      });
      await payByBank(shop, order.uuid, order.total);
    }
    expect(await rowsNow()).toEqual([[sold.kim, 2, 2800]]);
    expect(
      await db
        .selectFrom("audit_entry")
        .select("id")
        .where("action", "=", "customers.exported")
        .execute(),
    ).not.toEqual([]);
  });

  test("opens only with its password if it has one, and the password is not stored", async ({
    shop,
    sold,
  }) => {
    expect(sold).toBeDefined();
    const filePassword = "Unguessable-4711-Unguessable";
    const answer = await get(shop, url, shop.people.dev, { [filePasswordHeader]: filePassword });
    await expect(readXlsx(answer.rawPayload)).rejects.toThrow(/encrypt/i);
    const [rows = []] = await sheetOf(answer.rawPayload, { password: filePassword });
    expect(rows.length).toBeGreaterThan(1);
    const written = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["actor_id", "target", "details"])
      .where("action", "=", "customers.exported")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(written).toEqual({
      actor_id: shop.people.dev,
      target: "customers.xlsx",
      details: { isProtected: true },
    });
    const weak = await get(shop, url, shop.people.dev, { [filePasswordHeader]: "short" });
    expect(weak.statusCode).toBe(400);
  });

  // shows R46, S7.14, T65
  test("is for admins with the developer flag and recent authentication", async ({ shop }) => {
    const { admin, anna, dev, kim } = shop.people;
    expect((await get(shop, url, null)).statusCode).toBe(401);
    for (const person of [admin, anna, kim])
      expect((await get(shop, url, person)).statusCode).toBe(403);
    const { token } = await shop.deps.sessions.start({
      userId: dev,
      device: "Program",
      withPassword: false,
    });
    const late = await shop.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(late.json()).toMatchObject({ success: false, code: "access.password-needed" });
    const wrong = await get(shop, `${url}?repeatCustomersOnly=maybe`, dev);
    expect(wrong.statusCode).toBe(400);
  });
});

describe("the export of the sales report", () => {
  const url = "/api/sales-report/export?from=2020-01-01&to=2099-12-31";

  test("has the data of the screen, as a workbook and as CSV", async ({ shop, sold }) => {
    expect(sold).toBeDefined();
    const { admin } = shop.people;
    const book = await get(shop, `${url}&groupBy=level&format=xlsx`, admin);
    const [rows = [], about = []] = await sheetOf(book.rawPayload);
    expect(rows[0]).toEqual([
      "Level",
      "Number",
      "Currency",
      "Orders",
      "Units",
      "Total sales",
      "Commissionable",
      "Charged",
      "Delivery",
      "Refunds",
      "Excl. VAT",
      "VAT",
      "Incl. VAT",
    ]);
    expect(rows.find(([name]) => name === "Level 2")).toEqual([
      "Level 2",
      null,
      "ZAR",
      2,
      8,
      8 * 282.61,
      2260.86,
      2600,
      200,
      0,
      2434.78,
      365.22,
      2800,
    ]);
    expect(rows.at(-1)?.[0]).toBe("Total");
    expect(about).toContainEqual(["Unit value, za", "R282.61"]);

    const products = await get(shop, `${url}&groupBy=product&format=csv`, admin);
    expect(products.body).toMatch(/^Original 50ml,\d+,ZAR,/m);
    expect(products.body).toMatch(/^Delivery,,ZAR,\d+,0,0.00,/m);

    const text = await get(shop, `${url}&groupBy=person&format=csv`, admin);
    expect(text.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(text.headers["content-disposition"]).toBe(
      'attachment; filename="sales-2020-01-01-to-2099-12-31.csv"',
    );
    expect(text.body).toContain(`Ben Person,${shop.people.ben},ZAR,2,8,2260.88,2260.86`);
  });

  test("refuses unknown parameters, and everyone but the office", async ({ shop }) => {
    const { admin, ben } = shop.people;
    for (const query of ["&format=pdf", "&format=csv&groupBy=secret", "&format=csv&sellerId=x"])
      expect((await get(shop, url + query, admin)).statusCode).toBe(400);
    expect((await get(shop, `${url}&format=csv`, ben)).statusCode).toBe(403);
    expect((await get(shop, `${url}&format=csv`, null)).statusCode).toBe(401);
  });

  test("is audited without the search words", async ({ shop, sold }) => {
    expect(sold).toBeDefined();
    await get(shop, `${url}&format=csv&groupBy=person&search=Ben+Person`, shop.people.admin);
    const written = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "sales-report.exported")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(JSON.stringify(written)).toContain('"groupBy":"person"');
    expect(JSON.stringify(written)).not.toContain("Ben");
  });
});

describe("an office list as a file", () => {
  test("has the filtered orders, with dates and amounts as such", async ({ shop, sold }) => {
    expect(sold).toBeDefined();
    const { admin } = shop.people;
    const unpaid = await aGuestOrder(shop, "BEN");
    const book = await get(shop, "/office/orders.xlsx?state=paid&sort=orderNumber", admin);
    expect(book.headers["content-disposition"]).toBe('attachment; filename="orders.xlsx"');
    const [rows = [], about = []] = await sheetOf(book.rawPayload);
    expect(rows[0]?.slice(0, 4)).toEqual(["Order", "Placed", "Paid", "Status"]);
    const guests = rows.slice(1).filter(([, , , , buyer]) => buyer === "Guest");
    expect(guests.length).toBeGreaterThan(1);
    for (const [number, placed, paidOn, state, , seller, ...rest] of guests) {
      expect(number).not.toBe(unpaid.orderNumber);
      expect([placed, paidOn]).toEqual([expect.any(Date), expect.any(Date)]);
      expect([state, seller, ...rest.slice(-3)]).toEqual(["Paid", "Ben Person", 1400, 1400, 0]);
    }
    expect(about).toContainEqual(["state", "Paid"]);

    const [all = []] = await sheetOf((await get(shop, "/office/orders.xlsx", admin)).rawPayload);
    expect(all.map(([number]) => number)).toContain(unpaid.orderNumber);
  });

  test("has payout requests that add up to the screen's totals, and no account number", async ({
    shop,
    sold,
  }) => {
    expect(sold).toBeDefined();
    const { admin, ben } = shop.people;
    const member = await shop.as(ben);
    await member.bankDetails.save({
      bankName: "FNB",
      accountName: "B Person",
      accountNumber: "62000000001",
      branchCode: "250655",
      chequeOrSavings: "Cheque",
      notes: "",
    });
    await member.wallet.requestPayout({ commandId: randomUUID() });
    const { sums, counts } = await (await shop.as(admin)).payouts.list({ state: "requested" });

    const book = await get(shop, "/office/payout-requests.xlsx?state=requested", admin);
    const [[heading = [], ...requests] = []] = await sheetOf(book.rawPayload);
    const amounts = requests.map((row) => Number(row[heading.indexOf("Amount")]));
    expect(requests).toHaveLength(counts.requested);
    expect(amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(sums.requested);
    expect(sums.requested).toBeGreaterThan(0);
    expect(JSON.stringify(requests)).not.toContain("62000000001");
  });

  test("has the filtered or selected people, and no secret", async ({ shop, sold }) => {
    const { admin, ben, cara } = shop.people;
    const read = async (query: string) => {
      const answer = await get(shop, `/office/users.xlsx${query}`, admin);
      expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([
        200,
        "private, no-store",
      ]);
      const [rows = []] = await sheetOf(answer.rawPayload);
      return rows;
    };
    const [heading = [], ...customers] = await read("?role=customer");
    expect(heading.slice(0, 6)).toEqual(["ID", "First name", "Last name", "Email", "Cell", "Role"]);
    const roles = new Set(customers.map((row) => row[5]));
    expect([...roles]).toEqual(["Customer"]);
    const ids = customers.map(([id]) => Number(id));
    expect(ids).toContain(sold.kim);
    const inOrder = async (direction: "asc" | "desc") => {
      const list = (await shop.as(admin)).users.list;
      const sort = { by: "lastSeen" as const, direction };
      const { rows } = await list({ role: "customer", pageSize: 100, sort });
      return rows.map(({ id }) => id);
    };
    for (const direction of ["asc", "desc"] as const) {
      const [, ...sorted] = await read(`?role=customer&sort=lastSeen&direction=${direction}`);
      expect(sorted.map(([id]) => Number(id))).toEqual(await inOrder(direction));
    }
    const evil = customers.find((row) => row[3] === "evil@shop.test");
    expect(evil?.slice(1, 3)).toEqual([`'=HYPERLINK("http://evil","x")`, "'+1"]);

    const members = await read("?role=distributor&level=2&search=Ben");
    expect(members.slice(1).map(([id, , , , , , level]) => [id, level])).toEqual([[ben, 2]]);
    const chosen = await read(`?ids=${cara},${ben}`);
    expect(chosen.slice(1).map(([id]) => id)).toEqual([ben, cara]);
    const backwards = await read(`?ids=${ben},${cara}&sort=name&direction=desc`);
    expect(backwards.slice(1).map(([id]) => id)).toEqual([cara, ben]);
    const withDeleted = await read("?showDeleted=true&role=stockist");
    expect(withDeleted.slice(1).map((row) => [row[5], row[6]])).toContainEqual(["Stockist", null]);
    expect(JSON.stringify([customers, members, chosen])).not.toContain("$argon2");

    const written = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["actor_id", "details"])
      .where("action", "=", "users.exported")
      .orderBy("id", "desc")
      .offset(2)
      .limit(2)
      .execute();
    expect(written).toEqual([
      { actor_id: admin, details: { chosen: 2 } },
      { actor_id: admin, details: { role: "distributor", level: 2, showDeleted: false } },
    ]);
  });

  test("of people is for admins with recent authentication", async ({ shop }) => {
    const { admin, ben } = shop.people;
    const url = "/office/users.xlsx";
    expect((await get(shop, url, null)).statusCode).toBe(401);
    expect((await get(shop, url, ben)).statusCode).toBe(403);
    for (const wrong of [
      "level=9",
      "ids=1;drop",
      `ids=${"1,".repeat(100)}1`,
      "role=king",
      "sort=password",
      "direction=up",
    ])
      expect((await get(shop, `${url}?${wrong}`, admin)).statusCode).toBe(400);
    const { token } = await shop.deps.sessions.start({
      userId: admin,
      device: "Program",
      withPassword: false,
    });
    const answer = await shop.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(answer.json()).toMatchObject({ success: false, code: "access.password-needed" });
  });

  test("has the audit log as the screen says it", async ({ shop }) => {
    const { admin, dev, ben } = shop.people;
    await insertAudit(
      shop.deps.db,
      { user: { id: dev }, impersonatedById: null, now: () => "2026-03-09T12:05:00.000Z" },
      {
        action: "bank-rule.added",
        subjectId: ben,
        target: "bank line 12",
        details: { way: "in", kind: "card-payout", reference: "=1+1" },
      },
    );
    const file = await get(shop, `/office/audit.xlsx?actorId=${dev}&search=card`, admin);
    const [[heading = [], ...entries] = []] = await sheetOf(file.rawPayload);
    const entry = Object.fromEntries(heading.map((name, at) => [name, entries[0]?.[at]]));
    expect(entries).toHaveLength(1);
    expect(entry).toMatchObject({
      When: "9 Mar 2026, 14:05",
      "When (UTC)": "2026-03-09T12:05:00.000Z",
      "Person ID": dev,
      Action: "Added a bank rule",
      "Affected person": "Ben Person",
      Record: "bank transaction 12",
      Details: "way: Money in; kind: Payout of the card provider; reference: =1+1",
    });
  });

  test.for(["/office/orders.xlsx", "/office/payout-requests.xlsx", "/office/audit.xlsx"])(
    "from %s is only for the office, and is audited without the search words",
    async (url, { shop }) => {
      const { admin, ben } = shop.people;
      expect((await get(shop, url, null)).statusCode).toBe(401);
      expect((await get(shop, url, ben)).statusCode).toBe(403);
      expect((await get(shop, `${url}?state=lost&from=never`, admin)).statusCode).toBe(400);
      expect((await get(shop, `${url}?search=Ben+Person`, admin)).statusCode).toBe(200);
      const written = await shop.deps.db
        .selectFrom("audit_entry")
        .select(["action", "details"])
        .orderBy("id", "desc")
        .executeTakeFirst();
      expect(written?.action).toMatch(/^(orders|payouts|audit)\.exported$/);
      expect(JSON.stringify(written)).not.toContain("Ben");
    },
  );
});
