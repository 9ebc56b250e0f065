import { describe, expect } from "vitest";
import { insertAccount } from "../../testing/insert-account.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { luciaSessions } from "./lucia-sessions.ts";
import { asOwner } from "../../testing/as-owner.ts";
import type { Sessions } from "./sessions.ts";

const onDevice = { device: "Firefox on Linux" };
let people = 0;

/** An admin who has just begun to impersonate a user. */
const test = databaseTest.extend("office", async ({ db }) => {
  const sessions = luciaSessions(db, { days: 30, secureCookie: false });
  people += 1;
  const name = { firstName: "An", lastName: "Na", passwordHash: "" };
  const [adminId, userId] = [
    await asOwner(db, (tx) =>
      insertAccount(tx, { ...name, role: "admin", email: `admin-${people}@shop.test` }),
    ),
    await insertAccount(db, { ...name, role: "customer", email: `person-${people}@shop.test` }),
  ];
  const own = await sessions.start({ userId: adminId, ...onDevice, withPassword: true });
  const impersonator = { id: adminId, token: own.token };
  const become = () => sessions.start({ userId, ...onDevice, withPassword: false, impersonator });
  return { sessions, adminId, userId, own, become, borrowed: await become() };
});

const idOf = async (sessions: Sessions, token: string) =>
  (await sessions.find(token))?.userId ?? null;

describe("an impersonating admin", () => {
  test("has both identities, under another token", async ({ office }) => {
    const { sessions, adminId, userId, own, borrowed } = office;
    expect(borrowed.token).not.toBe(own.token);
    expect(await sessions.find(borrowed.token)).toMatchObject({
      userId,
      session: { impersonatorId: adminId, passwordAt: null },
    });
    expect(await idOf(sessions, own.token)).toBe(adminId);
  });

  test("is not among the user's sessions, and cannot be ended there", async ({
    office: { sessions, userId, borrowed },
  }) => {
    const found = await sessions.find(borrowed.token);
    expect(await sessions.list(userId)).toEqual([]);
    expect(await sessions.endOne(userId, found?.session.handle ?? "")).toBe(false);
  });

  test("returns under a new token, and both old ones are invalid", async ({ office }) => {
    const { sessions, adminId, own, borrowed } = office;
    const back = await sessions.endImpersonation(borrowed.token);

    expect(await idOf(sessions, back?.token ?? "")).toBe(adminId);
    expect(await idOf(sessions, own.token)).toBe(null);
    expect(await idOf(sessions, borrowed.token)).toBe(null);
    expect(await sessions.endImpersonation(borrowed.token)).toBe(null);
  });

  test("in two browsers returns from both", async ({ office }) => {
    const { sessions, adminId, borrowed, become } = office;
    const second = await become();

    const back = await sessions.endImpersonation(second.token);

    expect(await idOf(sessions, back?.token ?? "")).toBe(adminId);
    expect(await idOf(sessions, borrowed.token)).toBe(null);
  });

  test("cannot return to a session that has ended", async ({ office }) => {
    const { sessions, own, borrowed } = office;
    await sessions.end(own.token);
    expect(await idOf(sessions, borrowed.token)).toBe(null);
    expect(await sessions.endImpersonation(borrowed.token)).toBe(null);
  });

  test("signs out altogether", async ({ office: { sessions, own, borrowed } }) => {
    await sessions.end(borrowed.token);
    expect(await idOf(sessions, borrowed.token)).toBe(null);
    expect(await idOf(sessions, own.token)).toBe(null);
  });

  test("is signed out when all sessions of either user are ended", async ({ office }) => {
    const { sessions, adminId, userId, own, borrowed, become } = office;
    await sessions.endAll(userId);
    expect(await idOf(sessions, borrowed.token)).toBe(null);
    expect(await idOf(sessions, own.token)).toBe(adminId);

    const again = await become();
    await sessions.endAll(adminId);
    expect(await idOf(sessions, again.token)).toBe(null);
  });

  test("cannot make an ordinary session into another person's", async ({ office }) => {
    const { sessions, userId } = office;
    const { token } = await sessions.start({ userId, ...onDevice, withPassword: true });
    expect(await sessions.endImpersonation(token)).toBe(null);
    expect(await idOf(sessions, token)).toBe(userId);
  });
});

describe("the list of one's sessions", () => {
  test("identifies each by a handle that gives no access, and ends one or all others by it", async ({
    office: { sessions, userId, adminId },
  }) => {
    const start = (device: string) => sessions.start({ userId, device, withPassword: true });
    const [phone, context, other] = [
      await start("Phone"),
      await start("Desk"),
      await start("Other"),
    ];
    const listed = await sessions.list(userId);
    expect(listed.map(({ device }) => device).toSorted()).toEqual(["Desk", "Other", "Phone"]);
    const handle = listed.find(({ device }) => device === "Phone")?.handle ?? "";

    expect(await sessions.endOne(adminId, handle)).toBe(false);
    expect(await idOf(sessions, phone.token)).toBe(userId);
    expect(await sessions.endOne(userId, handle)).toBe(true);
    expect(await idOf(sessions, phone.token)).toBe(null);

    await sessions.endAll(userId, context.token);
    expect(await idOf(sessions, context.token)).toBe(userId);
    expect(await idOf(sessions, other.token)).toBe(null);
  });

  test("is ended in the transaction of the change, or not at all", async ({
    db,
    office: { sessions, userId },
  }) => {
    const { token } = await sessions.start({ userId, ...onDevice, withPassword: true });
    const failed = db.transaction().execute(async (tx) => {
      await sessions.endAll(userId, null, tx);
      throw new Error("the change failed");
    });
    await expect(failed).rejects.toThrow("the change failed");
    expect(await idOf(sessions, token)).toBe(userId);
  });
});
