import { z } from "zod/mini";
import { command } from "../platform/ids.ts";
import { exact } from "../platform/texts.ts";
import { linkTokenSchema } from "./accounts.ts";

export type FactorKind = "passkey" | "one-time-code";

/** Why a session may set up a factor without showing one. */
export type SetUpBy = "first" | "link" | "recovery-code";

/**
 * What a session of an admin or developer still lacks: a factor that is set up, setting one up, or the mailed link that
 * allows it. Until then it reads and changes nothing but this.
 */
export type MissingFactor = "factor" | "set-up" | "set-up-link";

/** Which of the shop's two hosts the browser shows; the server takes the domain of a passkey from its settings alone. */
export const passkeyPlaces = ["shop", "office"] as const;
export type PasskeyPlace = (typeof passkeyPlaces)[number];

export const recoveryCodeCount = 10;

const bytes = z.string().check(z.minLength(1), z.maxLength(20_000), z.regex(/^[\w-]*=*$/));
const credential = {
  id: z.string().check(z.regex(/^[\w-]{1,1400}$/)),
  rawId: z.string().check(z.regex(/^[\w-]{1,1400}$/)),
  type: z.literal("public-key"),
  authenticatorAttachment: z.nullish(z.enum(["platform", "cross-platform"])),
  /** What extensions of the browser answer; none is asked for. */
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
};

/** `PublicKeyCredential.toJSON()` after creating a passkey. */
const createdPasskeySchema = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: z.optional(bytes),
    transports: z.optional(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10))),
    publicKeyAlgorithm: z.optional(z.int()),
    publicKey: z.optional(bytes),
  }),
});
export type CreatedPasskey = z.infer<typeof createdPasskeySchema>;

/** `PublicKeyCredential.toJSON()` after using a passkey. */
export const usedPasskeySchema = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.nullish(z.string().check(z.maxLength(200))),
  }),
});
export type UsedPasskey = z.infer<typeof usedPasskeySchema>;

export const placeSchema = z.strictObject({ ...command, place: z.enum(passkeyPlaces) });

/** Spaces are how the app shows it: "123 456". */
export const oneTimeCodeSchema = z.string().check(
  z.overwrite((typed) => exact(typed).replaceAll(/\s/g, "")),
  z.regex(/^\d{6}$/, "Enter the 6 digits that your app shows."),
);

const recoveryAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 16 characters of 5 bits, in groups of four; letters that look like digits count as those. */
export const recoveryCodeSchema = z.string().check(
  z.overwrite((typed) =>
    exact(typed)
      .toUpperCase()
      .replaceAll(/[\s\p{Pd}]/gu, "")
      .replaceAll("O", "0")
      .replaceAll(/[IL]/g, "1"),
  ),
  z.regex(new RegExp(`^[${recoveryAlphabet}]{16}$`), "Enter one of your recovery codes."),
);

/** @param bytes ten random bytes @returns "AB12-CD34-EF56-GH78" */
export function recoveryCodeFrom(random: Readonly<Uint8Array>): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = (bits.match(/.{5}/g) ?? []).map(
    (five) => recoveryAlphabet[Number.parseInt(five, 2)] ?? "",
  );
  return letters.join("").replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** One of three; a recovery code opens the page of factors only. */
export const passFactorSchema = z.union([
  z.strictObject({ ...command, passkey: usedPasskeySchema }),
  z.strictObject({ ...command, code: oneTimeCodeSchema }),
  z.strictObject({ ...command, recoveryCode: recoveryCodeSchema }),
]);
export type PassFactor = z.infer<typeof passFactorSchema>;

export const addPasskeySchema = z.strictObject({ ...command, passkey: createdPasskeySchema });
export const addCodesSchema = z.strictObject({ ...command, code: oneTimeCodeSchema });
export const factorRefSchema = z.strictObject({ ...command, id: z.guid().check(z.lowercase()) });

/** A mailed link and the password together. */
export const linkWithPasswordSchema = z.strictObject({
  ...command,
  uuid: linkTokenSchema,
  password: z.string().check(z.minLength(1, "Required"), z.maxLength(128)),
});
export type LinkWithPassword = z.infer<typeof linkWithPasswordSchema>;
