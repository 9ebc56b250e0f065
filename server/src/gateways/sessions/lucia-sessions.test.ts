import { describe, expect } from "vitest";
import { insertAccount } from "../../features/accounts/account.store.ts";
import { test } from "../../testing/database-test.ts";
import { luciaSessions } from "./lucia-sessions.ts";

const aStart = { device: "Firefox on Linux", withPassword: true };

/** What the browser sends back: the name and value, without the attributes. */
const sentBack = (setCookie: string) => setCookie.split(";")[0] ?? "";

describe("sessions", () => {
  test("know a user from start to end", async ({ db }) => {
    const sessions = luciaSessions(db, { days: 30, secureCookie: true });
    const person = { firstName: "An", lastName: "Na", role: "customer", passwordHash: "" } as const;
    const userId = await insertAccount(db, { ...person, email: "an@na.test" });

    const { token, cookie } = await sessions.start({ userId, ...aStart });
    expect(cookie).toMatch(/^__Host-session=.*; HttpOnly; .*Path=\/; SameSite=Lax; Secure$/);
    expect(sessions.tokenOf({ cookie: `a=b; ${sentBack(cookie)}; c=d` })).toBe(token);
    expect(sessions.tokenOf({ authorization: `Bearer ${token}`, cookie: "__Host-session=x" })).toBe(
      token,
    );
    expect(sessions.cookieIn(sentBack(cookie))).toBe(true);
    expect(await sessions.find(token)).toMatchObject({ userId });

    expect(sessions.cookieIn(sentBack(await sessions.end(token)))).toBe(false);
    expect(await sessions.find(token)).toBe(null);
  });

  test("are forgotten after their time", async ({ db, superuser }) => {
    const sessions = luciaSessions(db, { days: 1, secureCookie: false });
    const { id } = await db.selectFrom("account").select("id").executeTakeFirstOrThrow();
    const [old, young] = [
      await sessions.start({ userId: id, ...aStart }),
      await sessions.start({ userId: id, ...aStart }),
    ];
    const [first] = await superuser
      .selectFrom("session")
      .select("id")
      .orderBy("created_at")
      .execute();
    await superuser
      .updateTable("session")
      .set({ expires_at: "2020-01-01T00:00:00.000Z" })
      .where("id", "=", first?.id ?? "")
      .execute();

    await sessions.forgetExpired();

    expect(await db.selectFrom("session").select("id").execute()).toHaveLength(1);
    expect(await sessions.find(old.token)).toBe(null);
    expect(await sessions.find(young.token)).toMatchObject({ userId: id });
  });
});
