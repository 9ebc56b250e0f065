import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect } from "vitest";
import { test as base } from "../../testing/shop-test.ts";
import { completeErasedList, digestOfAccount, readErasedList } from "../erasure/erased-list.ts";

const test = base.extend("listFile", async ({}, { onCleanup }) => {
  const folder = await mkdtemp(path.join(tmpdir(), "portal-erased-"));
  onCleanup(() => rm(folder, { recursive: true }));
  return path.join(folder, "deep", "erased-people.txt");
});

const change = (id: number) => ({ commandId: randomUUID(), id });

describe("erasing somebody from the list of users", () => {
  test("is for deleted people only, and never for oneself", async ({ shop }) => {
    const admin = await shop.as(shop.people.admin);
    await expect(admin.users.erase(change(shop.people.skye))).rejects.toMatchObject({
      cause: { code: "account.active" },
    });
    await expect(admin.users.erase(change(shop.people.admin))).rejects.toMatchObject({
      cause: { code: "account.yourself" },
    });
  });

  test("asks for the password, and leaves nothing of the person to find", async ({
    shop,
    listFile,
  }) => {
    const { skye: id } = shop.people;
    const { db } = shop.deps;
    const before = await db
      .selectFrom("account")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const admin = await shop.as(shop.people.admin);
    await admin.users.delete(change(id));
    const late = await shop.as(shop.people.admin, {
      session: { token: "none", handle: randomUUID(), impersonatorId: null, passwordAt: null },
    });
    await expect(late.users.erase(change(id))).rejects.toMatchObject({
      cause: { code: "access.password-needed" },
    });

    await admin.users.erase(change(id));

    const found = await admin.users.list({ search: before.last_name, showDeleted: true });
    expect(found.rows.map((row) => row.id)).not.toContain(id);
    const member = await db
      .selectFrom("projection.member")
      .select("active")
      .where("user_id", "=", id)
      .executeTakeFirst();
    expect(member).toEqual({ active: false });
    await expect(admin.users.erase(change(id))).rejects.toMatchObject({
      cause: { code: "access.forbidden" },
    });

    expect(await completeErasedList(db, listFile)).toBe(1);
    expect(await completeErasedList(db, listFile)).toBe(0);
    const digest = digestOfAccount({ id, createdAt: before.created_at });
    expect(await readErasedList(listFile)).toEqual(new Set([digest]));
    expect(await readFile(listFile, "utf8")).not.toContain(before.email);
  });

  test("takes a member out of the network where it was still in it", async ({ shop }) => {
    const { lone: id } = shop.people;
    const admin = await shop.as(shop.people.admin);
    await admin.users.delete(change(id));
    await admin.users.erase(change(id));
    const account = await shop.deps.db
      .selectFrom("account")
      .select(["email", "active", "first_name as firstName"])
      .where("id", "=", id)
      .executeTakeFirst();
    expect(account).toEqual({
      email: `erased-${id}@erased.invalid`,
      active: false,
      firstName: "Erased",
    });
  });
});
