import { setTimeout as delay } from "node:timers/promises";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";

/** Container engines kill a container after thirty seconds, part of which draining may use. */
const closeTimeoutMs = 20_000;
/** As long as nearly all requests take; an upload may take longer. */
const requestsFirstMs = 5000;

/**
 * Accepts no request any more and finishes those in progress. The background work does not wait for the slow ones: it ends
 * beside them, and the connections to the database, which are closed last, do.
 */
export async function stopServing(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  await Promise.race([closed, delay(requestsFirstMs, undefined, { ref: false })]);
}

/** Stops accepting requests, finishes those in progress, ends the background work, then closes the database connections. */
export async function closeInTime(
  running: AsyncDisposableStack,
  log: FastifyBaseLogger,
): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(resolve, closeTimeoutMs, "late" as const);
  const outcome = await Promise.race([running.disposeAsync(), late]);
  clearTimeout(timer);
  if (outcome === "late") log.warn({ closeTimeoutMs }, "stopped before everything was finished");
}
