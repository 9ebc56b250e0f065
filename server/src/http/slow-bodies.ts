import type { FastifyInstance } from "fastify";

declare module "fastify" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface FastifyContextConfig {
    /** How long the body of a request to this route may take. */
    bodySeconds?: number;
  }
}

const bodySecondsDefault = 15;

/** Whoever sends a byte a second is shown the door; only a route that says so waits longer. */
export function limitSlowBodies(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ method, raw, routeOptions }) => {
    if (method === "GET" || method === "HEAD" || raw.complete) return;
    const seconds = routeOptions.config.bodySeconds ?? bodySecondsDefault;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, seconds * 1000);
    timer.unref();
    raw.once("end", () => clearTimeout(timer));
    raw.once("close", () => clearTimeout(timer));
  });
}
