import { createHash } from "node:crypto";

export type Field = readonly [name: string, value: string];

/**
 * Signs a checkout form: over the fields in the order of the provider's manual, which the caller has to keep, with trimmed
 * values and without blank ones (external protocol, "Form signature").
 */
export function signForm(fields: readonly Field[], passphrase: string | null): string {
  const sent = fields
    .map(([name, value]): Field => [name, trimLikePhp(value)])
    .filter(([, value]) => value !== "");
  return md5(withPassphrase(encodeFields(sent), passphrase));
}

/** Signs a notification: over the fields as sent, blank ones included, neither trimmed nor sorted. */
export function signNotification(fields: readonly Field[], passphrase: string | null): string {
  return md5(withPassphrase(encodeFields(fields), passphrase));
}

/** `name=value&…` in PHP's `urlencode`, which is also the format for confirming a notification. */
export function encodeFields(fields: readonly Field[]): string {
  return fields.map(([name, value]) => `${encodeLikePhp(name)}=${encodeLikePhp(value)}`).join("&");
}

function withPassphrase(text: string, passphrase: string | null): string {
  const secret = trimLikePhp(passphrase ?? "");
  return secret === "" ? text : `${text}&passphrase=${encodeLikePhp(secret)}`;
}

/** encodeURIComponent does not encode `! ' ( ) * ~` and writes a space as `%20`; PHP's urlencode encodes them and writes `+`. */
function encodeLikePhp(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replaceAll(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** PHP's `trim` removes six characters; JavaScript's would remove the no-break space too. */
function trimLikePhp(text: string): string {
  return text.replaceAll(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, "");
}

function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex");
}

/** A notification with its fields in the order in which they were sent, without the signature. */
export type NotificationBody = Readonly<{
  fields: readonly Field[];
  signature: string | null;
  valueOf: (name: string) => string | null;
}>;

const fieldsMax = 100;

/**
 * Parses the bytes of a form post. Ambiguous input is rejected, because the amount must be read as the signature covers it.
 *
 * @returns the reason as text if the body is not a notification
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

/** `580.00` and `580` are 58000; ambiguous texts (`580,00`, `5.8e2`, ` 580.00`) are null. */
export function amountFrom(text: string): number | null {
  const [, sign, whole, cents = "00"] = /^(-?)(\d{1,10})(?:\.(\d{2}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const minor = Number(whole + cents);
  return sign === "-" && minor > 0 ? -minor : minor;
}
