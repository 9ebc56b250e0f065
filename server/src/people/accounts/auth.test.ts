import { describe, expect, vi } from "vitest";
import { password } from "../../testing/shop-people.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";
import { countTry, refundTry, throttlesOf } from "./sign-in-attempts.store.ts";

const signIn = ({ app }: TestShop, email: string, secret: string, from = "203.0.113.1") =>
  app.inject({
    method: "POST",
    url: "/trpc/auth.login",
    remoteAddress: from,
    payload: { email, password: secret },
  });

async function me({ app }: TestShop, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.inject({ url: "/trpc/auth.me", headers });
  return response.json<{ result: { data: unknown } }>().result.data;
}

const tokenIn = (body: { json: () => unknown }) =>
  (body.json() as { result: { data: { token: string } } }).result.data.token;

describe("signing in", () => {
  // shows R35, T44
  test("is refused when the password is changed at the same moment, and leaves no session", async ({
    shop,
    superuser,
  }) => {
    const { lone } = shop.people;
    const sessions = () =>
      superuser.selectFrom("session").select("id").where("user_id", "=", lone).execute();
    const tried = await superuser.transaction().execute(async (tx) => {
      await tx
        .updateTable("account")
        .set({ password_hash: "of another one" })
        .where("id", "=", lone)
        .execute();
      await tx.deleteFrom("session").where("user_id", "=", lone).execute();
      const answer = signIn(shop, "lone@shop.test", password);
      await expect.poll(sessions, { timeout: 3000 }).toHaveLength(1);
      return { answer };
    });
    expect((await tried.answer).statusCode).toBe(401);
    expect(await sessions()).toEqual([]);
    const passwordHash = await shop.deps.passwords.hash(password);
    await superuser
      .updateTable("account")
      .set({ password_hash: passwordHash })
      .where("id", "=", lone)
      .execute();
  });

  // shows S7.22
  test("returns the user, with the email in any case", async ({ shop }) => {
    const response = await signIn(shop, " Anna@Shop.TEST ", password);

    expect(response.json()).toMatchObject({
      result: {
        data: {
          token: expect.stringMatching(/^[\w-]{43}$/),
          user: {
            id: shop.people.anna,
            role: "distributor",
            level: 1,
            code: "ANNA",
            developer: false,
          },
        },
      },
    });
    expect(await me(shop, tokenIn(response))).toMatchObject({ id: shop.people.anna });
  });

  test("gives the browser a cookie that no script can read", async ({ shop }) => {
    const { headers } = await signIn(shop, "anna@shop.test", password);
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Lax$/),
      expect.stringMatching(
        /^known-browser=[0-9a-f-]{36}; HttpOnly; Max-Age=31536000; Path=\/; SameSite=Lax$/,
      ),
    ]);
  });

  // shows R35, T44
  test("stores nothing in the database that could be used to sign in", async ({ shop }) => {
    const token = tokenIn(await signIn(shop, "anna@shop.test", password));
    const rows = await shop.deps.db.selectFrom("session").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const { id } of rows) expect(await me(shop, id)).toBe(null);
  });

  // shows R35, T44
  test("ends the previous session of the browser", async ({ shop }) => {
    const first = tokenIn(await signIn(shop, "anna@shop.test", password));
    await shop.app.inject({
      method: "POST",
      url: "/trpc/auth.login",
      headers: { cookie: `session=${first}`, "sec-fetch-site": "same-origin" },
      payload: { email: "anna@shop.test", password },
    });
    expect(await me(shop, first)).toBe(null);
  });

  // shows R33, T42
  test("answers the same to an unknown address, a wrong password and a closed account", async ({
    shop,
    superuser,
  }) => {
    await superuser
      .updateTable("account")
      .set({ active: false })
      .where("id", "=", shop.people.lone)
      .execute();

    const answers = await Promise.all([
      signIn(shop, "nobody@shop.test", password),
      signIn(shop, "anna@shop.test", "wrong"),
      signIn(shop, "lone@shop.test", password),
    ]);

    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({
        error: {
          message: "The email or password is incorrect. Try again.",
          data: { reason: "access.wrong-credentials" },
        },
      });
      expect(answer.headers).not.toHaveProperty("set-cookie");
    }
  });

  // shows R34, T43
  test("is throttled after five concurrent wrong tries, for that client only", async ({ shop }) => {
    const from = "203.0.113.50";
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => signIn(shop, "kim@shop.test", "wrong", from)),
    );
    const statuses = tries.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);

    // The wait of one second may have passed on a busy machine; the wait after six more tries has not.
    await shop.deps.db
      .updateTable("sign_in_failure")
      .set({ failures: 12 })
      .where("key", "=", `account kim@shop.test ${from}`)
      .execute();
    expect((await signIn(shop, "kim@shop.test", password, from)).statusCode).toBe(429);
    expect((await signIn(shop, "kim@shop.test", password, "203.0.113.51")).statusCode).toBe(200);
  });

  // shows R34, T43
  test("is throttled for a whole IPv6 prefix", async ({ shop }) => {
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, host) =>
        signIn(shop, "kim@shop.test", "wrong", `2001:db8:5:5::${host}`),
      ),
    );
    const statuses = tries.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  });

  test("does not wait for tries of a clock that was years ahead", async ({ shop }) => {
    const { db, now } = shop.deps;
    const { ofAccount } = throttlesOf("kim@shop.test", "203.0.113.61");
    for (let nth = 0; nth <= ofAccount.freeTries; nth++)
      await countTry(db, ofAccount, "2099-01-01T00:00:00.000Z");
    expect(await countTry(db, ofAccount, now())).toBe(1);
    expect(await countTry(db, ofAccount, now())).toBe(2);
  });

  test("takes back the tries of concurrent right passwords from one client", async ({ shop }) => {
    const { db, now } = shop.deps;
    const { ofAddress } = throttlesOf("kim@shop.test", "203.0.113.60");
    for (let round = 0; round < 20; round++) {
      await countTry(db, ofAddress, now());
      await countTry(db, ofAddress, now());
      await Promise.all([refundTry(db, ofAddress.key), refundTry(db, ofAddress.key)]);
    }
    const left = db.selectFrom("sign_in_failure").select("failures");
    expect(await left.where("key", "=", ofAddress.key).execute()).toEqual([]);
  });

  // shows R34, T43
  test("refuses a password of 200,000 characters before it is hashed", async ({ shop }) => {
    const isRight = vi.spyOn(shop.deps.passwords, "isRight");
    expect((await signIn(shop, "anna@shop.test", "x".repeat(200_000))).statusCode).toBe(400);
    expect(isRight).not.toHaveBeenCalled();
    expect((await signIn(shop, "anna@shop.test", "x".repeat(100))).statusCode).toBe(401);
    expect(isRight).toHaveBeenCalledOnce();
    isRight.mockRestore();
  });
});

describe("a session", () => {
  test("ends when the user signs out", async ({ shop }) => {
    const token = tokenIn(await signIn(shop, "ben@shop.test", password));
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    await shop.app.inject({ method: "POST", url: "/trpc/auth.logout", headers });
    expect(await me(shop, token)).toBe(null);
  });

  test("is invalid once the account is closed", async ({ shop, superuser }) => {
    const token = tokenIn(await signIn(shop, "cara@shop.test", password));
    const close = (active: boolean) =>
      superuser.updateTable("account").set({ active }).where("id", "=", shop.people.cara).execute();
    await close(false);
    try {
      expect(await me(shop, token)).toBe(null);
    } finally {
      await close(true);
    }
  });

  test("has the user's present permissions, not those when it started", async ({
    shop,
    superuser,
  }) => {
    const token = tokenIn(await signIn(shop, "dev@shop.test", password));
    const listAudit = async () => {
      const input = encodeURIComponent(JSON.stringify({ page: 1, pageSize: 10 }));
      const headers = { authorization: `Bearer ${token}` };
      return (await shop.app.inject({ url: `/trpc/audit.list?input=${input}`, headers }))
        .statusCode;
    };
    const become = (role: "admin" | "customer") =>
      superuser.updateTable("account").set({ role }).where("id", "=", shop.people.dev).execute();
    expect(await listAudit()).not.toBe(403);
    await become("customer");
    try {
      expect(await listAudit()).toBe(403);
    } finally {
      await become("admin");
    }
  });

  test("is invalid after it expires", async ({ shop, superuser }) => {
    const token = tokenIn(await signIn(shop, "ben@shop.test", password));
    await superuser
      .updateTable("session")
      .set({ expires_at: "2020-01-01T00:00:00.000Z" })
      .execute();
    expect(await me(shop, token)).toBe(null);
  });

  test.for(["", "x", "session", "../../etc", "%", "a=b=c"])(
    "does not exist for the token %j",
    async (odd, { shop }) => {
      const response = await shop.app.inject({
        url: "/trpc/auth.me",
        headers: { cookie: `session=${odd}` },
      });
      expect(response.json()).toEqual({ result: { data: null } });
    },
  );
});
