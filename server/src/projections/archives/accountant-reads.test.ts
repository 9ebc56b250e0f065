import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { anAccountant } from "../../testing/an-accountant.ts";
import { archiveContextOf, downloadArchive, filesIn } from "../../testing/archive-files.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test as base, type TestShop } from "../../testing/shop-test.ts";
import { writeArchive } from "./archive.actions.ts";

const today = shopDay();
const asked = { kind: "documents", from: today, to: today } as const;
const kinds = { kinds: ["documents" as const] };

const test = base
  .extend("accountant", { scope: "file" }, ({ shop }) => anAccountant(shop))
  /** A paid order through Ben, who asks for his commission. */
  .extend("order", { scope: "file" }, async ({ shop }) => {
    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);
    const ben = await shop.as(shop.people.ben);
    await ben.bankDetails.save({
      bankName: "First Bank",
      accountName: "Account",
      accountNumber: "62001234567",
      chequeOrSavings: "Savings",
    });
    await ben.wallet.requestPayout({ commandId: randomUUID() });
    return order;
  });

async function get({ app, deps }: TestShop, url: string, userId: number) {
  const { token } = await deps.sessions.start({ userId, device: "", withPassword: true });
  return app.inject({ url, headers: { authorization: `Bearer ${token}` } });
}

describe("an accountant who reads", () => {
  // shows T306
  test("has the documents of orders, alone and as one ZIP, and no page of an order", async ({
    shop,
    accountant,
    order,
  }) => {
    const api = await shop.as(accountant);
    const invoice = await get(shop, `/orders/${order.uuid}/invoice.pdf`, accountant);
    expect([invoice.statusCode, invoice.headers["content-type"]]).toEqual([200, "application/pdf"]);
    expect((await get(shop, `/orders/${order.uuid}/packing-slip.pdf`, accountant)).statusCode).toBe(
      403,
    );
    await expect(api.orders.detail({ uuid: order.uuid })).rejects.toMatchObject({
      cause: { code: "order.unknown" },
    });

    const { id } = await api.archives.begin(asked);
    await writeArchive(archiveContextOf(shop), id);
    const { names } = filesIn(await downloadArchive(shop, id, accountant));
    expect(names).toEqual(["NOT-CLOSED.txt", `invoice-${order.orderNumber}.pdf`, "register.csv"]);
    const { rows } = await (await shop.as(shop.people.admin)).audit.list({ search: id });
    expect(rows).toMatchObject([{ action: "documents.exported", actorId: accountant }]);
  });

  // shows T306
  test("gets no archive that was asked for before the role was taken away", async ({
    shop,
    order,
  }) => {
    expect(order.orderNumber).toBeGreaterThan(0);
    const gone = await anAccountant(shop);
    const { id } = await (await shop.as(gone)).archives.begin(asked);
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("account").set({ active: false }).where("id", "=", gone).execute(),
    );
    await writeArchive(archiveContextOf(shop), id);
    const admin = await shop.as(shop.people.admin);
    expect((await admin.archives.list(kinds)).find((each) => each.id === id)?.state).toBe("failed");
  });

  // shows T304
  test("sees a payout request without contacts or checks, and finds none by an email", async ({
    shop,
    accountant,
    order,
  }) => {
    expect(order.total).toBeGreaterThan(0);
    const { payouts, statements } = await shop.as(accountant);
    const admin = await shop.as(shop.people.admin);
    const [seen] = (await admin.payouts.list({})).rows;
    const { rows, sums } = await payouts.list({});
    expect(rows).toMatchObject([
      {
        id: seen?.id,
        fullName: seen?.fullName,
        amount: seen?.amount,
        email: "",
        reason: null,
        preflight: [],
        approvals: [],
        bankDetailsHoldUntil: null,
      },
    ]);
    expect(sums.requested).toBe(seen?.amount);
    expect(JSON.stringify(rows)).not.toMatch(/6200|@/);
    expect((await admin.payouts.list({ search: "ben@shop" })).total).toBe(1);
    expect((await payouts.list({ search: "ben@shop" })).total).toBe(0);
    expect((await payouts.list({ search: "Ben" })).total).toBe(1);
    expect(await payouts.breakdown({ id: seen?.id ?? "" })).not.toEqual([]);

    const { ben, kim } = shop.people;
    expect((await statements.months({ memberId: ben })).months).toHaveLength(1);
    await expect(statements.months({ memberId: kim })).rejects.toMatchObject({
      cause: { code: "statement.unknown" },
    });
    const month = today.slice(0, 7);
    const pdf = await get(shop, `/statements/${ben}/${month}/statement.pdf`, accountant);
    expect(pdf.statusCode).toBe(200);
  });
});
