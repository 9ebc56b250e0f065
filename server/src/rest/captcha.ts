import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

/** Each costs us a little work; nobody writes to us more often than this. */
const challengesPerMinute = 30;

/** What a page has to solve before a form of its is taken; 204 where nothing is asked (`CAPTCHA_MODE=off`). */
export async function captchaRoutes(
  app: FastifyInstance,
  { captcha }: Pick<Deps, "captcha">,
): Promise<void> {
  await app.register(rateLimit, { max: challengesPerMinute, timeWindow: 60_000 });
  app.get("/captcha/challenge", async (_request, reply) => {
    const challenge = await captcha.challenge();
    void reply.header("cache-control", "no-store");
    return challenge === null ? reply.code(204).send() : challenge;
  });
}
