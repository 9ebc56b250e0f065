import { TextDecoder } from "node:util";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { UnreadableEvent } from "../../../platform/ledger/event-catalogue.ts";
import { WrongUse } from "../cli/command.ts";
import { type IncomingEvent, parseEnvelope } from "../export/envelope.ts";

export type ImportLine = Readonly<{ number: number; incoming: IncomingEvent }>;

/** Pages of parsed lines. @throws WrongUse that describes the first unreadable line and counts the others */
export async function* readImportLines(
  source: AsyncIterable<readonly NumberedLine[]>,
  pageSize: number,
): AsyncGenerator<readonly ImportLine[]> {
  let page: ImportLine[] = [];
  let first: WrongUse | null = null;
  let others = 0;
  for await (const lines of source) {
    for (const line of lines) {
      const parsed = parse(line);
      if (!(parsed instanceof WrongUse)) page.push(parsed);
      else if (first === null) first = parsed;
      else others += 1;
    }
    // After an unreadable line the rest is only counted.
    if (first === null && page.length < pageSize) continue;
    if (first === null) yield page;
    page = [];
  }
  if (first !== null) throw others === 0 ? first : withCount(first, others);
  if (page.length > 0) yield page;
}

function withCount({ message }: WrongUse, others: number): WrongUse {
  return new WrongUse(
    `${message} (and ${others} more ${others === 1 ? "line" : "lines"} cannot be read)`,
  );
}

/** Adds the line's number to a refusal; other errors are bugs and are returned unchanged. */
export function aboutLine(number: number, error: unknown): unknown {
  const isRefusal =
    error instanceof UnreadableEvent ||
    error instanceof DomainError ||
    // A sum of amounts exceeds the safe integers.
    error instanceof RangeError;
  if (!isRefusal) return error;
  // Without the full stop, because the caller continues the sentence.
  return new WrongUse(`line ${number}: ${error.message.replace(/\.$/, "")}`, { cause: error });
}

function parse({ number, text }: NumberedLine): ImportLine | WrongUse {
  try {
    return { number, incoming: parseEnvelope(text) };
  } catch (error) {
    const refusal = aboutLine(number, error);
    if (refusal instanceof WrongUse) return refusal;
    throw refusal;
  }
}

export type NumberedLine = Readonly<{ number: number; text: string }>;

const lineFeed = 0x0a;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;
/** An event has some hundred bytes, an order of a thousand sections less than a megabyte. */
const bytesMaxDefault = 1_048_576;

/**
 * The lines of a stream, chunk by chunk, so that memory does not grow with the file. Empty lines are left out but counted; a
 * byte order mark is accepted.
 *
 * @throws WrongUse for a line that is too long or not UTF-8.
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  { bytesMax = bytesMaxDefault }: Readonly<{ bytesMax?: number }> = {},
): AsyncGenerator<readonly NumberedLine[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let number = 0;
  /** The beginning of a line that continues in the next chunk. */
  let open: Uint8Array[] = [];
  let openBytes = 0;

  function finish(end: Uint8Array): NumberedLine | undefined {
    number += 1;
    const bytes = openBytes === 0 ? end : Buffer.concat([...open, end]);
    open = [];
    openBytes = 0;
    if (bytes.length > bytesMax) throw tooLong(number, bytesMax);
    const text = decode(decoder, number === 1 ? withoutMark(bytes) : bytes, number);
    return text.trim() === "" ? undefined : { number, text };
  }

  for await (const chunk of source) {
    const lines: NumberedLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const line = finish(chunk.subarray(start, end));
      if (line) lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) {
      // Copied, because a stream may reuse its buffer.
      open.push(Buffer.from(chunk.subarray(start)));
      openBytes += chunk.length - start;
      if (openBytes > bytesMax) throw tooLong(number + 1, bytesMax);
    }
    if (lines.length > 0) yield lines;
  }

  if (openBytes === 0) return;
  const last = finish(new Uint8Array());
  if (last) yield [last];
}

function decode(decoder: TextDecoder, bytes: Uint8Array, number: number): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new WrongUse(`line ${number}: this is not UTF-8 text`);
  }
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return byteOrderMark.every((byte, index) => bytes[index] === byte) ? bytes.subarray(3) : bytes;
}

function tooLong(number: number, bytesMax: number): WrongUse {
  return new WrongUse(`line ${number} is longer than ${bytesMax} bytes`);
}
