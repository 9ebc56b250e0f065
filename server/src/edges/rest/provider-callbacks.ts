import { createHash } from "node:crypto";
import rateLimit from "@fastify/rate-limit";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Log } from "../../platform/log.ts";
import type { Deps } from "../../deps.ts";
import { clientIpPrefix } from "../../platform/rate-limit/rate-limits.ts";
import type { PayfastGateway } from "../../gateways/card/payfast-gateway.ts";
import type { StripeGateway } from "../../gateways/card/stripe-gateway.ts";
import { isSecret } from "../../platform/secrets.ts";
import {
  receiveNotification,
  verifyNotification,
} from "../../sales/payments/card-notification.actions.ts";
import { findForgery, keepForgeries } from "../../sales/payments/card-notification.checks.ts";
import type { IncomingNotification } from "../../sales/payments/card-notification.store.ts";
import { acceptRaw, acceptRawForms } from "./receive-form.ts";

const callLimit = {
  max: 600,
  timeWindow: 60_000,
  keyGenerator: ({ ip }: FastifyRequest) => clientIpPrefix(ip),
};
const trackingSchema = z.object({ short_tracking_reference: z.string().trim().min(1).max(40) });

/**
 * The courier's webhook about a parcel, authenticated by a key that we gave the courier. It only queues a job that asks
 * the courier for the status: the webhook's own content changes nothing. A body that cannot be used is answered 200 as
 * well, because the courier would only send it again.
 */
export async function courierTrackingRoutes(
  app: FastifyInstance,
  { db, jobs }: Pick<Deps, "db" | "jobs">,
  webhookKey: string | null,
): Promise<void> {
  await app.register(rateLimit, callLimit);
  const schema = {
    tags: ["Courier"],
    operationId: "courierTracking",
    summary: "For the courier: something became of a parcel",
    description: "The key that we gave the courier is the header Authorization, as it is.",
  };
  app.post("/api/the-courier-guy/tracking", { schema }, async ({ headers, body }) => {
    if (!isSecret(headers.authorization, webhookKey)) throw new DomainError("access.forbidden");
    const parsed = trackingSchema.safeParse(body);
    if (parsed.success) {
      const trackingReference = parsed.data.short_tracking_reference;
      await db
        .transaction()
        .execute((tx) => jobs.enqueue(tx, "track-shipment", { trackingReference }));
    }
    return { success: true };
  });
}

/** Any more are left to the job that is queued with every notification. */
const concurrentMax = 8;
/** Help to find out where a notification came from; none of them holds a browser's credentials. */
const recordedHeaders = [
  "user-agent",
  "referer",
  "x-forwarded-for",
  "content-type",
  "host",
  "via",
  "stripe-signature",
];

/**
 * The card provider repeats a notification until it gets a 200, and never after that. So 200 means that the bytes are
 * committed. They are verified right after, and by a job if this process ends first. Of notifications with a wrong
 * signature from elsewhere only the beginning is kept, and of too many of them nothing.
 */
export async function payfastNotifyRoutes(
  app: FastifyInstance,
  deps: Deps,
  payfast: PayfastGateway,
): Promise<void> {
  const forgeries = keptForgeries(app, deps);
  const verifyNow = verifyingNow(app, deps);
  acceptRawForms(app);
  // Every call inserts a row, so calls are limited; the provider tries again later.
  await app.register(rateLimit, callLimit);

  const schema = {
    tags: ["Purchase"],
    operationId: "payfastNotify",
    summary: "For the card provider: a payment was made, or failed",
    description: "A signed form of the provider. 200 means that its bytes are kept.",
  };
  // A redirect to the other spelling would turn the provider's POST into a GET.
  for (const url of ["/api/purchase/payfast-notify/", "/api/purchase/payfast-notify"]) {
    app.post<{ Body: Buffer }>(url, { schema }, async (request, reply) => {
      const notification = received(request, "payfast", deps.now());
      const forgery = await findForgery(deps, payfast, notification);
      if (forgery !== null) {
        // The wrong passphrase may be ours: after this refusal the provider sends it again.
        if (!(await forgeries.keep(notification, forgery)))
          throw new DomainError("access.too-many-tries");
        return reply.code(200).send("");
      }
      const notificationId = await receiveNotification(deps, notification);
      verifyNow(notificationId, request.log);
      return reply.code(200).send("");
    });
  }
}

/** Larger than any event of a payment. */
const eventBytesMax = 256 * 1024;

/**
 * Stripe repeats an event for three days until it gets an answer of success. One with a wrong signature gets none, because
 * the wrong secret may be ours, and neither does an old one: Stripe signs each repetition anew, only a replay is old.
 */
export async function stripeNotifyRoutes(
  app: FastifyInstance,
  deps: Deps,
  stripe: StripeGateway,
): Promise<void> {
  const forgeries = keptForgeries(app, deps);
  const verifyNow = verifyingNow(app, deps);
  acceptRaw(app, "application/json", eventBytesMax);
  await app.register(rateLimit, callLimit);
  const schema = {
    tags: ["Purchase"],
    summary: "For Stripe: a page was paid, a payment was refunded or disputed",
    description: "An event with the header stripe-signature. 200 means that its bytes are kept.",
  };
  app.post<{ Body: Buffer }>("/api/purchase/stripe-notify", { schema }, async (request, reply) => {
    const notification = received(request, "stripe", deps.now());
    const { raw, headers, receivedAt } = notification;
    if (!stripe.isSigned({ raw, signature: headers["stripe-signature"], receivedAt })) {
      await forgeries.keep(notification, "wrong signature");
      throw new DomainError("access.forbidden");
    }
    const notificationId = await receiveNotification(deps, notification);
    verifyNow(notificationId, request.log);
    return reply.code(200).send("");
  });
}

function received(
  request: FastifyRequest<{ Body: Buffer }>,
  provider: IncomingNotification["provider"],
  receivedAt: string,
): IncomingNotification {
  const raw = request.body;
  const sha256 = createHash("sha256").update(raw).digest();
  const headers = recordedHeadersOf(request.headers);
  return { provider, raw, sha256, peerIp: request.ip, headers, receivedAt };
}

function keptForgeries(app: FastifyInstance, deps: Deps) {
  const forgeries = keepForgeries({ ...deps, log: app.log });
  app.addHook("preClose", () => forgeries.tell());
  return forgeries;
}

function verifyingNow(app: FastifyInstance, deps: Deps) {
  const underway = new Set<Promise<void>>();
  app.addHook("onClose", async () => void (await Promise.allSettled(underway)));
  return function verifyNow(notificationId: number, log: Log): void {
    if (underway.size >= concurrentMax) return;
    const work = verifyNotification({ ...deps, log }, notificationId)
      .then(() => undefined)
      .catch((error: unknown) =>
        log.warn({ err: error, notificationId }, "verifying a notification is left to its job"),
      )
      .finally(() => underway.delete(work));
    underway.add(work);
  };
}

function recordedHeadersOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    recordedHeaders
      .map((name) => [name, headers[name]] as const)
      .filter((header): header is [string, string] => typeof header[1] === "string")
      .map(([name, value]) => [name, value.slice(0, 500)]),
  );
}
