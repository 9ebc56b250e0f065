import { describe, expect, test as base } from "vitest";
import { startFakeWebService } from "../../testing/fake-web-service.ts";
import { recaptcha } from "./captcha.ts";

const test = base.extend("service", async ({}, { onCleanup }) => {
  const fake = await startFakeWebService();
  onCleanup(fake.close);
  return fake;
});

function captchaAt(verifyUrl: string) {
  return recaptcha({ siteKey: "site", secret: "hush", hostname: "shop.example.com", verifyUrl });
}

describe("the captcha service", () => {
  test("gets the secret and the answer, and decides", async ({ service }) => {
    service.answer = { status: 200, body: { success: true, hostname: "shop.example.com" } };
    expect(await captchaAt(service.url).isSolved("a token&x=1")).toBe(true);
    expect(service.asked).toMatchObject([
      {
        method: "POST",
        headers: { "content-type": expect.stringContaining("x-www-form-urlencoded") },
        body: "secret=hush&response=a+token%26x%3D1",
      },
    ]);
  });

  test.for([
    ["without success", { success: false, "error-codes": ["timeout-or-duplicate"] }],
    ["for another host", { success: true, hostname: "evil.example" }],
    ["without a host", { success: true }],
    ["with a low score", { success: true, hostname: "shop.example.com", score: 0.3 }],
    ["of another shape", ["yes"]],
  ] as const)("rejects a result %s", async ([, body], { service }) => {
    service.answer = { status: 200, body };
    expect(await captchaAt(service.url).isSolved("token")).toBe(false);
  });

  test("accepts a result with a high score", async ({ service }) => {
    const body = { success: true, hostname: "shop.example.com", score: 0.9, action: "sign_up" };
    service.answer = { status: 200, body };
    expect(await captchaAt(service.url).isSolved("token")).toBe(true);
  });

  // R38: it fails closed.
  test("fails closed when it does not answer", async ({ service }) => {
    service.answer = "hangs up";
    expect(await captchaAt(service.url).isSolved("token")).toBe(false);
    expect(await captchaAt("http://127.0.0.1:1").isSolved("token")).toBe(false);
  });

  test.for([undefined, ""])("is not called for %j", async (answer, { service }) => {
    expect(await captchaAt(service.url).isSolved(answer)).toBe(false);
    expect(service.asked).toEqual([]);
  });

  test("gives the page its site key", async ({ service }) => {
    const challenge = await captchaAt(service.url).challenge();
    expect(challenge).toEqual({ provider: "recaptcha", siteKey: "site" });
    expect(JSON.stringify(challenge)).not.toContain("hush");
  });
});
