import { StatementError } from "./statement-error.ts";

/**
 * The text of a file. A byte order mark decides; without one, UTF-8 where it is valid, else UTF-16 where every second byte is
 * 0, else Windows-1252, which older programs of banks write.
 *
 * @throws StatementError for a PDF or a web page, by name
 */
export function textOfFile(bytes: Uint8Array): string {
  const kind = foreignKindOf(bytes);
  if (kind !== null)
    throw new StatementError(`it is ${kind}: download the statement as CSV or OFX`);
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return decode(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decode(bytes, "utf-16be");
  if (first === 0xef && second === 0xbb && third === 0xbf) return decode(bytes, "utf-8");
  if (isEverySecondZero(bytes, 1)) return decode(bytes, "utf-16le");
  if (isEverySecondZero(bytes, 0)) return decode(bytes, "utf-16be");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decode(bytes, "windows-1252");
  }
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

const lookedAt = 64;

function isEverySecondZero(bytes: Uint8Array, from: number): boolean {
  if (bytes.length < 4 || bytes.length % 2 !== 0) return false;
  const looked = bytes.subarray(0, Math.min(lookedAt, bytes.length));
  return looked.every((byte, at) => (byte === 0) === (at % 2 === from % 2));
}

function foreignKindOf(bytes: Uint8Array): string | null {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 512)).trimStart();
  if (start.startsWith("%PDF")) return "a PDF";
  return /^(?:\uFEFF|ï»¿)?<(?:!doctype html|html)/i.test(start) ? "a web page" : null;
}
