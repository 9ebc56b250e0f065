import rateLimit from "@fastify/rate-limit";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AppOptions, Deps } from "../../deps.ts";
import { clientIpPrefix } from "../../platform/rate-limit/rate-limits.ts";
import { type AppRouter, appRouter } from "../../app-router.ts";
import { callerFor } from "./request-caller.ts";
import { batchMax } from "../../platform/http/request-log.ts";
import { asRefusal } from "../../platform/http/trpc.ts";

/** The page polls every two seconds, ten times; a client that polls three times as often is not the page. */
const pollsPerMinute = 30;

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
  await app.register(rateLimit, {
    max: pollsPerMinute,
    timeWindow: 60_000,
    allowList: ({ url }) => !url.includes("orders.checkPaid"),
    keyGenerator: ({ ip, url }) => `${clientIpPrefix(ip)} ${url}`,
    errorResponseBuilder: () => new DomainError("access.too-many-tries"),
  });
  const trpcOptions: FastifyTRPCPluginOptions<AppRouter>["trpcOptions"] = {
    router: appRouter,
    maxBatchSize: batchMax,
    createContext: ({ req, res }: Readonly<{ req: FastifyRequest; res: FastifyReply }>) =>
      callerFor(deps, req, res).catch((error: unknown) => Promise.reject(asRefusal(error))),
    onError({ error, path, ctx, req }) {
      if (error.cause instanceof DomainError) countRefusal(error.cause.code);
      if (error.code === "INTERNAL_SERVER_ERROR")
        (ctx?.log ?? req.log).error({ err: error.cause ?? error, path }, "a procedure failed");
      else if (error.code === "SERVICE_UNAVAILABLE") req.log.warn({ path }, "busy");
    },
  };
  await app.register(fastifyTRPCPlugin, { prefix: "/trpc", trpcOptions });
}
