import fastify from "fastify";
import { restPermissions } from "@portal/shared/platform/rest-permissions.ts";
import { describe, expect } from "vitest";
import { z } from "zod";
import { buildApp } from "../../app.ts";
import { appOptions } from "../../testing/shop-test.ts";
import { secretKey, test, webhookSecret } from "../../testing/stripe-shop.ts";
import { handleErrors } from "../../platform/http/error-handler.ts";
import { guardRoutes } from "./route-guard.ts";

const methodSchema = z.enum(["GET", "POST", "PUT", "DELETE"]);
const sandbox = {
  merchantId: "10000100",
  merchantKey: "46f0cd694581a",
  passphrase: null,
  notifyUrl: () => "http://shop.test/api/purchase/payfast-notify/",
};

describe("the routes that are not procedures", () => {
  test("are all in the permission table, which has no others", async ({ stripe }) => {
    const webFolder = import.meta.dirname;
    const sandboxStripe = { secretKey, webhookSecret, notifyUrl: () => "" };
    const sandboxCourier = { webhookUrl: () => "" };
    const options = { ...appOptions, sandbox, sandboxStripe, sandboxCourier, webFolder };
    const app = await buildApp(stripe.deps, options);
    await app.ready();
    for (const name of Object.keys(restPermissions)) {
      const [method = "", url = ""] = name.split(" ");
      expect(app.hasRoute({ method: methodSchema.parse(method), url }), name).toBe(true);
    }
    await app.close();
  });

  // shows R21, T27
  test("cannot be added without a permission", ({ shop }) => {
    const app = fastify();
    guardRoutes(app, shop.deps);
    expect(() => app.get("/api/secrets", async () => "all of them")).toThrow("GET /api/secrets");
  });

  // shows S6.1
  test("are open only to the callers that the table allows", async ({ shop }) => {
    const { sessions } = shop.deps;
    const app = fastify();
    handleErrors(app, appOptions);
    guardRoutes(app, shop.deps);
    Object.assign(restPermissions, {
      "GET /for-admins": ["admin"],
      "GET /for-members": "signed-in",
    });
    app.get("/for-admins", async () => "in");
    app.get("/for-members", async () => "in");

    const statusFor = async (url: string, userId: number | null) => {
      const start = { device: "", withPassword: true };
      const headers =
        userId === null
          ? {}
          : { authorization: `Bearer ${(await sessions.start({ ...start, userId })).token}` };
      return (await app.inject({ url, headers })).statusCode;
    };
    const { admin, kim } = shop.people;
    expect(await statusFor("/for-admins", null)).toBe(401);
    expect(await statusFor("/for-admins", kim)).toBe(403);
    expect(await statusFor("/for-admins", admin)).toBe(200);
    expect(await statusFor("/for-members", null)).toBe(401);
    expect(await statusFor("/for-members", kim)).toBe(200);
    await app.close();
  });
});
