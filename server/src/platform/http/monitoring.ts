import type { FastifyRequest } from "fastify";
import { isSecret } from "./shared-secret.ts";

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** A proxy on this machine comes from this machine too; whom it asks for, it says. */
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** Figures of the inside are for this machine itself, and for whoever brings `MONITORING_TOKEN`. */
export function mayMonitor({ headers, ip, raw }: FastifyRequest, token: string | null): boolean {
  const isPassedOn = proxyHeaders.some((name) => headers[name] !== undefined);
  const isLocal = [ip, raw.socket.remoteAddress ?? ""].every((each) => loopback.test(each));
  if (isLocal && !isPassedOn) return true;
  return token !== null && isSecret(headers.authorization, `Bearer ${token}`);
}
