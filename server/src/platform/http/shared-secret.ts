import { timingSafeEqual } from "node:crypto";

/** Whether this is the secret that machines prove themselves with; nobody learns from the time it takes how much of it was right. */
export function isSecret(given: string | undefined, secret: string | null): boolean {
  if (given === undefined || secret === null) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
