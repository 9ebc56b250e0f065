import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { knowBankAccount } from "../../testing/known-accounts.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, test, type TestShop } from "../../testing/shop-test.ts";

const day = shopDay().replaceAll("-", "/");
const account = "62004501234";
const statement = (...rows: readonly string[]) =>
  ["ACCOUNT TRANSACTION HISTORY", `Account:, ${account}`, "Date, Amount, Balance, Description"]
    .concat(rows)
    .join("\n");

async function upload({ app, deps, people }: TestShop, text: string) {
  const start = { userId: people.admin, device: "", withPassword: true };
  const { token } = await deps.sessions.start(start);
  const response = await app.inject({
    method: "POST",
    url: "/office/bank-statements?name=november.csv",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(text),
  });
  return response.json().data;
}

test("a statement that comes again after an erasure brings no name back, and counts no money twice", async ({
  shop,
}) => {
  await knowBankAccount(shop.deps, account);
  const order = await aGuestOrder(shop);
  const paid = order.total / 100;
  const reference = `RH${order.orderNumber}`;
  const rows = [
    `${day}, 20.00, 1550.00, CREDIT Z OTHER`,
    `${day}, ${paid}, ${1550 + paid}, CREDIT T BUYER`,
    `${day}, -10.00, ${1540 + paid}, FNB REFUND ${reference} T BUYER`,
  ];
  expect(await upload(shop, statement(...rows))).toMatchObject({ added: 2, outgoing: 1 });
  const admin = await shop.as(shop.people.admin);
  const [line] = (await admin.bankLines.list({ search: "T BUYER" })).rows;
  const uses = [{ orderNumber: order.orderNumber, amount: order.total }];
  await admin.bankLines.use({ commandId: randomUUID(), lineId: line?.id ?? 0, uses });
  await sql`update projection.order_state set waybill = 'W-1' where order_id = ${order.uuid}`.execute(
    shop.deps.db,
  );
  await admin.users.eraseGuest({ commandId: randomUUID(), who: reference });

  expect(await upload(shop, statement(...rows))).toMatchObject({
    added: 0,
    known: 2,
    outgoing: 0,
    gaps: [],
  });
  const nextMonth = statement(...rows.slice(1), `${day}, 5.00, ${1545 + paid}, CREDIT N NEW`);
  expect(await upload(shop, nextMonth)).toMatchObject({ added: 1, repeats: 0, outgoing: 0 });

  const stored = await sql`
    select amount, description from bank_line
    union all select -amount, description from bank_debit order by amount`.execute(shop.deps.db);
  expect(stored.rows).toEqual([
    { amount: -10_00, description: "Erased" },
    { amount: 5_00, description: "CREDIT N NEW" },
    { amount: 20_00, description: "CREDIT Z OTHER" },
    { amount: order.total, description: "Erased" },
  ]);
});
