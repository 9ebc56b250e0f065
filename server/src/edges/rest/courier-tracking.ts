import rateLimit from "@fastify/rate-limit";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { isSecret } from "../../platform/http/shared-secret.ts";

const callsPerMinute = 600;
const bodySchema = z.object({ short_tracking_reference: z.string().trim().min(1).max(40) });

/**
 * The courier says that something became of a parcel. It is known by the
 * key that we gave it, sent as it is; and it is asked what became of it, so that its word alone moves nothing. What
 * cannot be used is answered 200 as well, because it would only come again.
 */
export async function courierTrackingRoutes(
  app: FastifyInstance,
  { db, jobs }: Pick<Deps, "db" | "jobs">,
  webhookKey: string | null,
): Promise<void> {
  await app.register(rateLimit, { max: callsPerMinute, timeWindow: 60_000 });
  app.post("/api/the-courier-guy/tracking", async ({ headers, body }) => {
    if (!isSecret(headers.authorization, webhookKey)) throw new DomainError("access.forbidden");
    const told = bodySchema.safeParse(body);
    if (told.success) {
      const trackingReference = told.data.short_tracking_reference;
      await db
        .transaction()
        .execute((tx) => jobs.enqueue(tx, "track-shipment", { trackingReference }));
    }
    return { success: true };
  });
}
