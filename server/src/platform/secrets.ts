import { hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

/** Characters that a person can type (specification, section 9). */
const codeAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

export function newCode(length: number): string {
  return Array.from({ length }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join("");
}

/** SHA-256 in hexadecimal digits, which the database stores instead of the secret. */
export async function digestOf(secret: string): Promise<string> {
  return hash("sha256", secret, "hex");
}

/** 128 random bits, written as a uuid. */
export function newLinkToken(): string {
  const digits = randomBytes(16).toString("hex");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Compares in constant time, so that a secret or a signature cannot be guessed character by character. */
export function isSecret(given: string | undefined, secret: string | null): boolean {
  if (given === undefined || secret === null) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
