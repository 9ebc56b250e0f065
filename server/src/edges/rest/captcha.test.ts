import { describe, expect } from "vitest";
import { buildApp } from "../../app.ts";
import { altcha } from "../../gateways/captcha/captcha.ts";
import { appOptions, test } from "../../testing/shop-test.ts";

describe("GET /captcha/challenge", () => {
  test("returns a new challenge for every page, which is not cached", async ({ shop }) => {
    const captcha = altcha(shop.deps.db, shop.deps.now);
    const app = await buildApp({ ...shop.deps, captcha }, appOptions);
    const [one, other] = [
      await app.inject({ url: "/captcha/challenge" }),
      await app.inject({ url: "/captcha/challenge" }),
    ];
    await app.close();

    expect(one.statusCode).toBe(200);
    expect(one.headers["cache-control"]).toBe("no-store");
    expect(one.json()).toMatchObject({
      parameters: { algorithm: "PBKDF2/SHA-256", cost: 5000 },
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(one.json()).not.toEqual(other.json());
  });

  test("returns a harder one on request", async ({ shop }) => {
    const captcha = altcha(shop.deps.db, shop.deps.now);
    const app = await buildApp({ ...shop.deps, captcha }, appOptions);
    const answer = await app.inject({ url: "/captcha/challenge?level=hard" });
    await app.close();
    expect(answer.json()).toMatchObject({ parameters: { cost: 50_000 } });
  });

  test("returns nothing if the captcha is off", async ({ shop }) => {
    const response = await shop.app.inject({ url: "/captcha/challenge" });
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe("");
  });

  test("is rate limited", async ({ shop }) => {
    const app = await buildApp(shop.deps, appOptions);
    const answers = [];
    for (let asked = 0; asked < 40; asked += 1)
      answers.push((await app.inject({ url: "/captcha/challenge" })).statusCode);
    await app.close();
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
  });
});
