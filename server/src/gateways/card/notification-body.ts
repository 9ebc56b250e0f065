import type { Field } from "./payfast-signature.ts";

/** A notification as it came, in its order: the fields before `signature`, and the signature. */
export type NotificationBody = Readonly<{
  fields: readonly Field[];
  signature: string | null;
  valueOf: (name: string) => string | null;
}>;

const fieldsMax = 100;

/**
 * Reads the raw bytes of a form post. Whatever could be read in two ways is not read at all: the
 * signature covers one reading, and the money must follow the same one.
 *
 * @returns the reason as text when the body is not a notification.
 */
export function readNotificationBody(raw: Uint8Array): NotificationBody | string {
  const text = asText(raw);
  if (text === null) return "the body is not UTF-8 text";

  const pairs = text.split("&");
  if (pairs.length > fieldsMax) return `the body has more than ${fieldsMax} fields`;

  const read: Field[] = [];
  for (const pair of pairs) {
    const field = decodePair(pair);
    if (field === null) return "the body is not form-encoded";
    read.push(field);
  }
  const values = new Map(read);
  if (values.size !== read.length) return "a field is there twice";

  const end = read.findIndex(([name]) => name === "signature");
  if (end >= 0 && end !== read.length - 1) return "there are fields after the signature";
  return {
    fields: end < 0 ? read : read.slice(0, end),
    signature: end < 0 ? null : (read[end]?.[1] ?? null),
    valueOf: (name) => values.get(name) ?? null,
  };
}

function asText(raw: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

function decodePair(pair: string): Field | null {
  const equals = pair.indexOf("=");
  if (equals < 1) return null;
  try {
    const [name, value] = [pair.slice(0, equals), pair.slice(equals + 1)].map(decode);
    return name === undefined || value === undefined ? null : [name, value];
  } catch {
    return null;
  }
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}
