import fastify, { type FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { sandboxCourierKey, shipLogicCourier } from "../gateways/courier/ship-logic-courier.ts";
import { sandboxCourierRoutes } from "../edges/sandbox/courier/sandbox-courier.ts";

/**
 * The courier's stand-in on a port of its own, which can be unavailable, hang, know nothing of a parcel, lose the
 * response to a booking, or carry a booking out later.
 * `asked` holds the method and path of every request; `now` tells it the time. Port 0 is any free port.
 */
export type TestCourier = {
  courier: Deps["courier"];
  mode: "works" | "away" | "silent" | "books and says nothing" | "books later";
  /** Carries out what was asked while it booked later. */
  bookLate: () => Promise<void>;
  /** The courier knows nothing of this parcel. */
  unknown: string | null;
  asked: string[];
  now: () => string;
  close: () => Promise<void>;
};

export async function startTestCourier(
  context: Omit<Parameters<typeof sandboxCourierRoutes>[1], "webhookUrl">,
  port = 0,
): Promise<TestCourier> {
  const app = fastify({ forceCloseConnections: true });
  let url = "";
  const late: string[] = [];
  const test: TestCourier = {
    courier: shipLogicCourier({
      baseUrl: () => `${url}/sandbox/courier/v2/`,
      apiKey: sandboxCourierKey,
    }),
    mode: "works",
    async bookLate() {
      for (const payload of late.splice(0)) {
        const headers = {
          authorization: `Bearer ${sandboxCourierKey}`,
          "content-type": "application/json",
        };
        const request = { method: "POST", url: "/sandbox/courier/v2/shipments", headers } as const;
        await app.inject({ ...request, payload });
      }
    },
    unknown: null,
    asked: [],
    now: context.now,
    close: () => app.close(),
  };
  app.addHook("onRequest", async (request, reply) => {
    test.asked.push(`${request.method} ${request.url.replace("/sandbox/courier/v2/", "")}`);
    if (test.mode === "away") return reply.code(503).send({ message: "down for maintenance" });
    if (test.unknown !== null && request.url.endsWith(`tracking_reference=${test.unknown}`))
      return reply.code(400).send({ message: "no such shipment" });
    if (test.mode === "silent") await new Promise(() => {});
  });
  const isABooking = (request: FastifyRequest) =>
    request.method === "POST" && request.url.endsWith("/shipments");
  app.addHook("preHandler", async (request, reply) => {
    if (!isABooking(request) || test.mode !== "books later") return;
    late.push(JSON.stringify(request.body));
    return reply.code(504).send({ message: "it takes longer" });
  });
  app.addHook("onSend", async (request) => {
    if (isABooking(request) && test.mode === "books and says nothing") request.raw.socket.destroy();
  });
  const now = () => test.now();
  await app.register((scope) => sandboxCourierRoutes(scope, { ...context, now, webhookUrl: null }));
  url = await app.listen({ host: "127.0.0.1", port });
  return test;
}
