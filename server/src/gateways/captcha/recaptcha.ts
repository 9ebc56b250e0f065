import { z } from "zod";
import type { Captcha, CaptchaLevel } from "./captcha.ts";

export type RecaptchaOptions = Readonly<{
  siteKey: string;
  secret: string;
  /** The shop's own host: an answer that was given on another site is none. */
  hostname: string;
  verifyUrl?: string;
}>;

const timeoutMs = 8000;
/** Version 3 says how sure it is; the provider's own advice, and more than that while somebody guesses. */
const scoresMin: Readonly<Record<CaptchaLevel, number>> = { usual: 0.5, hard: 0.8 };

const verdictSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  score: z.number().optional(),
});

/** Google's service. Where it does not answer, nobody is taken for a person. */
export function recaptcha(options: RecaptchaOptions): Captcha {
  const { siteKey, secret, hostname } = options;
  const verifyUrl = options.verifyUrl ?? "https://www.google.com/recaptcha/api/siteverify";
  return {
    challenge: async () => ({ provider: "recaptcha", siteKey }),
    async isSolved(answer, level = "usual") {
      if (answer === undefined || answer === "") return false;
      const verdict = await ask(verifyUrl, new URLSearchParams({ secret, response: answer }));
      if (!verdict?.success || verdict.hostname !== hostname) return false;
      return verdict.score === undefined || verdict.score >= scoresMin[level];
    },
    // The service itself takes each answer once.
    forgetExpired: async () => {},
  };
}

async function ask(url: string, body: URLSearchParams) {
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return verdictSchema.safeParse(await response.json()).data ?? null;
  } catch {
    return null;
  }
}
