import { createHash } from "node:crypto";

/**
 * The same text for the same JSON value, whatever the order of its keys, so that a retry has the hash of the first
 * request. What JSON leaves out (undefined) is left out here too.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? "null";
}

export function requestHash(request: unknown): Buffer {
  return createHash("sha256").update(canonicalJson(request)).digest();
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
