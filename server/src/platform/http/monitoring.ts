import { once } from "node:events";
import { createServer } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSecret } from "../secrets.ts";

/** With a port, health and metrics are served on that port only. */
export type Monitoring = Readonly<{ token: string | null; port: number | null }>;

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** Set by a reverse proxy on this machine, whose requests are not local. */
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Allows requests from this machine and those with `MONITORING_TOKEN`. With `MONITORING_PORT` only requests to that port
 * are allowed, and without a token all of them.
 */
export function mayMonitor(
  { headers, ip, raw }: FastifyRequest,
  { token, port }: Monitoring,
): boolean {
  if (port !== null && raw.socket.localPort !== port) return false;
  if (port !== null && token === null) return true;
  const isForwarded = proxyHeaders.some((name) => headers[name] !== undefined);
  const isLocal = [ip, raw.socket.remoteAddress ?? ""].every((each) => loopback.test(each));
  if (isLocal && !isForwarded) return true;
  return token !== null && isSecret(headers.authorization, `Bearer ${token}`);
}

const monitored = new Set(["/healthz", "/readyz", "/servez", "/metrics"]);

/** Whether it is about the process itself: its health, or its metrics. */
export function isOfMonitoring({ url }: Pick<FastifyRequest, "url">): boolean {
  return monitored.has(pathOf(url));
}

const pathOf = (url = ""): string => url.split("?")[0] ?? "";

/** Serves health and metrics, and nothing else, on a port of their own. @returns closes it */
export async function listenForMonitoring(
  app: FastifyInstance,
  { host, port }: Readonly<{ host: string; port: number }>,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (monitored.has(pathOf(request.url))) app.routing(request, response);
    else response.writeHead(404).end();
  });
  server.listen({ host, port });
  await once(server, "listening");
  return async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
}
