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

/**
 * Signs a notification: over the fields as sent, blank ones included, neither trimmed nor sorted.
 *
 * @param encoded the fields as `encodeFields` or a received body has them
 */
export function signNotification(encoded: string, passphrase: string | null): string {
  return md5(withPassphrase(encoded, passphrase));
}

/** `name=value&…` in PHP's `urlencode`, which is also the format for confirming a notification. */
export function encodeFields(fields: readonly Field[]): string {
  return fields.map(([name, value]) => `${encodeText(name)}=${encodeText(value)}`).join("&");
}

function withPassphrase(text: string, passphrase: string | null): string {
  const secret = trimLikePhp(passphrase ?? "");
  return secret === "" ? text : `${text}&passphrase=${encodeText(secret)}`;
}

function encodeText(text: string): string {
  return encodeBytes(bytesIn(Buffer.from(text, "utf8")));
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
  /** For people to read: bytes that are not UTF-8 are read as Windows-1252. */
  fields: readonly Field[];
  /** The bytes of the fields in PHP's `urlencode`: what the signature covers, and what the provider confirms. */
  encoded: string;
  signature: string | null;
  valueOf: (name: string) => string | null;
}>;

const fieldsMax = 100;

/** What the shop acts on. Every other field is a text of the shopper or the shop. */
const needed: ReadonlySet<string> = new Set([
  "m_payment_id",
  "pf_payment_id",
  "payment_status",
  "amount_gross",
  "amount_fee",
  "amount_net",
  "merchant_id",
  "signature",
]);

/**
 * Parses the bytes of a form post. Ambiguous input is rejected, because the amount must be read as the signature covers it;
 * a name in another encoding is none of that.
 *
 * @returns the reason as text if the body is not a notification
 */
export function readNotificationBody(raw: Uint8Array): NotificationBody | string {
  const pairs = bytesIn(raw).split("&");
  if (pairs.length > fieldsMax) return `the body has more than ${fieldsMax} fields`;

  const sent: Field[] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1) return "the body is not form-encoded";
    sent.push([decodeBytes(pair.slice(0, equals)), decodeBytes(pair.slice(equals + 1))]);
  }
  const values = new Map(sent);
  if (values.size !== sent.length) return "a field is there twice";
  const unclear = sent.find(([name, value]) => needed.has(name) && !/^[ -~]*$/.test(value));
  if (unclear) return `the field ${unclear[0]} is not plain text`;

  const end = sent.findIndex(([name]) => name === "signature");
  if (end >= 0 && end !== sent.length - 1) return "there are fields after the signature";
  const signed = end < 0 ? sent : sent.slice(0, end);
  return {
    fields: signed.map(([name, value]): Field => [asText(name), asText(value)]),
    encoded: signed.map(([name, value]) => `${encodeBytes(name)}=${encodeBytes(value)}`).join("&"),
    signature: values.get("signature") ?? null,
    valueOf: (name) => {
      const value = values.get(name);
      return value === undefined ? null : asText(value);
    },
  };
}

/** Bytes as a string of one character each. */
function bytesIn(raw: Uint8Array): string {
  return Buffer.from(raw).toString("latin1");
}

/** As PHP decodes it: a percent sign without two digits stands for itself. */
function decodeBytes(text: string): string {
  return text
    .replaceAll("+", " ")
    .replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** PHP's `urlencode` of bytes. */
function encodeBytes(bytes: string): string {
  return bytes
    .replaceAll(
      /[^A-Za-z0-9\-_. ]/g,
      (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
    )
    .replaceAll(" ", "+");
}

function asText(bytes: string): string {
  const raw = Buffer.from(bytes, "latin1");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return new TextDecoder("windows-1252").decode(raw);
  }
}

/** `580.00` and `580` are 58000; ambiguous texts (`580,00`, `5.8e2`, ` 580.00`) are null. */
export function amountFrom(text: string): number | null {
  const [, sign, whole, cents = "00"] = /^(-?)(\d{1,10})(?:\.(\d{2}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const minor = Number(whole + cents);
  return sign === "-" && minor > 0 ? -minor : minor;
}
