import { describe, expect, test as base } from "vitest";
import { startFakeWebService } from "../../testing/fake-web-service.ts";
import { RefusedForGood } from "../../platform/messages/senders.ts";
import { bulksms } from "./sms-sender.ts";

const sms = { messageKey: "sign-in-code:1", to: "+27821234567", text: "K7M2 is your code." };
const accepted = [
  {
    id: "1",
    type: "SENT",
    from: "",
    to: "27821234567",
    body: sms.text,
    encoding: "TEXT",
    status: { id: "ACCEPTED.null", type: "ACCEPTED", subtype: null },
    somethingNew: true,
  },
];

const test = base.extend("provider", async ({}, { onCleanup }) => {
  const fake = await startFakeWebService();
  onCleanup(fake.close);
  fake.answer = { status: 201, body: [{ ...accepted[0], status: { type: "ACCEPTED" } }] };
  return fake;
});

describe("the SMS provider", () => {
  test("is called as its manual says", async ({ provider }) => {
    const sender = bulksms("token-id:token-secret", `${provider.url}/v1`);
    expect(await sender.send(sms)).toBe("sent");
    const [asked] = provider.asked;
    expect(asked).toMatchObject({
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from("token-id:token-secret").toString("base64")}`,
        "content-type": "application/json",
      },
    });
    expect(JSON.parse(asked?.body ?? "")).toEqual({ to: sms.to, body: sms.text });
    const url = new URL(asked?.url ?? "", provider.url);
    expect(url.pathname).toBe("/v1/messages");
    expect(url.searchParams.get("auto-unicode")).toBe("true");
    expect(url.searchParams.get("deduplication-id")).toMatch(/^\d{1,10}$/);
    expect(Number(url.searchParams.get("deduplication-id"))).toBeLessThan(2 ** 31);
  });

  test("can distinguish a retry from another message", async ({ provider }) => {
    const sender = bulksms("id:secret", provider.url);
    await sender.send(sms);
    await sender.send(sms);
    await sender.send({ ...sms, messageKey: "sign-in-code:2" });
    const [first, again, other] = provider.asked.map(({ url }) => url);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("that answers 400 has finally refused", async ({ provider }) => {
    provider.answer = { status: 400, body: { type: "x", title: "Bad Request", status: 400 } };
    const sender = bulksms("id:secret", provider.url);
    await expect(sender.send(sms)).rejects.toThrow(RefusedForGood);
  });

  // A lack of credit, a wrong token and a moved address can be fixed while the message waits.
  test.for([401, 403, 404, 429, 500, 503, 200])(
    "that answers %i may be retried",
    async (status, { provider }) => {
      provider.answer = { status, body: { title: "Insufficient Credits" } };
      const sender = bulksms("id:secret", provider.url);
      const failure = await sender.send(sms).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(RefusedForGood);
      expect(String(failure)).not.toMatch(/secret|2782/);
    },
  );

  test("that hangs up or sends an invalid answer may be retried", async ({ provider }) => {
    const sender = bulksms("id:secret", provider.url);
    provider.answer = "hangs up";
    await expect(sender.send(sms)).rejects.toThrow("fetch failed");
    provider.answer = { status: 201, body: { ok: true } };
    await expect(sender.send(sms)).rejects.toMatchObject({ issues: [{ expected: "array" }] });
  });

  test("that redirects does not get a phone number", async ({ provider }) => {
    provider.answer = { status: 307, body: {}, location: "/elsewhere" };
    const sender = bulksms("id:secret", provider.url);
    await expect(sender.send(sms)).rejects.toThrow("fetch failed");
    expect(provider.asked).toHaveLength(1);
  });

  test.for(["BLOCKED", "EXPIRED", "HANDSET_ERROR"])(
    "that accepted an SMS and failed to send it for %s has finally refused",
    async (subtype, { provider }) => {
      const status = { type: "FAILED", subtype };
      provider.answer = { status: 201, body: [{ ...accepted[0], status }] };
      const failure = await bulksms("id:secret", provider.url)
        .send(sms)
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(RefusedForGood);
      expect(failure).toHaveProperty("message", `the SMS failed: ${subtype}`);
    },
  );

  test.for([
    [{ type: "FAILED", subtype: "NOT_SENT" }, "NOT_SENT"],
    [{ type: "FAILED" }, "no reason given"],
  ] as const)(
    "that accepted an SMS and answers %j may be retried",
    async ([status, why], { provider }) => {
      provider.answer = { status: 201, body: [{ ...accepted[0], status }] };
      const failure = await bulksms("id:secret", provider.url)
        .send(sms)
        .catch((error: unknown) => error);
      expect(failure).toHaveProperty("message", `the SMS failed: ${why}`);
      expect(failure).not.toBeInstanceOf(RefusedForGood);
    },
  );
});
