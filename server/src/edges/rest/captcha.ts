import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { clientIpPrefix } from "../../platform/rate-limit/rate-limits.ts";

/** The level that a client requests after `access.captcha-needed`. */
const hardSchema = z.object({ level: z.literal("hard") });

/** Each challenge costs some CPU; no person needs more than this. */
const challengeLimit = {
  max: 30,
  timeWindow: 60_000,
  keyGenerator: ({ ip }: FastifyRequest) => clientIpPrefix(ip),
};

/** The challenge that a page has to solve before its form is accepted; 204 with `CAPTCHA_MODE=off`. */
export async function captchaRoutes(
  app: FastifyInstance,
  { captcha }: Pick<Deps, "captcha">,
): Promise<void> {
  await app.register(rateLimit, challengeLimit);
  app.get("/captcha/challenge", async ({ query }, reply) => {
    const level = hardSchema.safeParse(query).success ? "hard" : "usual";
    const challenge = await captcha.challenge(level);
    void reply.header("cache-control", "no-store");
    return challenge === null ? reply.code(204).send() : challenge;
  });
}
