import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** Codes of an app (RFC 6238): six digits of half a minute, by a secret that phone and server share. */
export type OneTimeCodes = Readonly<{
  /** A fresh secret, encrypted for the database, and in the forms in which an app takes it. */
  make: (
    person: Readonly<{ email: string }>,
  ) => Readonly<{ sealed: Buffer; uri: string; key: string }>;
  /**
   * @returns the half minute of a right code, one before or after now included; null for a wrong one, and for a secret that
   * another key encrypted
   */
  stepOf: (sealed: Buffer, code: string, now: string) => number | null;
}>;

const periodSeconds = 30;
const secretBytes = 20;

/** @param key 32 bytes, which the database never sees */
export function oneTimeCodesWith(key: Buffer, issuer: string): OneTimeCodes {
  return {
    make({ email }) {
      const secret = new Secret({ size: secretBytes });
      const uri = new TOTP({ secret, issuer, label: email }).toString();
      return { sealed: seal(key, Buffer.from(secret.bytes)), uri, key: secret.base32 };
    },
    stepOf(sealed, code, now) {
      const bytes = unseal(key, sealed);
      if (bytes === null) return null;
      const timestamp = Date.parse(now);
      const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(bytes).buffer }) });
      const delta = totp.validate({ token: code, timestamp, window: 1 });
      return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
    },
  };
}

const cipher = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;

function seal(key: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce);
  const body = Buffer.concat([sealing.update(plain), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), body]);
}

/** Null where it was encrypted by another key. */
function unseal(key: Buffer, sealed: Buffer): Buffer | null {
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes));
  opening.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([opening.update(sealed.subarray(nonceBytes + tagBytes)), opening.final()]);
  } catch {
    return null;
  }
}
