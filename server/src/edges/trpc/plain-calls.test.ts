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
const asked: Record<string, InjectOptions> = {
  "a query": query("orders.via"),
  "a query with input": query("orders.byUuid", { input: unknownOrder }),
  "a query that is only for others": query("wallet.mine"),
  "a query with input that does not fit": query("orders.byUuid", { input: '{"uuid":7}' }),
  "a query with input that is no JSON": query("orders.byUuid", { input: "{" }),
  "several queries": query("orders.via,catalog.products", { batch: "1", input: "{}" }),
  "several queries, one of them refused": query("orders.via,orders.byUuid", {
    batch: "1",
    input: JSON.stringify({ 1: { uuid: randomUUID() } }),
  }),
  "several queries with input of another shape": query("orders.via", { batch: "1", input: "[]" }),
  "more than may be asked at once": query(Array(21).fill("orders.via").join(","), { batch: "1" }),
  "a mutation": mutation("contact.submit", aMessage),
  "a mutation that is refused": mutation("orders.save", { sections: [] }),
  "a mutation that is only for others": mutation("products.delete", { id: 94 }),
  "several mutations": mutation(
    "contact.submit,orders.cancel",
    { 0: aMessage, 1: { uuid: randomUUID() } },
    { batch: "1" },
  ),
  "a mutation without a body": mutation("contact.submit", ""),
  // What a form on another site can send without asking first.
  "a mutation sent as text": {
    ...mutation("contact.submit", aMessage),
    headers: { "content-type": "text/plain" },
  },
  "a mutation without a kind of content": {
    ...mutation("contact.submit", aMessage),
    headers: { "content-type": "" },
  },
  "a mutation asked like a query": query("contact.submit", { input: JSON.stringify(aMessage) }),
  "a query asked like a mutation": mutation("orders.via", {}),
  "queries and mutations together": mutation("orders.via,contact.submit", {}, { batch: "1" }),
  "a procedure that is not there": query("orders.unheardOf"),
  "a name of every object": query("constructor"),
};

describe("what is answered without the library's adapter", () => {
  test.for(Object.entries(asked))(
    "is answered as by the adapter: %s",
    async ([, call], { shop }) => {
      // The adapter overlooks a parameter that it does not know.
      const throughAdapter = { ...call, query: { ...Object(call.query), through: "adapter" } };
      const [plain, adapted] = [await shop.app.inject(call), await shop.app.inject(throughAdapter)];
      expect(plain.statusCode).toBe(adapted.statusCode);
      expect(comparable(plain.body)).toEqual(comparable(adapted.body));
      for (const name of ["content-type", "vary", "cache-control", "x-correlation-id"])
        expect(typeof plain.headers[name], name).toBe(typeof adapted.headers[name]);
    },
  );
});

/** Each request has an id of its own. */
function comparable(body: string): unknown {
  return JSON.parse(body, (key, value: unknown) =>
    key === "correlationId" ? typeof value : value,
  );
}
