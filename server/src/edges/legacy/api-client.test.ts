import { createConfig, lintFromString } from "@redocly/openapi-core";
import createClient from "openapi-fetch";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { describe, expect } from "vitest";
import { z } from "zod";
import { buildApp } from "../../app.ts";
import type { paths } from "../../testing/golden/api-types.ts";
import { appOptions, aRecipient, products, type TestShop, test } from "../../testing/shop-test.ts";

const callSchema = z.looseObject({ operationId: z.string() });
const documentSchema = z.looseObject({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), callSchema)),
});

const documentOf = async ({ app }: TestShop) =>
  (await app.inject({ url: "/api/openapi.json" })).body;

/** Clients are generated with these names, so none of them may change. */
const operations = {
  "POST /trpc/auth.login": "signIn",
  "POST /api/purchase/payfast-notify": "payfastNotify",
  "GET /api/customer/export": "exportCustomers",
  "GET /api/sales-report/export": "exportSales",
  "POST /api/the-courier-guy/tracking": "courierTracking",
  "POST /api/upload/save/{uploadId}": "saveUpload",
  "POST /api/upload/upload-external/{category}": "uploadExternal",
  "POST /api/upload/poster/{uploadId}": "savePoster",
  "POST /api/upload/captions/{uploadId}": "saveCaptions",
  "DELETE /api/upload/{id}": "deleteUpload",
  "GET /api/the-courier-guy/get-places-by-post-code": "getPlacesByPostCode",
  "GET /api/the-courier-guy/get-places-by-name": "getPlacesByName",
  "POST /api/the-courier-guy/request-quote": "requestQuote",
  "POST /api/the-courier-guy/update-quote": "updateQuote",
  "POST /api/uk-courier/update-quote": "updateUkQuote",
  "GET /api/the-courier-guy/quote-to-collection": "quoteToCollection",
  "GET /api/the-courier-guy/create-shipment": "createShipment",
  "GET /api/the-courier-guy/get-waybill-url": "getWaybillUrl",
  "POST /api/purchase/save": "saveOrder",
  "POST /api/purchase/pay-with-credit": "payWithCredit",
  "POST /api/purchase/cancel/{orderId}": "cancelOrder",
  "POST /api/purchase/reassign-order-to-distributor": "reassignOrders",
  "POST /api/contact-us": "sendMessage",
  "POST /api/{entity}/save/{id}": "saveItem",
  "GET /api/{entity}/fetch/{id}": "fetchItem",
  "DELETE /api/{entity}/{id}": "deleteItem",
  "GET /resources/images/{id}": "getImage",
  "GET /resources/videos/{id}.mp4": "getVideo",
  "GET /resources/captions/{id}.vtt": "getCaptions",
  "GET /resources/captions/{id}.txt": "getTranscript",
  "GET /resources/files/{id}": "getFile",
} as const;

describe("the description of the API", () => {
  // shows S7.17
  test("passes the recommended rules of a linter, without exceptions", async ({ shop }) => {
    const config = await createConfig({ extends: ["recommended"] });
    const source = await documentOf(shop);
    const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test("names every call for good, and the hosts that answer it", async ({ shop }) => {
    const { servers, paths: described } = documentSchema.parse(JSON.parse(await documentOf(shop)));
    const names = Object.entries(described).flatMap(([path, calls]) =>
      Object.entries(calls).map(([method, { operationId }]) => [
        `${method.toUpperCase()} ${path}`,
        operationId,
      ]),
    );
    expect(Object.fromEntries(names)).toEqual(operations);
    expect(new Set(Object.values(operations)).size).toBe(names.length);
    expect(servers.map(({ url }) => url)).toEqual([shop.deps.shop.publicUrl, shop.deps.officeUrl]);
  });

  // The id of a section of an order is ignored, and may be anything.
  test("gives every id as a number, and only what is no number as text", async ({ shop }) => {
    const ids = idsIn(JSON.parse(await documentOf(shop))).filter(({ types }) => types.length > 0);
    const texts = new Set(
      ids.filter(({ types }) => !types.includes("integer")).map(({ name }) => name),
    );
    // A browser’s own id, that of a request in the log, and that of a decision of two admins.
    expect(texts).toEqual(new Set(["uniqueId", "correlationId", "proposalId"]));
    expect(ids.length).toBeGreaterThan(30);
  });

  test("is that from which the types of a client were generated", async ({ shop }) => {
    const document: OpenAPI3 = JSON.parse(await documentOf(shop));
    const types = astToString(await openapiTS(document, { alphabetize: true }));
    await expect(types).toMatchFileSnapshot("../../testing/golden/api-types.ts");
  });
});

const schemaSchema = z.looseObject({ type: z.string().optional(), anyOf: z.unknown().optional() });
const parameterSchema = z.looseObject({ name: z.string(), schema: schemaSchema });

/** Every parameter and property that is called an id, with the types of its schema. */
function idsIn(node: unknown): { name: string; types: string[] }[] {
  if (typeof node !== "object" || node === null) return [];
  const parameter = parameterSchema.safeParse(node).data;
  const properties = z.looseObject({ properties: z.looseObject({}) }).safeParse(node)
    .data?.properties;
  const named = [
    ...(parameter ? [[parameter.name, parameter.schema] as const] : []),
    ...Object.entries(properties ?? {}),
  ];
  return [
    ...named
      .filter(([name]) => /^id$|[a-z]Id$/.test(name))
      .map(([name, schema]) => ({ name, types: typesOf(schema) })),
    ...Object.values(node).flatMap(idsIn),
  ];
}

function typesOf(schema: unknown): string[] {
  const { type, anyOf } = schemaSchema.parse(schema);
  return [
    ...(type === undefined ? [] : [type]),
    ...(z.array(z.unknown()).safeParse(anyOf).data ?? []).flatMap(typesOf),
  ];
}

/** A client over HTTP, of a server that listens. */
async function clientOf(shop: TestShop, who: keyof TestShop["people"] | null) {
  const app = await buildApp(shop.deps, appOptions);
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  const signedIn =
    who &&
    (await shop.deps.sessions.start({ userId: shop.people[who], device: "", withPassword: true }));
  const headers = signedIn ? { authorization: `Bearer ${signedIn.token}` } : {};
  return {
    ...createClient<paths>({ baseUrl, headers }),
    [Symbol.asyncDispose]: () => app.close().then(() => undefined),
  };
}

describe("a client that is generated from the description", () => {
  test("searches places, and reads which field was refused", async ({ shop }) => {
    await using api = await clientOf(shop, null);
    const path = "/api/the-courier-guy/get-places-by-post-code";
    const { data } = await api.GET(path, { params: { query: { postCode: "8001" } } });
    expect(data?.data.map(({ pcode }) => pcode)).toContain("8001");

    const refused = await api.GET(path, { params: { query: { postCode: "x" } } });
    expect(refused.response.status).toBe(400);
    expect(refused.error).toMatchObject({
      success: false,
      field: "postCode",
      message: "Please enter a post code or suburb name",
    });
  });

  test("saves a recipient, orders to it, asks for its delivery and cancels", async ({ shop }) => {
    await using api = await clientOf(shop, "kim");
    const [place] = await (await shop.as(null)).places.byPostCode({ postCode: "8001" });
    const { entry: _entry, ...recipient } = aRecipient;
    const address = { entity: "address", id: -1 };
    const saved = await api.POST("/api/{entity}/save/{id}", {
      params: { path: address },
      body: { ...recipient, place },
    });
    const addressId = saved.data?.id ?? -1;
    expect(addressId).toBeGreaterThan(0);
    const items = { [products.bottle]: 2 };
    const quote = await api.POST("/api/the-courier-guy/request-quote", {
      body: { addressId, items },
    });
    expect(quote.data?.data.rates).not.toEqual([]);

    const placed = await api.POST("/api/purchase/save", {
      body: { order: { sections: [{ addressId, items }] } },
    });
    const orderId = placed.data?.data.orderNumber ?? -1;
    const updated = await api.POST("/api/the-courier-guy/update-quote", {
      params: { query: {} },
      body: { orderId },
    });
    expect(updated.data?.data).toMatchObject({ uuid: placed.data?.uuid, rate: "100.00" });
    const cancelled = await api.POST("/api/purchase/cancel/{orderId}", {
      params: { path: { orderId } },
      body: { reason: "Ordered twice" },
    });
    expect(cancelled.data).toEqual({ success: true, uuid: placed.data?.uuid });
  });

  test("saves, reads and deletes an item", async ({ shop }) => {
    await using api = await clientOf(shop, "admin");
    const entity = "testimonial";
    const saved = await api.POST("/api/{entity}/save/{id}", {
      params: { path: { entity, id: -1 } },
      body: { name: "Thandi", town: "Durban", words: "It helped.", isShown: true },
    });
    const path = { entity, id: saved.data?.id ?? -1 };
    const fetched = await api.GET("/api/{entity}/fetch/{id}", { params: { path } });
    expect(fetched.data?.data).toMatchObject({ id: path.id, name: "Thandi" });
    const deleted = await api.DELETE("/api/{entity}/{id}", {
      params: { path },
      body: { id: path.id },
    });
    expect(deleted.data).toMatchObject({ success: true });
    const gone = await api.GET("/api/{entity}/fetch/{id}", { params: { path } });
    expect(gone.error).toMatchObject({ success: false, field: "id" });
  });

  test("uploads and deletes a file", async ({ shop }) => {
    await using api = await clientOf(shop, "admin");
    const form = new FormData();
    form.set("title", "How to take it");
    form.set("category", "Documents");
    form.set("file", new Blob(["%PDF-1.4\n%%EOF\n"]), "how.pdf");
    const saved = await api.POST("/api/upload/save/{uploadId}", {
      params: { path: { uploadId: -1 } },
      body: { file: "how.pdf" },
      bodySerializer: () => form,
    });
    expect(saved.error).toBeUndefined();
    const id = saved.data?.id ?? -1;
    const deleted = await api.DELETE("/api/upload/{id}", { params: { path: { id } } });
    expect(deleted.data).toEqual({ success: true, id });
  });

  test("downloads a file, and is refused one", async ({ shop }) => {
    await using office = await clientOf(shop, "admin");
    const path = "/api/sales-report/export";
    const query = { format: "xlsx", from: "yesterday", to: "2026-11-30" } as const;
    const { error } = await office.GET(path, { params: { query }, parseAs: "arrayBuffer" });
    expect(error).toMatchObject({ success: false, field: "from" });
    await using member = await clientOf(shop, "anna");
    expect((await member.GET("/api/customer/export")).error).toMatchObject({ success: false });
  });

  test("sends a message to the shop", async ({ shop }) => {
    await using api = await clientOf(shop, null);
    const { data } = await api.POST("/api/contact-us", {
      body: { source: "general", email: "a@shop.test", text: "Hello", orderNumber: 10421 },
    });
    expect(data).toEqual({ success: true });
  });
});
