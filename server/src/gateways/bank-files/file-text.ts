import { StatementError } from "./statement-error.ts";

/**
 * The text of a file. A byte order mark decides; without one, UTF-8 where it is valid, else UTF-16 where every second byte is
 * 0, else Windows-1252, which older programs of banks write.
 *
 * @throws StatementError for a PDF, a web page, a workbook or another compressed file, by name
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

const lookedAt = 256;

/** Of text in most languages of Europe: of the bytes at even or odd places all are 0 but a few, and of the others none. */
function isEverySecondZero(bytes: Uint8Array, from: number): boolean {
  if (bytes.length < 4) return false;
  const looked = bytes.subarray(0, lookedAt);
  const zeros = looked.filter((byte, at) => byte === 0 && at % 2 === from % 2).length;
  const others = looked.filter((byte, at) => byte === 0 && at % 2 !== from % 2).length;
  return others === 0 && zeros * 4 >= Math.floor(looked.length / 2) * 3;
}

function foreignKindOf(bytes: Uint8Array): string | null {
  const start = new TextDecoder("latin1")
    .decode(bytes.subarray(0, 512))
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, "")
    .replaceAll("\0", "")
    .trimStart();
  if (start.startsWith("%PDF")) return "a PDF";
  if (start.startsWith("PK\u0003\u0004")) return "a workbook or a compressed file";
  // The container of Excel 97 to 2003, and of encrypted workbooks.
  if (start.startsWith("\u00d0\u00cf\u0011\u00e0")) return "an old or encrypted workbook";
  return /^(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body|table)\b/i.test(start)
    ? "a web page"
    : null;
}
