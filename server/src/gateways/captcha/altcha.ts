import { createHash } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Database } from "../../platform/db/database.ts";
import type { Captcha, CaptchaLevel } from "./captcha.ts";
import { forgetAnswers, readCaptchaKey, rememberAnswer } from "./captcha-table.ts";

export type AltchaOptions = Readonly<{
  now: () => string;
  /** How many keys a browser derives at least and at most; each takes about a millisecond, a hard one ten. */
  counter?: Readonly<{ least: number; most: number }>;
}>;

const algorithm = "PBKDF2/SHA-256";
const costs: Readonly<Record<CaptchaLevel, number>> = { usual: 5000, hard: 50_000 };
const lifeMs = 20 * 60 * 1000;
const answerBytesMax = 10_000;

/** What the widget sends, in base64 (protocol 2 of ALTCHA, which version 3 of the widget speaks). */
const answerSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(algorithm),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      // Signed like the rest; checked here already, so that nobody makes us work.
      cost: z.literal(Object.values(costs)),
      keyLength: z.literal(32),
      keyPrefix: z.string().regex(/^[0-9a-f]{1,64}$/),
      keySignature: z.string().regex(/^[0-9a-f]{64}$/),
      expiresAt: z.int().positive(),
    }),
    signature: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  solution: z.object({
    counter: z.int().min(0).max(0xffff_ffff),
    derivedKey: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});

/** Work for the browser instead of a riddle for the person. */
export function altcha(db: Database, options: AltchaOptions): Captcha {
  const { now, counter = { least: 200, most: 600 } } = options;
  let key: Promise<string> | null = null;
  const secrets = async () => {
    key ??= readCaptchaKey(db);
    try {
      const known = await key;
      return { hmacSignatureSecret: known, hmacKeySignatureSecret: `${known}:solution` };
    } catch (error) {
      key = null; // the database is asked again the next time
      throw error;
    }
  };

  return {
    async challenge(level = "usual") {
      return createChallenge({
        ...(await secrets()),
        algorithm,
        cost: costs[level],
        deriveKey,
        counter: randomInt(counter.most, counter.least),
        expiresAt: new Date(Date.parse(now()) + lifeMs),
      });
    },
    async isSolved(answer, level = "usual") {
      const parsed = answerSchema.safeParse(decoded(answer));
      if (!parsed.success) return false;
      const { challenge, solution } = parsed.data;
      if (challenge.parameters.cost < costs[level]) return false;
      const expiresAtMs = challenge.parameters.expiresAt * 1000;
      if (expiresAtMs <= Date.parse(now())) return false;
      const { verified } = await verifySolution({
        ...(await secrets()),
        challenge,
        solution,
        deriveKey,
      });
      if (!verified) return false;
      const hash = createHash("sha256").update(challenge.signature).digest("hex");
      return rememberAnswer(db, { hash, expiresAt: new Date(expiresAtMs).toISOString() });
    },
    forgetExpired: () => forgetAnswers(db, now()),
  };
}

function decoded(answer: string | undefined): unknown {
  if (answer === undefined || answer.length > answerBytesMax) return null;
  try {
    return JSON.parse(Buffer.from(answer, "base64").toString("utf8"));
  } catch {
    return null;
  }
}
