import { expect } from "vitest";
import { z } from "zod";
import { buildApp } from "../../app.ts";
import { appOptions, test } from "../../testing/shop-test.ts";

const lineSchema = z.looseObject({ reqId: z.string().optional(), msg: z.string() });
const traceId = "0af7651916cd43dd8448eb211c80319c";
const spanId = "b7ad6b7169203331";
const ownId = /^[0-9a-f-]{36}$/;

const withApp = test.extend("idOf", { scope: "file" }, async ({ shop }, { onCleanup }) => {
  const lines: string[] = [];
  const keepLogLine = (line: string) => void lines.push(line);
  const app = await buildApp(shop.deps, { ...appOptions, logLevel: "debug", keepLogLine });
  onCleanup(() => app.close());
  return async (headers: Record<string, string>) => {
    const answer = await app.inject({ url: "/healthz", headers });
    const told = lines.map((line) => lineSchema.parse(JSON.parse(line)));
    const id = told.findLast(({ msg }) => msg === "answered")?.reqId;
    expect(answer.headers["x-correlation-id"]).toBe(id);
    return id;
  };
});

withApp("a request keeps the id from a proxy, where that is a plain token", async ({ idOf }) => {
  for (const given of ["abc-1.2_3", "a".repeat(64)])
    expect(await idOf({ "x-request-id": given })).toBe(given);
  for (const hostile of ["", "a".repeat(65), "a b", "<script>", "\u00e4"])
    expect(await idOf({ "x-request-id": hostile })).toMatch(ownId);
  expect(await idOf({})).toMatch(ownId);
});

withApp("a request has the id of the trace that it belongs to", async ({ idOf }) => {
  const traceparent = `00-${traceId}-${spanId}-01`;
  expect(await idOf({ traceparent })).toBe(traceId);
  expect(await idOf({ traceparent, "x-request-id": "of-the-proxy" })).toBe(traceId);
  expect(await idOf({ traceparent: `cc-${traceId}-${spanId}-01-what-may-come` })).toBe(traceId);
});

withApp.for([
  ["nothing", ""],
  ["half of one", `00-${traceId}`],
  ["no trace", `00-${"0".repeat(32)}-${spanId}-01`],
  ["no parent", `00-${traceId}-${"0".repeat(16)}-01`],
  ["a version that is none", `ff-${traceId}-${spanId}-01`],
  ["more than its version has", `00-${traceId}-${spanId}-01-more`],
  ["capital letters", `00-${traceId.toUpperCase()}-${spanId}-01`],
  ["two of them", `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
  ["anything", `00-<script>-${spanId}-01`],
] as const)("a traceparent with %s is ignored", async ([, traceparent], { idOf }) => {
  expect(await idOf({ traceparent })).toMatch(ownId);
  expect(await idOf({ traceparent, "x-request-id": "of-the-proxy" })).toBe("of-the-proxy");
});
