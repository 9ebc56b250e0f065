import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppOptions, Deps } from "../../deps.ts";
import { countCalls } from "../../platform/rate-limit/call-counter.ts";
import { clientIpPrefix } from "../../platform/rate-limit/rate-limits.ts";
import { type AppRouter, appRouter } from "../../app-router.ts";
import { callerFor } from "./request-caller.ts";
import { batchMax } from "../../platform/http/request-log.ts";
import { asRefusal } from "../../platform/http/trpc.ts";

/** The page polls every two seconds, ten times; a client that polls three times as often is not the page. */
const pollsPerMinute = 30;
/** Over all orders: a mobile network has one address for a whole town. */
const pollsOfClientPerMinute = 300;
const polled = "orders.checkPaid";

/** tRPC under /trpc. Only JSON is accepted, so that a form on another site cannot send a mutation. */
export async function apiRoutes(
  app: FastifyInstance,
  deps: Deps,
  { countRefusal }: Pick<AppOptions, "countRefusal">,
): Promise<void> {
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("cache-control", "no-store");
    // The response to a mutation is a line or two; compressing it would take longer than sending it.
    if (request.method === "POST") request.headers["x-no-compression"] = "1";
    const type = request.headers["content-type"];
    if (type !== undefined && !/^application\/json\b/i.test(type))
      throw Object.assign(new Error("Send JSON."), { statusCode: 415 });
  });
  // A program may call a mutation without fields by a request without a body.
  app.addHook("preHandler", async (request) => {
    if (request.method === "POST") request.body ||= "{}";
  });
  sendTextWhole(app);
  limitPolls(app);
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>["trpcOptions"] = {
    router: appRouter,
    maxBatchSize: batchMax,
    createContext: ({ req, res }: Readonly<{ req: FastifyRequest; res: FastifyReply }>) =>
      callerFor(deps, req, res).catch((error: unknown) => Promise.reject(asRefusal(error))),
    onError({ error, path, ctx, req }) {
      if (error.cause instanceof DomainError) countRefusal(error.cause.code);
      if (error.code === "INTERNAL_SERVER_ERROR")
        (ctx?.log ?? req.log).error({ err: error.cause ?? error, path }, "a procedure failed");
      else if (error.code === "SERVICE_UNAVAILABLE")
        req.log.warn({ err: error.cause ?? error, path }, "busy");
    },
  };
  await app.register(fastifyTRPCPlugin, { prefix: "/trpc", trpcOptions });
}

/**
 * tRPC answers with a stream even where it has the whole text. As text, a short answer is sent as it is, and a longer one is
 * compressed without streams, which take longer than the compressing. Live updates stay a stream.
 */
function sendTextWhole(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply, payload) => {
    if (!(payload instanceof Response) || isStreamed(payload)) return payload;
    void reply.code(payload.status);
    for (const [name, value] of payload.headers) void reply.header(name, value);
    return payload.text();
  });
}

/** Parts are sent as they come: to a subscription, and to a client that asks for `application/jsonl`. */
function isStreamed({ headers }: Response): boolean {
  return headers.get("content-type") !== "application/json" || headers.has("transfer-encoding");
}

/** Limits polls by the client and the order, whatever else is in the URL; a batch counts as its calls. */
function limitPolls(app: FastifyInstance): void {
  const mayPoll = countCalls({ most: pollsPerMinute, windowMs: 60_000 });
  const mayPollAny = countCalls({ most: pollsOfClientPerMinute, windowMs: 60_000 });
  app.addHook("preHandler", async ({ ip, params, query }) => {
    const polls = proceduresIn(params).filter((name) => name === polled).length;
    if (polls === 0) return;
    const client = clientIpPrefix(ip);
    const { input = "" } = querySchema.safeParse(query).data ?? {};
    const orders = Map.groupBy(input.match(uuidPattern) ?? [], (uuid) => uuid);
    const isWithin =
      mayPollAny(client, polls) &&
      [...orders].every(([uuid, calls]) => mayPoll(`${client} ${uuid}`, calls.length));
    if (!isWithin) throw new DomainError("access.too-many-tries");
  });
}

const paramsSchema = z.object({ path: z.string() });
const querySchema = z.object({ input: z.string() });
const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** As tRPC reads them: it decodes the path once more than Fastify. */
function proceduresIn(params: unknown): readonly string[] {
  const { path = "" } = paramsSchema.safeParse(params).data ?? {};
  try {
    return decodeURIComponent(path).split(",");
  } catch {
    return [];
  }
}
