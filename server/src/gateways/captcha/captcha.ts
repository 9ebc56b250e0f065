import { createHash } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { Database } from "../../platform/db/database.ts";

/** `hard` takes a browser some seconds: for everybody while somebody guesses. */
export type CaptchaLevel = "usual" | "hard";

/** Tells people from programs where anybody may write to us. */
export type Captcha = Readonly<{
  /** What the page has to solve; null where none is asked for. */
  challenge: (level?: CaptchaLevel) => Promise<object | null>;
  /** Whether this is the answer to a challenge of ours that was this hard at least, not used before and not too old. */
  isSolved: (answer: string | undefined, level?: CaptchaLevel) => Promise<boolean>;
  /** Answers that are too old to be used again need not be remembered. */
  purgeExpired: () => Promise<void>;
}>;

type CaptchaSettings = Readonly<{
  mode: "altcha" | "recaptcha" | "off";
  siteKey: string;
  secret: string;
}>;

export function openCaptcha(db: Database, settings: CaptchaSettings, publicUrl: string): Captcha {
  const { mode, siteKey, secret } = settings;
  switch (mode) {
    case "altcha":
      return altcha(db, { now: () => new Date().toISOString() });
    case "recaptcha":
      return recaptcha({ siteKey, secret, hostname: new URL(publicUrl).hostname });
    case "off":
      return noCaptcha();
  }
}

/** `CAPTCHA_MODE=off`, for tests only: everybody is a person. */
export function noCaptcha(): Captcha {
  return {
    challenge: async () => null,
    isSolved: async () => true,
    purgeExpired: async () => {},
  };
}

type AltchaOptions = Readonly<{
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
    purgeExpired: () => forgetAnswers(db, now()),
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

/** The one key of this shop, which the migration made. */
async function readCaptchaKey(db: Database): Promise<string> {
  const { key } = await db.selectFrom("captcha_key").select("key").executeTakeFirstOrThrow();
  return key;
}

/** One statement, so that of twenty that come with one answer at once, one was first. */
async function rememberAnswer(
  db: Database,
  answer: Readonly<{ hash: string; expiresAt: string }>,
): Promise<boolean> {
  const row = await db
    .insertInto("captcha_answer")
    .values({ hash: answer.hash, expires_at: answer.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning("hash")
    .executeTakeFirst();
  return row !== undefined;
}

async function forgetAnswers(db: Database, now: string): Promise<void> {
  await db.deleteFrom("captcha_answer").where("expires_at", "<", now).execute();
}

type RecaptchaOptions = Readonly<{
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
    purgeExpired: async () => {},
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
