import { createHash, timingSafeEqual } from "node:crypto";

export type Field = readonly [name: string, value: string];

/**
 * The provider's checkout form is signed in the order of its manual, each value trimmed, blank ones
 * left out. The caller brings the fields in that order (external protocol, "Form signature").
 */
export function signForm(fields: readonly Field[], passphrase: string | null): string {
  const sent = fields
    .map(([name, value]): Field => [name, trimLikePhp(value)])
    .filter(([, value]) => value !== "");
  return md5(withPassphrase(encodeFields(sent), passphrase));
}

/** A notification is signed as it was sent: blank values stay, nothing is trimmed or sorted. */
export function signNotification(fields: readonly Field[], passphrase: string | null): string {
  return md5(withPassphrase(encodeFields(fields), passphrase));
}

/** `name=value&…` in PHP's `urlencode`, which is also what the provider wants to see confirmed. */
export function encodeFields(fields: readonly Field[]): string {
  return fields.map(([name, value]) => `${encodeLikePhp(name)}=${encodeLikePhp(value)}`).join("&");
}

/** Takes the same time for every wrong signature, so that none can be guessed digit by digit. */
export function isSameSignature(expected: string, given: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function withPassphrase(text: string, passphrase: string | null): string {
  const secret = trimLikePhp(passphrase ?? "");
  return secret === "" ? text : `${text}&passphrase=${encodeLikePhp(secret)}`;
}

/** encodeURIComponent leaves `! ' ( ) * ~` alone and writes a space as `%20`; PHP does neither. */
function encodeLikePhp(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replaceAll(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** PHP's `trim` takes six characters away; JavaScript's would take the no-break space too. */
function trimLikePhp(text: string): string {
  return text.replaceAll(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, "");
}

function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex");
}
