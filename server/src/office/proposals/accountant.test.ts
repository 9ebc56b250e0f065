import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { anAccountant } from "../../testing/an-accountant.ts";
import { aPerson, office, refusedAs, stateOf, test } from "../../testing/proposals-test.ts";
import type { TestShop } from "../../testing/shop-test.ts";

const anInvitation = () => ({ ...aPerson(), role: "accountant" as const });
const accountOf = ({ deps }: TestShop, id: number) =>
  deps.db
    .selectFrom("account")
    .select(["role", "active", "password_hash as passwordHash"])
    .where("id", "=", id)
    .executeTakeFirst();

describe("the role of an accountant", () => {
  // shows T305
  test("is given by a second admin, never by the one who proposes it", async ({ shop }) => {
    const { admin, dev } = await office(shop);
    const invitation = anInvitation();
    const { id, proposalId } = await admin.users.create(invitation);
    expect(await admin.users.create(invitation), "sent twice it is one").toEqual({
      id,
      proposalId,
    });
    await expect(admin.users.create({ ...invitation, role: "admin" })).rejects.toEqual(
      refusedAs("request.reused-key"),
    );
    const decision = String(proposalId);
    await expect(admin.proposals.confirm({ id: decision })).rejects.toEqual(
      refusedAs("proposal.own"),
    );
    expect(await accountOf(shop, id)).toBe(undefined);
    expect((await dev.proposals.list()).open).toContainEqual(
      expect.objectContaining({
        id: decision,
        change: expect.objectContaining({ data: { userId: id, isNew: true, role: "accountant" } }),
      }),
    );

    await dev.proposals.confirm({ id: decision });
    expect(await accountOf(shop, id)).toMatchObject({ role: "accountant", active: true });
    expect((await dev.users.list({ role: "accountant" })).rows).toMatchObject([
      { id, role: "accountant" },
    ]);
  });

  // shows T305
  test("is taken by two, with its sessions and its second step, and given back by two", async ({
    shop,
  }) => {
    const { admin, dev } = await office(shop);
    const id = await anAccountant(shop);
    const { token } = await shop.deps.sessions.start({
      userId: id,
      device: "",
      withPassword: true,
    });
    const url = "/office/owed.xlsx";
    const ask = () => shop.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).statusCode).toBe(200);

    const { proposalId } = await admin.users.delete({ commandId: randomUUID(), id });
    expect((await ask()).statusCode, "until a second admin agrees").toBe(200);
    await shop.deps.db
      .insertInto("factor")
      .values({
        id: randomUUID(),
        user_id: id,
        kind: "one-time-code",
        name: "Phone",
        made_at: shop.deps.now(),
        secret: Buffer.from("secret"),
        last_step: 1,
      })
      .execute();
    await dev.proposals.confirm({ id: String(proposalId) });
    expect(await accountOf(shop, id)).toMatchObject({ role: "accountant", active: false });
    expect((await ask()).statusCode, "an old session is none").toBe(401);
    const factors = await shop.deps.db
      .selectFrom("factor")
      .select("id")
      .where("user_id", "=", id)
      .where("ended_at", "is", null)
      .execute();
    expect(factors).toEqual([]);

    const restored = await dev.users.restore({ commandId: randomUUID(), id });
    expect((await accountOf(shop, id))?.active).toBe(false);
    await admin.proposals.confirm({ id: String(restored.proposalId) });
    expect(await accountOf(shop, id)).toMatchObject({ role: "accountant", active: true });
    expect((await ask()).statusCode).toBe(401);
  });

  // shows T305
  test.for([
    [
      "a new accountant",
      "insert into account (email, first_name, last_name, role) values ('a@x.test', 'A', 'X', 'accountant')",
    ],
    [
      "a customer made an accountant",
      "update account set role = 'accountant' where email like 'kim%'",
    ],
    ["an accountant made an admin", "update account set role = 'admin' where role = 'accountant'"],
    [
      "an admin made an accountant",
      "update account set role = 'accountant' where email like 'dev%'",
    ],
  ] as const)("is not the server's to write: %s", async ([, statement], { shop }) => {
    await anAccountant(shop);
    await expect(sql.raw(statement).execute(shop.deps.db)).rejects.toMatchObject({
      constraint: "second_person",
    });
  });

  // shows T305
  test("makes no admin by the decision for an accountant", async ({ shop }) => {
    const { admin } = await office(shop);
    const { id, proposalId } = await admin.users.create(anInvitation());
    await asOwner(shop.deps.db, (tx) =>
      sql`update decision set state = 'confirmed', decided_by = ${shop.people.dev}, decided_at = now()
        where id = ${proposalId}`.execute(tx),
    );
    const { email } = (await stateOf(shop, String(proposalId))).words as { email: string };
    const made = shop.deps.db.transaction().execute(async (tx) => {
      await sql`select use_decision(${proposalId})`.execute(tx);
      await sql`insert into account (id, email, first_name, last_name, role)
        values (${id}, ${email}, 'A', 'X', 'admin')`.execute(tx);
    });
    await expect(made).rejects.toMatchObject({ constraint: "second_person" });
  });

  // shows T304
  test("proposes, confirms and declines nothing, gives itself nothing and is nobody else", async ({
    shop,
  }) => {
    const { admin, dev } = await office(shop);
    const id = await anAccountant(shop);
    const accountant = await shop.as(id);
    const { proposalId } = await admin.users.create(anInvitation());
    const decision = String(proposalId);
    const tries = [
      () => accountant.proposals.confirm({ id: decision }),
      () => accountant.proposals.decline({ id: decision }),
      () => accountant.users.create({ ...aPerson(), role: "admin" }),
      () => accountant.users.restore({ commandId: randomUUID(), id }),
      () => accountant.users.impersonate({ id: shop.people.kim, reason: "to look" }),
      () => accountant.users.list({}),
      () => accountant.bankDetails.getForAdmin({ userId: shop.people.anna }),
    ];
    for (const one of tries) await expect(one()).rejects.toEqual(refusedAs("access.forbidden"));
    await expect(
      dev.users.impersonate({ commandId: randomUUID(), id, reason: "to look" }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/FORBIDDEN|CONFLICT|BAD_REQUEST/) });
    // The database says the same of whoever comes past the table of permissions.
    const { rows } = await sql<{ answer: string }>`
      select confirm_decision(${decision}, ${id}, null) as answer`.execute(shop.deps.db);
    expect(rows).toEqual([{ answer: "not-office" }]);
    await admin.proposals.withdraw({ id: decision });
  });
});
