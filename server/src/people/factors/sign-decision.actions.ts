import type { PasskeyPlace, UsedPasskey } from "@portal/shared/people/factors.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { randomBytes } from "node:crypto";
import type { Caller } from "../../caller.ts";
import type { LiveSession, SignedInUser } from "../../platform/access/signed-in.ts";
import { type DecisionProof, digestIn } from "./decision-proof.ts";
import { challengeIn } from "./pass-factor.actions.ts";
import {
  insertChallenge,
  listFactors,
  passkeyOf,
  recordPasskeyUse,
  takeChallenge,
} from "./factor.store.ts";

type Signer = Readonly<{ user: SignedInUser; session: LiveSession }>;

/**
 * What the browser signs with a passkey of this admin to confirm one decision: random bytes, and the digest of what is
 * frozen (docs/domain.md, "Decisions of two admins").
 *
 * @param digest SHA-256 in hexadecimal digits
 * @throws DomainError factor.no-passkey-here
 */
export async function decisionPasskeyOptions(
  { factors, db, now, user, session }: Caller & Signer,
  { digest, place }: Readonly<{ digest: string; place: PasskeyPlace }>,
) {
  const rpId = factors.passkeys.rpIdAt(place);
  const passkeys = (await listFactors(db, user.id)).map(passkeyOf);
  const known = passkeys.filter((each) => each !== null).filter((each) => each.rpId === rpId);
  if (rpId === null || known.length === 0) throw new DomainError("factor.no-passkey-here");
  const challenge = Buffer.concat([randomBytes(32), Buffer.from(digest, "hex")]);
  const bound = { token: session.token, purpose: "decision" as const };
  await insertChallenge(db, { ...bound, challenge: challenge.toString("base64url") }, now());
  return factors.passkeys.requestOptions({ rpId, challenge, known });
}

/**
 * The proof that this admin signed this decision in this session, once.
 *
 * @throws DomainError access.wrong-factor for what was signed for another decision or purpose, or elsewhere
 */
export async function signDecision(
  { factors, db, now, user, session }: Caller & Signer,
  { digest, passkey: used }: Readonly<{ digest: string; passkey: UsedPasskey }>,
): Promise<DecisionProof> {
  const { clientDataJSON, authenticatorData, signature } = used.response;
  const factor = (await listFactors(db, user.id)).find((each) => each.credentialId === used.id);
  const passkey = factor && passkeyOf(factor);
  const challenge = challengeIn(clientDataJSON);
  if (!factor || !passkey || challenge === null || digestIn(challenge) !== digest)
    throw new DomainError("access.wrong-factor");
  const bound = { token: session.token, purpose: "decision" as const, challenge };
  if (!(await takeChallenge(db, bound, now()))) throw new DomainError("access.wrong-factor");
  const signCount = await factors.passkeys.used(used, { challenge, passkey });
  if (signCount === null) throw new DomainError("access.wrong-factor");
  await recordPasskeyUse(db, { id: factor.id, signCount }, now());
  const { credentialId, rpId } = passkey;
  const publicKey = passkey.publicKey.toString("base64url");
  return { credentialId, publicKey, rpId, clientDataJSON, authenticatorData, signature };
}
