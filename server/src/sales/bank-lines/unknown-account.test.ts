import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { knowBankAccount } from "../../testing/known-accounts.ts";
import {
  alone,
  hoursLater,
  newBank,
  office,
  refusedAs,
  stateOf,
  test,
} from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, type TestShop } from "../../testing/shop-test.ts";

const day = shopDay();

function statementOf(account: string, ...rows: readonly string[]): string {
  return ["Date,Amount,Description,Account", ...rows.map((row) => `${day},${row},${account}`)].join(
    "\n",
  );
}

async function upload(
  { app, deps, people }: TestShop,
  text: string,
  { withPassword = true, kind = "bank-statements", more = "" } = {},
) {
  const { token } = await deps.sessions.start({ userId: people.admin, device: "", withPassword });
  return app.inject({
    method: "POST",
    url: `/office/${kind}?name=november.csv${more}`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    payload: Buffer.from(text),
  });
}

const linesOf = ({ deps }: TestShop, account: string) =>
  deps.db.selectFrom("bank_line").select(["id", "state"]).where("account", "=", account).execute();

const anAccount = () => `71${randomUUID().replaceAll(/\D/g, "").padEnd(10, "0").slice(0, 10)}`;

// shows T396
describe("a statement of an account that is not known", () => {
  test("is not stored, pays nothing and proves nothing until a second admin allows the account", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const account = anAccount();
    const order = await aGuestOrder(shop);
    const text = statementOf(account, `50.00,RH${order.orderNumber} ${randomUUID()}`);
    const { data } = (await upload(shop, text)).json();
    expect(data).toMatchObject({ added: 0, outgoing: 0, held: [{ account }] });
    expect(await linesOf(shop, account)).toEqual([]);
    const statements = shop.deps.db.selectFrom("bank_statement").select("id");
    expect(await statements.where("account", "=", account).execute()).toEqual([]);

    const [{ proposalId }] = data.held;
    expect((await upload(shop, text)).json().data.held).toEqual([{ account, proposalId }]);
    await expect(admin.proposals.confirm({ id: proposalId })).rejects.toEqual(
      refusedAs("proposal.own"),
    );
    await dev.proposals.confirm({ id: proposalId });
    expect((await upload(shop, text)).json().data).toMatchObject({ added: 1, held: [] });
    const [line] = await linesOf(shop, account);
    const uses = [{ orderNumber: order.orderNumber, amount: 50_00 }];
    const used = { commandId: randomUUID(), lineId: line?.id ?? 0, uses };
    expect(await admin.bankLines.use(used)).toMatchObject({ proposalId: null });
  });

  test("stores what the same file has of an account that is known", async ({ limited: shop }) => {
    const [known, unknown] = [anAccount(), anAccount()];
    await knowBankAccount(shop.deps, known);
    const text = [
      statementOf(known, `1.00,A ${randomUUID()}`),
      `${day},2.00,B ${randomUUID()},${unknown}`,
    ].join("\n");
    const { data } = (await upload(shop, text)).json();
    expect(data).toMatchObject({ added: 1, held: [{ account: unknown }] });
    expect(await linesOf(shop, unknown)).toEqual([]);
  });

  test("that an earlier release stored is neither used nor explained", async ({
    limited: shop,
  }) => {
    const { admin } = await office(shop);
    const order = await aGuestOrder(shop);
    const stored = {
      account: anAccount(),
      booked_on: day,
      amount: 50_00,
      description: `RH${order.orderNumber}`,
      file_name: "old.csv",
      uploaded_by: shop.people.admin,
    };
    const { id: lineId } = await shop.deps.db
      .insertInto("bank_line")
      .values(stored)
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id: debitId } = await shop.deps.db
      .insertInto("bank_debit")
      .values({ ...stored, named_orders: [], uploaded_at: shop.deps.now() })
      .returning("id")
      .executeTakeFirstOrThrow();
    const unknown = refusedAs("bankline.account-unknown");
    const uses = [{ orderNumber: order.orderNumber, amount: 50_00 }];
    const command = { commandId: randomUUID() };
    await expect(admin.bankLines.use({ ...command, lineId, uses })).rejects.toEqual(unknown);
    const ignored = { ...command, lineId, kind: "interest", reason: "Interest" } as const;
    await expect(admin.bankLines.ignore(ignored)).rejects.toEqual(unknown);
    const explained = { ...command, debitId, kind: "bank-fee" } as const;
    await expect(admin.bankDebits.explain(explained)).rejects.toEqual(unknown);
    const ruled = { ...command, debits: [{ debitId, kind: "bank-fee" as const }] };
    await expect(admin.bankDebits.acceptRules(ruled)).rejects.toEqual(unknown);
  });

  test("of a shop with one admin waits for 72 hours", async ({ limited: shop }) => {
    const account = anAccount();
    const text = statementOf(account, `1.00,A ${randomUUID()}`);
    await alone(shop, async () => {
      const [{ proposalId }] = (await upload(shop, text)).json().data.held;
      await hoursLater(shop, 71, proposalId);
      expect((await upload(shop, text)).json().data).toMatchObject({ added: 0 });
      await hoursLater(shop, 2, proposalId);
      expect(await stateOf(shop, proposalId)).toMatchObject({ way: "alone", state: "confirmed" });
      expect((await upload(shop, text)).json().data).toMatchObject({ added: 1, held: [] });
    });
  });

  test("is known as the shop's own, in the settings now or before two admins changed them", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const [first, second] = [anAccount(), anAccount()];
    const save = (bankAccountNumber: string) =>
      admin.settings.save({ section: "bank", ...newBank, bankAccountNumber });
    await save(first);
    expect((await upload(shop, statementOf(first, `1.00,A ${randomUUID()}`))).json().data).toEqual(
      expect.objectContaining({ added: 1, held: [] }),
    );
    const { proposalId } = await save(second);
    await dev.proposals.confirm({ id: String(proposalId) });
    for (const account of [first, second, `250655 ${second}`])
      expect(
        (await upload(shop, statementOf(account, `1.00,B ${randomUUID()}`))).json().data,
      ).toMatchObject({ added: 1, held: [] });
    // The same end makes no account the same.
    const ending = second.slice(-7).replace(/^./, (digit) => String((Number(digit) + 1) % 10));
    const other = statementOf(ending, `1.00,B ${randomUUID()}`);
    expect((await upload(shop, other)).json().data).toMatchObject({ held: [{ account: ending }] });
  });

  test("cannot be made known past the decision", async ({ limited: shop }) => {
    const insert = shop.deps.db.insertInto("known_bank_account").values({ account: anAccount() });
    await expect(insert.execute()).rejects.toThrow("by a decision of two");
  });
});

// shows T397
test.for(["bank-statements", "card-settlements", "payout-batches/1/proof"])(
  "%s are uploaded by an admin who has shown the second step just now",
  async (kind, { limited: shop }) => {
    const text = statementOf("", `1.00,A ${randomUUID()}`);
    const refused = await upload(shop, text, { kind, withPassword: false });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().code).toBe("access.password-needed");
  },
);
