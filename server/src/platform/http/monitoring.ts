import { once } from "node:events";
import { createServer } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSecret } from "../secrets.ts";

/** Who may see the figures of the inside: with a port, nobody sees them on the other one. */
export type Monitoring = Readonly<{ token: string | null; port: number | null }>;

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** A proxy on this machine comes from this machine too; whom it asks for, it says. */
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Figures of the inside are for this machine itself, and for whoever brings `MONITORING_TOKEN`. Where `MONITORING_PORT`
 * gives them a port of their own, they are there alone, and without a token for whoever reaches it.
 */
export function mayMonitor(
  { headers, ip, raw }: FastifyRequest,
  { token, port }: Monitoring,
): boolean {
  if (port !== null && raw.socket.localPort !== port) return false;
  if (port !== null && token === null) return true;
  const isPassedOn = proxyHeaders.some((name) => headers[name] !== undefined);
  const isLocal = [ip, raw.socket.remoteAddress ?? ""].every((each) => loopback.test(each));
  if (isLocal && !isPassedOn) return true;
  return token !== null && isSecret(headers.authorization, `Bearer ${token}`);
}

const monitored = new Set(["/healthz", "/readyz", "/metrics"]);

/** Answers for the health of this process on a port of its own, and for nothing else there. Answers what ends that. */
export async function listenForMonitoring(
  app: FastifyInstance,
  { host, port }: Readonly<{ host: string; port: number }>,
): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    if (monitored.has(path)) app.routing(request, response);
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
