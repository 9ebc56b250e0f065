import { hash, timingSafeEqual } from "node:crypto";

/** Characters that a person can type (specification, section 9). */
const codeAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/** Bytes from here on would make the first characters more likely than the others. */
const evenBytes = 256 - (256 % codeAlphabet.length);

export function newCode(length: number): string {
  let code = "";
  while (code.length < length) {
    const [byte = evenBytes] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < evenBytes) code += codeAlphabet.charAt(byte % codeAlphabet.length);
  }
  return code;
}

/** SHA-256 in hexadecimal digits, which the database stores instead of the secret. */
export async function digestOf(secret: string): Promise<string> {
  return hash("sha256", secret, "hex");
}

/** 128 random bits, written as a uuid. */
export function newLinkToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Compares in constant time. */
export function isSecret(given: string | undefined, secret: string | null): boolean {
  if (given === undefined || secret === null) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
