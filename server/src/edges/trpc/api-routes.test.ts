import { randomUUID } from "node:crypto";
import type { InjectOptions } from "fastify";
import { describe, expect } from "vitest";
import { test } from "../../testing/shop-test.ts";

const json = { "content-type": "application/json" };
const query = (path: string, parameters: Record<string, string> = {}): InjectOptions => ({
  method: "GET",
  url: `/trpc/${path}`,
  query: parameters,
});
const mutation = (path: string, input: unknown, parameters = {}): InjectOptions => ({
  method: "POST",
  url: `/trpc/${path}`,
  query: parameters,
  headers: json,
  payload: typeof input === "string" ? input : JSON.stringify(input),
});

const aMessage = { source: "general", email: "grace@shop.test", text: "Where is my parcel?" };
const unknownOrder = JSON.stringify({ uuid: randomUUID() });
const invalid = { reason: "request.invalid" };
const signInRequired = { reason: "access.sign-in-required" };

type Expected = Readonly<{ status: number; answer: unknown }>;
const refused = (status: number, reason: object, path: string | null): Expected => ({
  status,
  answer: { error: { data: { httpStatus: status, path, ...reason } } },
});
const via = { result: { data: null } };
const unknownOrderError = { error: { data: { httpStatus: 404, reason: "order.unknown" } } };
const received = { result: { data: { received: true } } };
const products = { result: { data: { currency: "ZAR", products: expect.any(Array) } } };

const calls: Record<string, readonly [InjectOptions, Expected]> = {
  "a query": [query("orders.via"), { status: 200, answer: via }],
  "a query with input": [
    query("orders.byUuid", { input: unknownOrder }),
    refused(404, { reason: "order.unknown" }, "orders.byUuid"),
  ],
  "a query without permission": [query("wallet.mine"), refused(401, signInRequired, "wallet.mine")],
  "a query with invalid input": [
    query("orders.byUuid", { input: '{"uuid":7}' }),
    refused(400, { ...invalid, fieldErrors: { uuid: expect.any(String) } }, "orders.byUuid"),
  ],
  "a query with input that is not JSON": [
    query("orders.byUuid", { input: "{" }),
    refused(400, invalid, "orders.byUuid"),
  ],
  "a batch of queries": [
    query("orders.via,catalog.products", { batch: "1", input: "{}" }),
    { status: 200, answer: [via, products] },
  ],
  "a batch of queries, one of them refused": [
    query("orders.via,orders.byUuid", {
      batch: "1",
      input: JSON.stringify({ 1: { uuid: randomUUID() } }),
    }),
    { status: 207, answer: [via, unknownOrderError] },
  ],
  "a batch of queries with input of another shape": [
    query("orders.via", { batch: "1", input: "[]" }),
    { status: 400, answer: [refused(400, invalid, "orders.via").answer] },
  ],
  "a batch that is too large": [
    query(Array(21).fill("orders.via").join(","), { batch: "1" }),
    refused(400, invalid, null),
  ],
  "a mutation": [mutation("contact.submit", aMessage), { status: 200, answer: received }],
  "a mutation that is refused": [
    mutation("orders.save", { sections: [] }),
    refused(400, { ...invalid, fieldErrors: { sections: expect.any(String) } }, "orders.save"),
  ],
  "a mutation without permission": [
    mutation("products.delete", { id: 94 }),
    refused(401, signInRequired, "products.delete"),
  ],
  "a batch of mutations": [
    mutation(
      "contact.submit,orders.cancel",
      { 0: aMessage, 1: { uuid: randomUUID() } },
      { batch: "1" },
    ),
    {
      status: 207,
      answer: [received, { error: { data: { httpStatus: 401, ...signInRequired } } }],
    },
  ],
  "a mutation without a body": [
    mutation("contact.submit", ""),
    refused(400, invalid, "contact.submit"),
  ],
  // What a form on another site can send without a preflight.
  "a mutation sent as text": [
    { ...mutation("contact.submit", aMessage), headers: { "content-type": "text/plain" } },
    refused(415, { reason: "request.wrong-type" }, null),
  ],
  "a mutation without a content type": [
    { ...mutation("contact.submit", aMessage), headers: { "content-type": "" } },
    refused(415, { reason: "request.wrong-type" }, null),
  ],
  "a mutation called like a query": [
    query("contact.submit", { input: JSON.stringify(aMessage) }),
    refused(405, invalid, "contact.submit"),
  ],
  "a query called like a mutation": [
    mutation("orders.via", {}),
    refused(405, invalid, "orders.via"),
  ],
  "a batch of queries and mutations": [
    mutation("orders.via,contact.submit", {}, { batch: "1" }),
    refused(400, invalid, null),
  ],
  "an unknown procedure": [
    query("orders.unheardOf"),
    refused(404, { reason: "request.unknown-path" }, "orders.unheardOf"),
  ],
  "a name that every object has": [
    query("constructor"),
    refused(404, { reason: "request.unknown-path" }, "constructor"),
  ],
};

describe("calls under /trpc", () => {
  test.for(Object.entries(calls))(
    "are answered in the same form: %s",
    async ([, [call, expected]], { shop }) => {
      const answer = await shop.app.inject(call);
      expect(answer.statusCode).toBe(expected.status);
      expect(answer.json()).toMatchObject(
        Array.isArray(expected.answer) ? expected.answer : Object(expected.answer),
      );
      expect(answer.headers).toMatchObject({
        "content-type": expect.any(String),
        "cache-control": "no-store",
        "x-correlation-id": expect.any(String),
      });
    },
  );

  test.for([
    { which: "a short answer as it is", times: 1, encoding: undefined },
    { which: "a long answer compressed", times: 20, encoding: "br" },
  ])("send $which, and whole", async ({ times, encoding }, { shop }) => {
    const answer = await shop.app.inject({
      ...query(Array(times).fill("catalog.products").join(","), { batch: "1" }),
      headers: { "accept-encoding": "gzip, br" },
    });

    expect(answer.headers["content-encoding"]).toBe(encoding);
    expect(answer.headers["content-length"]).toBe(String(answer.rawPayload.length));
  });
});
