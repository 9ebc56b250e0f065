import { describe, expect } from "vitest";
import { z } from "zod";
import { isSignedProof } from "../../people/factors/decision-proof.ts";
import type { Answer, Browser } from "../../testing/a-browser.ts";
import { anAuthenticator, type Authenticator } from "../../testing/an-authenticator.ts";
import { test } from "../../testing/factor-test.ts";
import { aProposalOf, fieldsOf, nextCode, setupOfAdmin } from "../../testing/set-up-admin.ts";
import type { TestShop } from "../../testing/shop-test.ts";

const site = { origin: "http://office.shop.test", rpId: "shop.test" };
const challenged = z.object({ challenge: z.string() }).shape;
const outcomeOf = ({ status, reason }: Answer) => reason ?? status;

/** Signed in, with a passkey that was shown a moment ago. */
async function withPasskey(shop: TestShop) {
  const admin = await setupOfAdmin(shop);
  const { browser } = admin;
  await browser.change("factors.pass", { code: nextCode(admin) });
  const key = anAuthenticator();
  const begun = await browser.change("factors.beginPasskey", { place: "office" });
  const passkey = key.create({ ...site, ...fieldsOf(begun, challenged) });
  expect((await browser.change("factors.addPasskey", { passkey })).status).toBe(200);
  return { ...admin, key };
}

async function proposed(shop: TestShop) {
  const proposer = await setupOfAdmin(shop);
  const state = await aProposalOf(shop, proposer);
  const { id, digest } = await shop.deps.db
    .selectFrom("decision")
    .select(["id", "digest"])
    .where("proposed_by", "=", proposer.id)
    .executeTakeFirstOrThrow();
  return { id, digest, state };
}

async function challengeFor(browser: Browser, id: string): Promise<string> {
  const asked = await browser.change("proposals.sign", { id, place: "office" });
  return fieldsOf(asked, challenged).challenge;
}

async function confirm(browser: Browser, id: string, passkey: ReturnType<Authenticator["use"]>) {
  return outcomeOf(await browser.change("proposals.confirm", { id, passkey }));
}

async function proofOf({ deps }: TestShop, id: string) {
  return deps.db
    .selectFrom("decision")
    .select(["proof", "digest"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

describe("a decision that is confirmed with a passkey", () => {
  // shows T265
  test("keeps a signature over what was frozen, which verifies later", async ({ strict }) => {
    const { browser, key } = await withPasskey(strict);
    const { id, state } = await proposed(strict);
    const challenge = await challengeFor(browser, id);
    expect(await confirm(browser, id, key.use({ ...site, challenge }))).toBe(200);
    expect(await state()).toMatchObject({ state: "confirmed" });
    const { proof, digest } = await proofOf(strict, id);
    expect(await isSignedProof(digest, proof)).toBe(true);
    const other = await proposed(strict);
    expect(await isSignedProof(other.digest, proof)).toBe(false);
    const forged = { ...z.record(z.string(), z.string()).parse(proof), signature: "AAAA" };
    expect(await isSignedProof(digest, forged)).toBe(false);
    expect(await isSignedProof(digest, null)).toBe(false);
  });

  // shows T265
  test("is confirmed by no signature for another, nor for signing in, nor one used before", async ({
    strict,
  }) => {
    const { browser, key } = await withPasskey(strict);
    const [one, two] = [await proposed(strict), await proposed(strict)];
    const forOne = key.use({ ...site, challenge: await challengeFor(browser, one.id) });
    expect(await confirm(browser, two.id, forOne)).toBe("access.wrong-factor");
    const asked = await browser.change("factors.passkeyOptions", { place: "office" });
    const forSignIn = key.use({ ...site, ...fieldsOf(asked, challenged) });
    expect(await confirm(browser, two.id, forSignIn)).toBe("access.wrong-factor");
    expect(await two.state()).toMatchObject({ state: "open" });
    expect(await confirm(browser, one.id, forOne)).toBe(200);
    expect(await confirm(browser, one.id, forOne)).toBe("access.wrong-factor");
  });

  // shows T265
  test.for([
    ["another origin", { origin: "http://office.evil.test" }],
    ["another domain", { rpId: "evil.test" }],
    ["a challenge that nobody asked for", { challenge: "" }],
  ] as const)("is not confirmed from %s", async ([, changes], { strict }) => {
    const { browser, key } = await withPasskey(strict);
    const { id, digest, state } = await proposed(strict);
    const challenge = await challengeFor(browser, id);
    const ownMaking = Buffer.concat([Buffer.alloc(32), Buffer.from(digest ?? "", "hex")]);
    const at = { ...site, challenge, ...changes };
    const signed = key.use(
      at.challenge === "" ? { ...at, challenge: ownMaking.toString("base64url") } : at,
    );
    expect(await confirm(browser, id, signed)).toBe("access.wrong-factor");
    expect(await state()).toMatchObject({ state: "open" });
  });

  // shows T265
  test("is not confirmed with another admin's passkey, or in another session", async ({
    strict,
  }) => {
    const [own, other] = [await withPasskey(strict), await withPasskey(strict)];
    const { id, state } = await proposed(strict);
    const challenge = await challengeFor(own.browser, id);
    expect(await confirm(own.browser, id, other.key.use({ ...site, challenge }))).toBe(
      "access.wrong-factor",
    );
    expect(await confirm(other.browser, id, other.key.use({ ...site, challenge }))).toBe(
      "access.wrong-factor",
    );
    expect(await state()).toMatchObject({ state: "open" });
  });
});
