import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { type TestShop, test } from "../../testing/shop-test.ts";
import { type MessageSubject, queueSubject } from "../../testing/messages-test.ts";

async function queue({ deps }: TestShop, key: string, subject: MessageSubject): Promise<void> {
  await deps.db.transaction().execute((tx) => queueSubject(tx, deps, key, subject));
}

async function rowsOf({ deps }: TestShop, key: string) {
  return deps.db
    .selectFrom("message")
    .selectAll()
    .where("message_key", "=", key)
    .orderBy("id")
    .execute();
}

async function jobsFor({ deps }: TestShop, messageId: number): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from job_outbox
    where name = 'message' and (data ->> 'messageId')::int = ${messageId}`.execute(deps.db);
  return rows[0]?.jobs ?? 0;
}

async function withCell({ deps }: TestShop, userId: number, cell: string | null): Promise<void> {
  await deps.db.updateTable("account").set({ cell }).where("id", "=", userId).execute();
}

describe("a queued message", () => {
  test("is an email without an address, and one job", async ({ shop }) => {
    await queue(shop, "changed:1", { kind: "password-changed", userId: shop.people.anna });
    const [row, ...others] = await rowsOf(shop, "changed:1");
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      channel: "email",
      kind: "password-changed",
      user_id: shop.people.anna,
      to_address: null,
      about: { kind: "password-changed", userId: shop.people.anna },
      subject: null,
      text: null,
      state: "queued",
      attempts: 0,
    });
    expect(await jobsFor(shop, row?.id ?? 0)).toBe(1);
  });

  test.for([
    ["password-reset", true],
    ["password-changed", true],
    ["converted", false],
  ] as const)("%s goes before those that waited longer: %s", async ([kind, isUrgent], { shop }) => {
    const { deps, people } = shop;
    await queue(shop, `urgent:${kind}`, { kind, userId: people.anna });
    const [row] = await rowsOf(shop, `urgent:${kind}`);
    const job = await deps.db
      .selectFrom("job_outbox")
      .select("is_urgent")
      .where(sql`(data ->> 'messageId')::int`, "=", row?.id ?? 0)
      .executeTakeFirst();
    expect(job?.is_urgent).toBe(isUrgent);
  });

  test("is one for each key", async ({ shop }) => {
    const subject = { kind: "registration", userId: shop.people.ben } as const;
    await queue(shop, "registration:2", subject);
    await queue(shop, "registration:2", subject);
    const rows = await rowsOf(shop, "registration:2");
    expect(rows.filter(({ channel }) => channel === "email")).toHaveLength(1);
    expect(await jobsFor(shop, rows[0]?.id ?? 0)).toBe(1);
  });

  test("is rolled back with its transaction", async ({ shop }) => {
    await expect(
      shop.deps.db.transaction().execute(async (tx) => {
        await queueSubject(tx, shop.deps, "never", {
          kind: "password-changed",
          userId: shop.people.anna,
        });
        throw new Error("the change failed");
      }),
    ).rejects.toThrow("the change failed");
    expect(await rowsOf(shop, "never")).toEqual([]);
  });

  test.for(["sign-in-code", "sign-up-code"] as const)(
    "also goes by SMS for a %s",
    async (kind, { shop }) => {
      await withCell(shop, shop.people.cara, "+27821234567");
      await queue(shop, `${kind}:3`, { kind, userId: shop.people.cara, codeId: randomUUID() });
      const rows = await rowsOf(shop, `${kind}:3`);
      expect(rows.map(({ channel }) => channel)).toEqual(["email", "sms"]);
      // One job carries both, so that both carry one code.
      const jobs = await Promise.all(rows.map(({ id }) => jobsFor(shop, id)));
      expect(jobs).toEqual([1, 0]);
    },
  );

  test("goes by email only where no number is known or needed", async ({ shop }) => {
    await withCell(shop, shop.people.kim, null);
    await queue(shop, "registration:4", { kind: "registration", userId: shop.people.kim });
    await withCell(shop, shop.people.kim, "+27821234567");
    await queue(shop, "changed:4", { kind: "password-changed", userId: shop.people.kim });
    expect(await rowsOf(shop, "registration:4")).toHaveLength(1);
    expect(await rowsOf(shop, "changed:4")).toHaveLength(1);
  });

  test("stores a former address beside its subject", async ({ shop }) => {
    const { anna } = shop.people;
    await queue(shop, "email:5", {
      kind: "email-changed",
      userId: anna,
      formerEmail: "old@shop.test",
      formerCell: "+27820000005",
    });
    const [row, sms] = await rowsOf(shop, "email:5");
    expect(row).toMatchObject({
      to_address: "old@shop.test",
      about: { kind: "email-changed", userId: anna },
    });
    expect(JSON.stringify(row?.about)).not.toContain("old@");
    expect(sms).toMatchObject({ channel: "sms", to_address: "+27820000005", about: row?.about });
  });
});
