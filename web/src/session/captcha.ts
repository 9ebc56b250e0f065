import { useRef } from "react";
import { z } from "zod";
import type { Challenge } from "./captcha-solver.ts";

const path = "/captcha/challenge";

/** What the widget needs is looked for; the rest is signed as it came, and goes back untouched. */
const challengeSchema = z.object({
  parameters: z.object({ algorithm: z.string(), nonce: z.string(), salt: z.string() }),
});

function isChallenge(value: unknown): value is Challenge {
  return challengeSchema.safeParse(value).success;
}

/**
 * Proves to the server that a form is not sent a thousand times a minute: some work in the background
 * that begins with the first field that a person touches, and is seldom waited for. Each answer is
 * good for one request.
 */
export function useCaptcha(): { start: () => void; answer: () => Promise<string | undefined> } {
  const work = useRef<Promise<string | undefined> | null>(null);
  const start = () => {
    work.current ??= solve();
  };
  return {
    start,
    answer: async () => {
      const underWay = work.current ?? solve();
      work.current = null;
      return underWay;
    },
  };
}

/**
 * Undefined where none is asked for, and where it failed: then the server says what to do instead. A hard one takes some
 * seconds, and is asked of everybody while somebody guesses codes.
 */
export async function solve(level: "usual" | "hard" = "usual"): Promise<string | undefined> {
  try {
    const address = level === "hard" ? `${path}?level=hard` : path;
    const response = await fetch(address, { headers: { accept: "application/json" } });
    const text = await response.text();
    // Nothing at all where none is asked for.
    const challenge: unknown = text === "" ? null : JSON.parse(text);
    if (!isChallenge(challenge)) return undefined;
    const { solveChallenge } = await import("./captcha-solver.ts");
    return await solveChallenge(challenge);
  } catch {
    return undefined;
  }
}
