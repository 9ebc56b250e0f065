import { hash, timingSafeEqual } from "node:crypto";

/** A to Z and 0 to 9: what a person can be asked to type (specification, section 9). */
const codeAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** Bytes from here on would make the first letters likelier than the last ones. */
const evenBytes = 256 - (256 % codeAlphabet.length);

/** @returns so many characters of A to Z and 0 to 9, each as likely as any other. */
export function newCode(length: number): string {
  let code = "";
  while (code.length < length) {
    const [byte = evenBytes] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < evenBytes) code += codeAlphabet.charAt(byte % codeAlphabet.length);
  }
  return code;
}

/** @returns the SHA-256 of a secret in hexadecimal digits: what the database keeps instead of it. */
export async function digestOf(secret: string): Promise<string> {
  return hash("sha256", secret, "hex");
}

/** @returns 128 random bits, written as a uuid. */
export function newLinkToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Whether this is the secret that machines prove themselves with; nobody learns from the time it takes how much of it was right. */
export function isSecret(given: string | undefined, secret: string | null): boolean {
  if (given === undefined || secret === null) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
