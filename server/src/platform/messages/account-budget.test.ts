import { mayCall, rowOf } from "@portal/shared/platform/permissions.ts";
import { describe, expect } from "vitest";
import { aBusyShop, changesOf } from "../../testing/busy-shop.ts";
import { type TestShop, test as base } from "../../testing/shop-test.ts";
import { aDistributor, uniqueEmail } from "../../testing/some-users.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { memberBudget, spendOfAccount } from "./account-budget.ts";

/**
 * These write to the caller's own mailbox, which has a limit of its own (`send-message.actions.ts`): an order is not
 * refused because of its email.
 */
const changesToldToOneself: ReadonlySet<string> = new Set(["orders.save", "orders.payWithCredit"]);

const test = base.extend("changes", { scope: "file" }, async ({ shop }) =>
  Object.entries(changesOf(shop, await aBusyShop(shop))).flatMap(([router, changes]) =>
    Object.entries(changes).map(([name, input]) => ({ name: `${router}.${name}`, input })),
  ),
);

async function programOf({ deps, app }: TestShop, userId: number) {
  const { token } = await deps.sessions.start({ userId, device: "", withPassword: true });
  return async (procedure: string, input: unknown) => {
    const answer = await app.inject({
      method: "POST",
      url: `/trpc/${procedure}`,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      payload: JSON.stringify(input ?? {}),
    });
    const told: { error?: { data: { reason: string } } } = answer.json();
    return { status: answer.statusCode, reason: told.error?.data.reason ?? null };
  };
}

const countMessages = async ({ deps }: TestShop) =>
  (await deps.db.selectFrom("message").select("id").execute()).length;

describe("the messages of one account", () => {
  // shows R53, T56
  test("have a budget, beyond which new users are refused", async ({ shop }) => {
    const ask = await programOf(shop, shop.people.ben);
    const before = await countMessages(shop);
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    for (let nth = 0; nth < 40; nth += 1) {
      const { commandId: _, ...person } = aDistributor(shop.people.ben);
      const answer = await ask("users.create", { ...person, email: uniqueEmail() });
      answers.push(answer);
    }
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(refusals).toEqual(refusals.map(() => ({ status: 429, reason: "message.too-many" })));
    const [perHour] = memberBudget.sms;
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(perHour?.times ?? 0);
    // A mail and an SMS each.
    expect((await countMessages(shop)) - before).toBe(2 * (perHour?.times ?? 0));

    const other = await programOf(shop, shop.people.cara);
    expect((await other("profile.resendOptIn", {})).reason).not.toBe("message.too-many");
  });

  // shows T56
  test("are not charged for a refused change", async ({ shop }) => {
    const ask = await programOf(shop, shop.people.anna);
    const [perHour] = memberBudget.sms;
    const times = perHour?.times ?? 0;
    // Fewer than the look-ups of addresses in an hour.
    const refused = Math.min(times, 25);
    const taken = { ...aDistributor(shop.people.anna), email: "kim@shop.test" };
    for (let nth = 0; nth < refused; nth += 1)
      expect((await ask("users.create", { ...taken, commandId: crypto.randomUUID() })).status).toBe(
        409,
      );
    for (let nth = refused; nth <= times; nth += 1)
      expect((await ask("users.create", aDistributor(shop.people.anna))).status).toBe(200);
  });

  // shows T211
  test("are charged for every recipient at once, all or none, also by concurrent calls", async ({
    shop,
  }) => {
    const { db } = shop.deps;
    const user = await findSignedInUser(db, shop.people.admin);
    const now = () => "2026-04-01T08:00:00.000Z";
    const { id: batchId } = await asOwner(db, (tx) =>
      tx
        .insertInto("payout_batch")
        .values({
          layout: "fnb",
          pay_on: "2026-04-01",
          own_account: "1",
          item_count: 3,
          total: 3,
          hash_total: "000000000001",
          made_by: shop.people.admin,
        })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
    const caller = { db, now, user, impersonatedById: null };
    const uses = Array.from({ length: 700 }, (_, nth) => ({ orderNumber: nth, amount: 1 }));
    const spend = () => spendOfAccount(caller, "bankLines.use", async () => ({ uses }));
    const spent = await Promise.allSettled(Array.from({ length: 8 }, spend));
    const done = spent.filter((each) => each.status === "fulfilled");
    expect(done).toHaveLength(2);
    const used = async () => {
      const rows = await db.selectFrom("rate_limit").select(["key", "used_at"]).execute();
      const own = rows.find(({ key }) => key === `email of account ${shop.people.admin}`);
      return own?.used_at.filter((at) => Date.parse(at) === Date.parse(now())).length ?? 0;
    };
    expect(await used()).toBe(1400);
    await done[0]?.value();
    expect(await used()).toBe(700);
    await done[1]?.value();
    expect(await used()).toBe(0);

    await asOwner(db, (tx) =>
      tx
        .insertInto("payout_batch_item")
        .values(
          ["a", "b", "c"].map((payout_id) => ({
            batch_id: batchId,
            payout_id,
            user_id: shop.people.cara,
            amount: 1,
            reference: payout_id,
            bank_details_at: now(),
          })),
        )
        .execute(),
    );
    const giveBack = await spendOfAccount(caller, "payoutBatches.pay", async () => ({ batchId }));
    expect(await used()).toBe(3);
    await giveBack();
  });

  // shows T56
  test("are declared for every mutation that sends", async ({ shop, changes }) => {
    const sending: string[] = [];
    for (const { name, input } of changes) {
      const { admin, dev, cara, ben, kim } = shop.people;
      for (const userId of [admin, dev, cara, ben, kim]) {
        if (!mayCall(name, await findSignedInUser(shop.deps.db, userId))) continue;
        const before = await countMessages(shop);
        await (await programOf(shop, userId))(name, input);
        if ((await countMessages(shop)) > before) sending.push(name);
      }
    }
    const unknown = sending.filter(
      (name) => rowOf(name)?.sends === undefined && !changesToldToOneself.has(name),
    );
    expect(unknown).toEqual([]);
    expect(new Set(sending).size).toBeGreaterThan(8);
  });
});
