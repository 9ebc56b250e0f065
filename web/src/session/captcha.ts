import { useRef } from "react";
import { z } from "zod/mini";
import { reasonOf } from "../api/error-message.ts";
import type { Challenge } from "./captcha-solver.ts";

const path = "/captcha/challenge";

/** Checks only what the widget needs; the rest is covered by the server's signature and returned unchanged. */
const challengeSchema = z.object({
  parameters: z.object({ algorithm: z.string(), nonce: z.string(), salt: z.string() }),
});

function isChallenge(value: unknown): value is Challenge {
  return challengeSchema.safeParse(value).success;
}

/**
 * Proof of work, so that a form cannot be sent a thousand times a minute. It is computed in the background from the first
 * focus of a field, and is usually ready before the form is sent. Each answer is valid for one request.
 */
export function useCaptcha() {
  const work = useRef<Promise<string | undefined> | null>(null);
  return {
    start: () => {
      work.current ??= solve();
    },
    answer: () => {
      const solution = work.current ?? solve();
      work.current = null;
      return solution;
    },
  };
}

/** Sends a request, and once more with a solved captcha where the server asks for one: somebody may be guessing. */
export async function withCaptcha<Answer>(
  send: (proof: { rcData?: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send({});
  } catch (refusal) {
    if (reasonOf(refusal) !== "access.captcha-needed") throw refusal;
    const rcData = await solve("hard");
    if (rcData === undefined) throw refusal;
    return send({ rcData });
  }
}

/**
 * Undefined where the server requires no captcha, and where solving fails: the server then answers what to do instead. A
 * hard challenge takes some seconds; everyone gets one while codes are being guessed.
 */
async function solve(level: "usual" | "hard" = "usual"): Promise<string | undefined> {
  try {
    const address = level === "hard" ? `${path}?level=hard` : path;
    const response = await fetch(address, { headers: { accept: "application/json" } });
    const text = await response.text();
    // The body is empty where the server requires no captcha.
    const challenge: unknown = text === "" ? null : JSON.parse(text);
    if (!isChallenge(challenge)) return undefined;
    const { solveChallenge } = await import("./captcha-solver.ts");
    return await solveChallenge(challenge);
  } catch {
    return undefined;
  }
}
