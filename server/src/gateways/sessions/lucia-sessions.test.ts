import { afterEach, beforeEach, describe, expect, vi } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import type { Database } from "../../platform/db/database.ts";
import { insertAccount } from "../../testing/insert-account.ts";
import { test } from "../../testing/database-test.ts";
import { luciaSessions } from "./lucia-sessions.ts";
import type { Sessions } from "./sessions.ts";

const aStart = { device: "Firefox on Linux", withPassword: true };
const startedAt = "2026-07-01T08:00:00.000Z";
const [minute, day] = [60_000, 24 * 3_600_000];
let people = 0;

function aPerson(db: Database, role: "customer" | "admin" = "customer"): Promise<number> {
  people += 1;
  const name = { firstName: "An", lastName: "Na", passwordHash: "" };
  return asOwner(db, (tx) =>
    insertAccount(tx, { ...name, role, email: `person-${people}@shop.test` }),
  );
}

const at = (milliseconds: number) => vi.setSystemTime(Date.parse(startedAt) + milliseconds);
const isAlive = async (sessions: Sessions, token: string) => (await sessions.find(token)) !== null;
/** As the browser sends it back: name and value without attributes. */
const sentBack = (setCookie: string) => setCookie.split(";")[0] ?? "";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(startedAt) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a session", () => {
  test("identifies a user until it ends", async ({ db }) => {
    const sessions = luciaSessions(db, { days: 30, secureCookie: true });
    const userId = await aPerson(db);

    const { token, cookie } = await sessions.start({ userId, ...aStart });
    expect(cookie).toMatch(/^__Host-session=.*; HttpOnly; .*Path=\/; SameSite=Lax; Secure$/);
    expect(sessions.tokenOf({ cookie: `a=b; ${sentBack(cookie)}; c=d` })).toBe(token);
    expect(sessions.tokenOf({ authorization: `Bearer ${token}`, cookie: "__Host-session=x" })).toBe(
      token,
    );
    expect(sessions.cookieIn(sentBack(cookie))).toBe(true);
    expect(await sessions.find(token)).toEqual({
      userId,
      session: {
        token,
        handle: expect.stringMatching(/^[0-9a-f-]{36}$/),
        passwordAt: startedAt,
        impersonatorId: null,
        factor: { shownAt: null, provedAt: null, actedAt: null, setUpBy: null, comesBack: false },
      },
      user: {
        id: userId,
        firstName: "An",
        lastName: "Na",
        email: `person-${people}@shop.test`,
        role: "customer",
        level: null,
        developer: false,
        school: false,
        verified: expect.any(Boolean),
        hasPassword: true,
        hasFactor: false,
        distributorVersion: expect.any(Number),
        code: null,
      },
    });

    expect(sessions.cookieIn(sentBack(await sessions.end(token)))).toBe(false);
    expect(await sessions.find(token)).toBe(null);
  });

  test("is valid on both hosts of one domain, and ends on both", async ({ db }) => {
    const sessions = luciaSessions(db, { days: 30, secureCookie: true, domain: "shop.co.za" });
    const { token, cookie } = await sessions.start({ userId: await aPerson(db), ...aStart });
    expect(cookie).toMatch(/^__Secure-session=.*HttpOnly/);
    const ended = await sessions.end(token);
    for (const header of [cookie, ended]) {
      expect(header).toContain("Domain=shop.co.za");
      expect(header).toContain("Secure");
    }
    expect(sessions.cookieIn(sentBack(ended))).toBe(false);
    expect(await sessions.find(token)).toBe(null);
  });

  test("cannot be used with the data in the database", async ({ db }) => {
    const sessions = luciaSessions(db, { days: 30, secureCookie: false });
    const userId = await aPerson(db);
    const { token } = await sessions.start({ userId, ...aStart });

    const row = await db
      .selectFrom("session")
      .selectAll()
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();

    expect(JSON.stringify(row)).not.toContain(token);
    for (const known of [row.id, row.handle]) expect(await isAlive(sessions, known)).toBe(false);
  });

  test("records when the password was typed, if it was", async ({ db }) => {
    const sessions = luciaSessions(db, { days: 30, secureCookie: false });
    const userId = await aPerson(db);
    const { token } = await sessions.start({ userId, device: "", withPassword: false });
    expect((await sessions.find(token))?.session.passwordAt).toBe(null);

    at(5 * minute);
    await sessions.confirmPassword(token);

    expect((await sessions.find(token))?.session.passwordAt).toBe("2026-07-01T08:05:00.000Z");
  });
});

describe("an unused session", () => {
  // shows R35, T44
  test.for([
    { role: "customer", idle: 10 * day - minute, alive: true },
    { role: "customer", idle: 10 * day + minute, alive: false },
    { role: "admin", idle: 29 * minute, alive: true },
    { role: "admin", idle: 31 * minute, alive: false },
  ] as const)("of a $role: $idle ms, alive: $alive", async ({ role, idle, alive }, { db }) => {
    const sessions = luciaSessions(db, { days: 30, secureCookie: false });
    const { token } = await sessions.start({ userId: await aPerson(db, role), ...aStart });

    at(5 * minute);
    expect(await isAlive(sessions, token)).toBe(true);
    at(5 * minute + idle);

    expect(await isAlive(sessions, token)).toBe(alive);
  });

  test("that is used every day still ends after its maximum age", async ({ db }) => {
    const sessions = luciaSessions(db, { days: 12, secureCookie: false });
    const { token } = await sessions.start({ userId: await aPerson(db), ...aStart });
    for (let passed = 1; passed < 12; passed += 1) {
      at(passed * day);
      expect(await isAlive(sessions, token)).toBe(true);
    }

    at(12 * day + minute);

    expect(await isAlive(sessions, token)).toBe(false);
  });

  test("is deleted by housekeeping", async ({ db }) => {
    const sessions = luciaSessions(db, { days: 30, secureCookie: false });
    const userId = await aPerson(db);
    const old = await sessions.start({ userId, ...aStart });
    at(9 * day);
    const young = await sessions.start({ userId, ...aStart });
    at(11 * day);

    await sessions.purgeExpired();

    const rows = await db
      .selectFrom("session")
      .where("user_id", "=", userId)
      .select("id")
      .execute();
    expect(rows).toHaveLength(1);
    expect(await isAlive(sessions, old.token)).toBe(false);
    expect(await isAlive(sessions, young.token)).toBe(true);
  });
});

describe("recording activity", () => {
  const seen = (db: Database, userId: number) =>
    db
      .selectFrom("session")
      .innerJoin("account", "account.id", "session.user_id")
      .select(["session.last_seen_at as session", "account.last_seen_at as account"])
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();

  test("happens once a minute, also for the user", async ({ db }) => {
    const sessions = luciaSessions(db, { days: 30, secureCookie: false });
    const userId = await aPerson(db);
    const { token } = await sessions.start({ userId, ...aStart });

    at(0.9 * minute);
    await sessions.find(token);
    expect(await seen(db, userId)).toEqual({ session: startedAt, account: startedAt });

    at(1.5 * minute);
    await Promise.all([sessions.find(token), sessions.find(token)]);
    const later = "2026-07-01T08:01:30.000Z";
    expect(await seen(db, userId)).toEqual({ session: later, account: later });
  });

  test("of an impersonating admin does not count for the user", async ({ db }) => {
    const sessions = luciaSessions(db, { days: 30, secureCookie: false });
    const [adminId, userId] = [await aPerson(db, "admin"), await aPerson(db)];
    const own = await sessions.start({ userId: adminId, ...aStart });
    const impersonator = { id: adminId, token: own.token };
    const { token } = await sessions.start({ userId, ...aStart, impersonator });

    at(2 * minute);
    await sessions.find(token);

    expect(await seen(db, userId)).toEqual({
      session: "2026-07-01T08:02:00.000Z",
      account: null,
    });
  });
});
