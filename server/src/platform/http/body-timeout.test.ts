import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import fastify from "fastify";
import { describe, expect, test as base } from "vitest";
import { allowSlowAnswers, connectionLimits, limitBodyTime } from "./request-body.ts";

/** How long a route that is in a hurry waits for a body. */
const hurrySeconds = 0.1;

const test = base.extend("port", { scope: "file" }, async ({}, { onCleanup }) => {
  const app = fastify({
    ...connectionLimits,
    http: { ...connectionLimits.http, headersTimeout: 300, connectionsCheckingInterval: 50 },
  });
  onCleanup(() => app.close());
  limitBodyTime(app);
  const hurried = { config: { bodySeconds: hurrySeconds } };
  app.post("/hurried", hurried, async () => "taken");
  app.post("/patient", { config: { bodySeconds: 30 } }, async () => "taken");
  app.post("/slow-answer", hurried, async () => {
    await wait(hurrySeconds * 3000);
    return "taken";
  });
  app.get("/slow-answer", hurried, async () => {
    await wait(hurrySeconds * 3000);
    return "read";
  });
  for (const method of ["GET", "OPTIONS", "DELETE"])
    app.route({ ...hurried, method, url: "/hurried", handler: async () => "read" });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return Number(new URL(address).port);
});

/** How long a connection may be silent. */
const silentMs = 200;
const slowTest = test.extend("slowPort", { scope: "file" }, async ({}, { onCleanup }) => {
  const app = fastify({ ...connectionLimits, connectionTimeout: silentMs });
  onCleanup(() => app.close());
  allowSlowAnswers(app, 5 * silentMs);
  app.get("/books", async () => {
    await wait(3 * silentMs);
    return "all of them";
  });
  app.get("/never", async () => {
    await wait(20 * silentMs);
    return "too late";
  });
  app.get("/stalled", async (_request, reply) => {
    async function* parts() {
      yield "begun";
      await wait(3 * silentMs);
      yield "ended";
    }
    return reply.send(Readable.from(parts()));
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return Number(new URL(address).port);
});

/** Parts to send, and how many of them were not asked for in the end. */
function slowly(parts: readonly string[]) {
  const left = [...parts];
  function* oneByOne(): Generator<string> {
    for (let part = left.shift(); part !== undefined; part = left.shift()) yield part;
  }
  return { parts: oneByOne(), left: () => left.length };
}

/** Sends these parts with a pause before each but the first; what came back until the line was closed or answered. */
async function send(
  port: number,
  head: string,
  parts: Iterable<string>,
  pauseMs: number,
  connection: "close" | "keep-alive" = "close",
) {
  const socket = connect(port, "127.0.0.1");
  const answered = answerOf(socket);
  socket.write(`${head}\r\nhost: shop.test\r\nconnection: ${connection}\r\n`);
  let isFirst = true;
  for (const part of parts) {
    if (!isFirst) await Promise.race([wait(pauseMs), answered]);
    if (socket.destroyed) break;
    socket.write(part);
    isFirst = false;
  }
  return answered;
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let got = "";
    socket.on("data", (chunk) => {
      got += chunk.toString();
    });
    // Being cut off is what some of these come to see.
    socket.on("error", () => {});
    socket.on("close", () => resolve(got));
  });
}

const body = (bytes: number) => `content-type: text/plain\r\ncontent-length: ${bytes}\r\n\r\n`;

// shows R51, T70
describe("a slow body", () => {
  test("closes the connection after its timeout, without a response", async ({ port }) => {
    const started = performance.now();
    const slow = slowly([body(1000), ...Array.from({ length: 100 }, () => "x")]);
    expect(await send(port, "POST /hurried HTTP/1.1", slow.parts, 20)).toBe("");
    // Not before, and not after all of the hundred pauses.
    expect(performance.now() - started).toBeGreaterThanOrEqual(hurrySeconds * 1000 - 5);
    expect(slow.left()).toBeGreaterThan(0);
  });

  // shows R51, T97
  test.for(["GET", "HEAD", "OPTIONS", "DELETE"])(
    "closes the connection of a %s too, which needs no body",
    async (method, { port }) => {
      const slow = slowly([body(1000), ...Array.from({ length: 100 }, () => "x")]);
      await send(port, `${method} /hurried HTTP/1.1`, slow.parts, 20, "keep-alive");
      expect(slow.left()).toBeGreaterThan(0);
    },
  );

  // shows T97
  test("is cut off in endless chunks too", async ({ port }) => {
    const slow = slowly([
      "transfer-encoding: chunked\r\n\r\n",
      ...Array.from({ length: 100 }, () => "1\r\nx\r\n"),
    ]);
    await send(port, "GET /hurried HTTP/1.1", slow.parts, 20, "keep-alive");
    expect(slow.left()).toBeGreaterThan(0);
  });

  // shows T97
  test("is cut off where the head does not end either", async ({ port }) => {
    const slow = slowly(Array.from({ length: 100 }, (_, nth) => `x-${nth}: y\r\n`));
    expect(await send(port, "GET /hurried HTTP/1.1", slow.parts, 20, "keep-alive")).toContain(
      "408",
    );
    expect(slow.left()).toBeGreaterThan(0);
  });

  test("is awaited longer where the route allows it", async ({ port }) => {
    const parts = [body(3), "a", "b", "c"];
    const answer = await send(port, "POST /patient HTTP/1.1", parts, hurrySeconds * 700);
    expect(answer).toContain("200 OK");
    expect(answer).toContain("taken");
  });

  test.for(["POST", "GET"])(
    "is not confused with a slow response to a %s",
    async (method, { port }) => {
      const parts = method === "POST" ? [`${body(3)}abc`] : ["\r\n"];
      const answer = await send(port, `${method} /slow-answer HTTP/1.1`, parts, 0);
      expect(answer).toContain("200 OK");
    },
  );

  test("does not delay other requests", async ({ port }) => {
    const slow = send(port, "POST /hurried HTTP/1.1", [body(10), "x", "x"], 5000);
    expect(await send(port, "POST /hurried HTTP/1.1", [`${body(2)}ok`], 0)).toContain("200 OK");
    expect(await slow).toBe("");
  });
});

describe("a slow answer", () => {
  slowTest("is awaited although nothing is sent meanwhile", async ({ slowPort }) => {
    expect(await send(slowPort, "GET /books HTTP/1.1", ["\r\n"], 0)).toContain("all of them");
  });

  slowTest("is not awaited for ever", async ({ slowPort }) => {
    expect(await send(slowPort, "GET /never HTTP/1.1", ["\r\n"], 0)).toBe("");
  });

  slowTest("is cut off if it stalls once it has begun", async ({ slowPort }) => {
    const answer = await send(slowPort, "GET /stalled HTTP/1.1", ["\r\n"], 0);
    expect(answer).toContain("begun");
    expect(answer).not.toContain("ended");
  });
});
