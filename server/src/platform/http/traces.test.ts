import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { json } from "node:stream/consumers";
import { describe, expect } from "vitest";
import { z } from "zod";
import { findFreePort } from "../free-port.ts";
import { compileCache } from "../../testing/compile-cache.ts";
import { test as databaseTest } from "../../testing/database-test.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";
const secret = "c2VjcmV0LW9mLWEtbGluaw";
const serverKind = 2;

const attributesSchema = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) =>
    Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])),
  );
const spanSchema = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes: attributesSchema,
});
/** OTLP over HTTP, as JSON. */
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.looseObject({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});
type Span = z.infer<typeof spanSchema>;

/** A collector on a port of its own. */
const test = databaseTest.extend("collector", async ({}, { onCleanup }) => {
  const spans: Span[] = [];
  const services: unknown[] = [];
  const paths = new Set<string | undefined>();
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await json(request);
    paths.add(request.url);
    texts.push(JSON.stringify(body));
    for (const { resource, scopeSpans } of exportSchema.parse(body).resourceSpans) {
      services.push(resource.attributes["service.name"]);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onCleanup(async () => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : null;
  return { endpoint: `http://127.0.0.1:${port}`, spans, services, paths, text: () => texts.join() };
});

/** Prints the address of each module of OpenTelemetry when it is loaded. */
const tellModules = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      if (/node_modules\\/(@opentelemetry|@fastify\\/otel)\\//.test(url)) console.log("LOADED " + url);
      return next(url, context);
    },
  });
`)}`;

/** Starts the server as a process, lets it answer, stops it, and returns what it printed. */
async function serve(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  ask: (url: string) => Promise<void>,
): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "portal-traces-"));
  const port = await findFreePort();
  const child = spawn(process.execPath, ["--import", tellModules, "scripts/serve.ts"], {
    cwd: path.join(import.meta.dirname, "../../../.."),
    env: {
      PATH: process.env["PATH"],
      ...compileCache,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      HOST: "localhost",
      PORT: String(port),
      SEED: "none",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  try {
    const url = `http://localhost:${port}`;
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
    await ask(url);
  } finally {
    child.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
  return output;
}

const modulesIn = (output: string) => output.match(/(?<=LOADED ).*/g) ?? [];
const headers = {
  traceparent: `00-${traceId}-${parentId}-01`,
  tracestate: "of=zoe",
  baggage: "of=zoe",
  "user-agent": "the browser of Zoe",
};

describe("with OTEL_EXPORTER_OTLP_ENDPOINT", () => {
  test("a request and its statements are spans of the given trace", async ({
    ownerUrl,
    collector,
  }) => {
    const { endpoint, spans, services, paths } = collector;
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/` };
    const output = await serve(ownerUrl, settings, async (url) => {
      const answer = await fetch(`${url}/trpc/catalog.products`, { headers });
      expect(answer.headers.get("x-correlation-id")).toBe(traceId);
      await answer.text();
    });

    expect(modulesIn(output).length).toBeGreaterThan(10);
    expect(paths).toEqual(new Set(["/v1/traces"]));
    expect(new Set(services)).toEqual(new Set(["portal"]));
    const own = spans.filter((span) => span.traceId === traceId);
    const server = own.find(({ kind }) => kind === serverKind);
    expect(server).toMatchObject({
      parentSpanId: parentId,
      name: "GET /trpc/:path",
      attributes: {
        "http.request.method": "GET",
        "http.route": "/trpc/:path",
        "http.response.status_code": 200,
      },
    });
    const request = own.find(({ name }) => name === "/trpc/catalog.products");
    expect(request).toMatchObject({
      parentSpanId: server?.spanId,
      attributes: { "request.id": traceId },
    });
    const byId = new Map(own.map((span) => [span.spanId, span]));
    const statements = own.filter(({ attributes }) => attributes["db.system.name"] !== undefined);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(statement.attributes).toMatchObject({
        "db.system.name": "postgresql",
        "db.query.text": expect.stringMatching(/\w/),
      });
      let top: Span | undefined = statement;
      while (top !== undefined && top !== server) top = byId.get(top.parentSpanId ?? "");
      expect(top).toBe(server);
    }
  });

  test("nothing of it tells a person, a secret or a value", async ({ ownerUrl, collector }) => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint };
    await serve(ownerUrl, settings, async (url) => {
      const login = { email: "zoe@people.test", password: secret };
      for (const { at, body } of [
        { at: "/trpc/auth.login", body: login },
        { at: `/trpc/${secret}` },
        { at: `/via/${secret}` },
        { at: `/api/orders/${secret}/invoice?token=${secret}` },
        { at: `/${secret}?token=${secret}` },
      ])
        await fetch(`${url}${at}`, {
          headers: { ...headers, "content-type": "application/json", authorization: secret },
          ...(body && { method: "POST", body: JSON.stringify(body) }),
          redirect: "manual",
        }).then((answer) => answer.text());
    });

    expect(collector.spans.filter(({ kind }) => kind === serverKind)).toHaveLength(5);
    expect(collector.text()).toContain("/trpc/auth.login");
    for (const hidden of [secret, "zoe", "Zoe", "people.test", "127.0.0.1", "readyz"])
      expect(collector.text()).not.toContain(hidden);
  });

  test("requests are answered while no collector is there, and the log says it once", async ({
    ownerUrl,
  }) => {
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://user:${secret}@127.0.0.1:${await findFreePort()}`,
      OTEL_BSP_SCHEDULE_DELAY: "50",
      OTEL_EXPORTER_OTLP_TIMEOUT: "100",
    };
    const output = await serve(ownerUrl, settings, async (url) => {
      for (let round = 0; round < 5; round++)
        expect((await fetch(`${url}/trpc/catalog.products`)).status).toBe(200);
    });

    expect(output.match(/the collector takes no traces/g)).toHaveLength(1);
    expect(output).not.toContain(secret);
  });
});

test("without it, nothing of OpenTelemetry is loaded", async ({ ownerUrl }) => {
  const output = await serve(ownerUrl, {}, async (url) => {
    const answer = await fetch(`${url}/trpc/catalog.products`, { headers });
    expect(answer.headers.get("x-correlation-id")).toBe(traceId);
  });

  // prom-client has the API, which does nothing by itself.
  const others = modulesIn(output).filter((url) => !url.includes("/@opentelemetry/api/"));
  expect(others).toEqual([]);
});
