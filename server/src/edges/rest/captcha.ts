import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Deps } from "../../deps.ts";

/** What `access.captcha-needed` asks for. */
const hardSchema = z.object({ level: z.literal("hard") });

/** Each costs us a little work; nobody writes to us more often than this. */
const challengesPerMinute = 30;

/** What a page has to solve before a form of its is taken; 204 where nothing is asked (`CAPTCHA_MODE=off`). */
export async function captchaRoutes(
  app: FastifyInstance,
  { captcha }: Pick<Deps, "captcha">,
): Promise<void> {
  await app.register(rateLimit, { max: challengesPerMinute, timeWindow: 60_000 });
  app.get("/captcha/challenge", async ({ query }, reply) => {
    const level = hardSchema.safeParse(query).success ? "hard" : "usual";
    const challenge = await captcha.challenge(level);
    void reply.header("cache-control", "no-store");
    return challenge === null ? reply.code(204).send() : challenge;
  });
}
