import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { z } from "zod";
import type { Database } from "../../platform/db/database.ts";
import { test } from "../../testing/database-test.ts";
import { altcha } from "./captcha.ts";

/** Little work, to keep the test fast. */
const counter = { least: 5, most: 20 };
const realNow = () => new Date().toISOString();

function captchaOf(db: Database, now: () => string = realNow) {
  return altcha(db, now, counter);
}

/** As the widget receives it: JSON. */
const challengeSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    expiresAt: z.number(),
  }),
  signature: z.string(),
});
type Given = z.infer<typeof challengeSchema>;

async function challengeOf(captcha: ReturnType<typeof altcha>): Promise<Given> {
  return challengeSchema.parse(JSON.parse(JSON.stringify(await captcha.challenge())));
}

/** Solves the challenge, and encodes the solution like the widget. */
async function solve(challenge: Given): Promise<string> {
  const given: Challenge = challenge;
  return packed({ challenge, solution: await solveChallenge({ challenge: given, deriveKey }) });
}

function packed(answer: unknown): string {
  return Buffer.from(JSON.stringify(answer)).toString("base64");
}

describe("a challenge", () => {
  test("is accepted once when solved", async ({ db }) => {
    const captcha = captchaOf(db);
    const answer = await solve(await challengeOf(captcha));
    expect(await captcha.isSolved(answer)).toBe(true);
    expect(await captcha.isSolved(answer)).toBe(false);
  });

  // shows T55
  test("does not count for a higher level, but for a lower one", async ({ db }) => {
    const captcha = captchaOf(db);
    const hard = async () =>
      solve(challengeSchema.parse(JSON.parse(JSON.stringify(await captcha.challenge("hard")))));
    expect(await captcha.isSolved(await solve(await challengeOf(captcha)), "hard")).toBe(false);
    const answer = await hard();
    expect(await captcha.isSolved(answer, "hard")).toBe(true);
    expect(await captcha.isSolved(answer, "hard")).toBe(false);
    expect(await captcha.isSolved(await hard())).toBe(true);
  });

  // shows R38, T47
  test("is accepted once, also in concurrent requests with different answers", async ({ db }) => {
    const captcha = captchaOf(db);
    const challenge = await challengeOf(captcha);
    const solution = await solveChallenge({ challenge, deriveKey });
    const answers = Array.from({ length: 20 }, (_, time) =>
      packed({ challenge, solution: { ...solution, time } }),
    );
    const solved = await Promise.all(answers.map((answer) => captcha.isSolved(answer)));
    expect(solved.filter(Boolean)).toHaveLength(1);
  });

  test("is valid in another process of the same shop", async ({ db }) => {
    const answer = await solve(await challengeOf(captchaOf(db)));
    expect(await captchaOf(db).isSolved(answer)).toBe(true);
  });

  test("is invalid in another shop", async ({ db, superuser }) => {
    const answer = await solve(await challengeOf(captchaOf(db)));
    await sql`update captcha_key set key = 'of another shop'`.execute(superuser);
    expect(await captchaOf(db).isSolved(answer)).toBe(false);
  });

  test("expires after twenty minutes", async ({ db }) => {
    const minutesAgo = (minutes: number) => () =>
      new Date(Date.now() - minutes * 60_000).toISOString();
    const old = await solve(await challengeOf(captchaOf(db, minutesAgo(21))));
    const fresh = await solve(await challengeOf(captchaOf(db, minutesAgo(19))));
    expect(await captchaOf(db).isSolved(old)).toBe(false);
    expect(await captchaOf(db).isSolved(fresh)).toBe(true);
  });

  test.for([
    ["another place to arrive at", { keyPrefix: "00" }],
    ["less work", { cost: 1 }],
    ["more work for us", { cost: 50_000_000 }],
    ["a longer life", { expiresAt: 4_102_444_800 }],
    ["another start", { nonce: "0".repeat(32) }],
  ] as const)("that was changed to %s is invalid", async ([, change], { db }) => {
    const captcha = captchaOf(db);
    const challenge = await challengeOf(captcha);
    const solution = await solveChallenge({ challenge, deriveKey });
    const altered = { ...challenge, parameters: { ...challenge.parameters, ...change } };
    expect(await captcha.isSolved(packed({ challenge: altered, solution }))).toBe(false);
    expect(await captcha.isSolved(packed({ challenge, solution }))).toBe(true);
  });

  test("is not solved by a wrong solution", async ({ db }) => {
    const captcha = captchaOf(db);
    const challenge = await challengeOf(captcha);
    const derivedKey = challenge.parameters.keyPrefix.padEnd(64, "0");
    const guess = packed({ challenge, solution: { counter: 7, derivedKey } });
    expect(await captcha.isSolved(guess)).toBe(false);
  });

  test.for([
    undefined,
    "",
    "solved",
    "e30=",
    "bnVsbA==",
    "W10=",
    Buffer.from("{").toString("base64"),
    "A".repeat(100_000),
  ])("is not solved by %j", async (answer, { db }) => {
    expect(await captchaOf(db).isSolved(answer)).toBe(false);
  });

  test("is deleted when it has expired", async ({ db }) => {
    const captcha = captchaOf(db);
    await captcha.isSolved(await solve(await challengeOf(captcha)));
    const remembered = () => db.selectFrom("captcha_answer").select("hash").execute();
    expect(await remembered()).not.toEqual([]);
    await captcha.purgeExpired();
    expect(await remembered()).not.toEqual([]);
    await captchaOf(db, () => new Date(Date.now() + 3_600_000).toISOString()).purgeExpired();
    expect(await remembered()).toEqual([]);
  });
});
