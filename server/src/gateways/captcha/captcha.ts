import { createHash } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Env } from "../../env.ts";
import type { Database } from "../../platform/db/database.ts";

/** `hard` takes a browser some seconds; used for everyone while an attack is going on. */
export type CaptchaLevel = "usual" | "hard";

/** Keeps programs from sending the forms that are open to everyone. */
export type Captcha = Readonly<{
  /** The challenge that the page has to solve; null if none is required. */
  challenge: (level?: CaptchaLevel) => Promise<object | null>;
  /** Whether this solves a challenge of ours of at least this level, which is neither used nor expired. */
  isSolved: (answer: string | undefined, level?: CaptchaLevel) => Promise<boolean>;
  /** Deletes used answers that have expired. */
  purgeExpired: () => Promise<void>;
}>;

export function openCaptcha(
  db: Database,
  { mode, siteKey, secret }: Env["captcha"],
  publicUrl: string,
): Captcha {
  switch (mode) {
    case "altcha":
      return altcha(db);
    case "recaptcha":
      return recaptcha({ siteKey, secret, hostname: new URL(publicUrl).hostname });
    case "off":
      return noCaptcha();
  }
}

/** `CAPTCHA_MODE=off`, for tests only. */
export function noCaptcha(): Captcha {
  return {
    challenge: async () => null,
    isSolved: async () => true,
    purgeExpired: async () => {},
  };
}

const algorithm = "PBKDF2/SHA-256";
const costs: Readonly<Record<CaptchaLevel, number>> = { usual: 5000, hard: 50_000 };
const lifeMs = 20 * 60 * 1000;
const answerBytesMax = 10_000;

/** What the widget sends, base64-encoded (protocol 2 of ALTCHA, used by version 3 of the widget). */
const answerSchema = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(algorithm),
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
      salt: z.string().regex(/^[0-9a-f]{32}$/),
      // Signed like the rest; checked before verifying, so that a forged cost cannot cause expensive work.
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

/**
 * Proof of work by the browser.
 *
 * @param counter the range of the number of keys that a browser has to derive; each takes about a millisecond, at level
 *   `hard` ten
 */
export function altcha(
  db: Database,
  now = () => new Date().toISOString(),
  counter = { least: 200, most: 600 },
): Captcha {
  let key: string | null = null;
  const secrets = async () => {
    key ??= await readCaptchaKey(db);
    return { hmacSignatureSecret: key, hmacKeySignatureSecret: `${key}:solution` };
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
      return isFirstUse(db, hash, new Date(expiresAtMs).toISOString());
    },
    async purgeExpired() {
      await db.deleteFrom("captcha_answer").where("expires_at", "<", now()).execute();
    },
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

/** The shop's only key, which a migration has inserted. */
async function readCaptchaKey(db: Database): Promise<string> {
  const { key } = await db.selectFrom("captcha_key").select("key").executeTakeFirstOrThrow();
  return key;
}

/** Records the answer, in one statement: of concurrent requests with the same answer only one gets true. */
async function isFirstUse(db: Database, hash: string, expiresAt: string): Promise<boolean> {
  const row = await db
    .insertInto("captcha_answer")
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("hash")
    .executeTakeFirst();
  return row !== undefined;
}

type RecaptchaOptions = Readonly<{
  siteKey: string;
  secret: string;
  /** The shop's host: answers from another site are rejected. */
  hostname: string;
  verifyUrl?: string;
}>;

const timeoutMs = 8000;
/** Version 3 returns a score. The usual threshold is the one that Google recommends. */
const scoresMin: Readonly<Record<CaptchaLevel, number>> = { usual: 0.5, hard: 0.8 };

const resultSchema = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  score: z.number().optional(),
});

/** Google's service. While it does not answer, no answer counts as solved. */
export function recaptcha({
  siteKey,
  secret,
  hostname,
  verifyUrl = "https://www.google.com/recaptcha/api/siteverify",
}: RecaptchaOptions): Captcha {
  return {
    challenge: async () => ({ provider: "recaptcha", siteKey }),
    async isSolved(answer, level = "usual") {
      if (answer === undefined || answer === "") return false;
      const result = await verify(verifyUrl, new URLSearchParams({ secret, response: answer }));
      if (!result?.success || result.hostname !== hostname) return false;
      return result.score === undefined || result.score >= scoresMin[level];
    },
    // The service itself accepts each answer once.
    purgeExpired: async () => {},
  };
}

async function verify(url: string, body: URLSearchParams) {
  try {
    const response = await fetch(url, {
      method: "POST",
      body,
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return resultSchema.safeParse(await response.json()).data ?? null;
  } catch {
    return null;
  }
}
