import { z } from "zod/mini";
import { signCountOf } from "../../gateways/factors/passkeys.ts";
import { clientDataIn } from "./pass-factor.actions.ts";

/** What is kept with a decision that was confirmed with a passkey: all that verifying it takes. */
const proofSchema = z.strictObject({
  credentialId: z.string(),
  /** COSE, in base64url. */
  publicKey: z.string(),
  rpId: z.string(),
  clientDataJSON: z.string(),
  authenticatorData: z.string(),
  signature: z.string(),
});
export type DecisionProof = z.infer<typeof proofSchema>;

/**
 * Whether a kept proof is a signature over the digest of its decision. At which host it was given was looked at then, and
 * the shop may have another one by now.
 */
export async function isSignedProof(digest: string | null, kept: unknown): Promise<boolean> {
  const proof = proofSchema.safeParse(kept).data;
  const signed = proof ? clientDataIn(proof.clientDataJSON) : null;
  if (!proof || signed === null || digest === null || digestIn(signed.challenge) !== digest)
    return false;
  const { credentialId: id, rpId, publicKey, ...response } = proof;
  const passkey = { credentialId: id, rpId, publicKey: Buffer.from(publicKey, "base64url") };
  const used = { id, rawId: id, type: "public-key" as const, response };
  // How often it was used by then is not kept, and was compared when it was signed.
  const expected = { passkey: { ...passkey, signCount: 0, transports: [] }, ...signed };
  return (await signCountOf(used, { ...expected, origins: [signed.origin] })) !== null;
}

const digestBytes = 32;

/** The digest of a decision that a challenge ends with, in hexadecimal digits. */
export function digestIn(challenge: string): string {
  return Buffer.from(challenge, "base64url").subarray(-digestBytes).toString("hex");
}
