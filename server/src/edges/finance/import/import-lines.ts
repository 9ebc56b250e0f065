import { TextDecoder } from "node:util";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { UnreadableEvent } from "../../../platform/ledger/event-catalogue.ts";
import { WrongUse } from "../cli/finance-command.ts";
import { type IncomingEvent, parseEnvelope } from "../export/envelope.ts";

export type ImportLine = Readonly<{ number: number; incoming: IncomingEvent }>;

/** Pages of parsed lines. @throws WrongUse for the first line that cannot be read, with the count of all. */
export async function* readImportLines(
  source: AsyncIterable<readonly NumberedLine[]>,
  pageSize: number,
): AsyncGenerator<readonly ImportLine[]> {
  let page: ImportLine[] = [];
  const lines = source[Symbol.asyncIterator]();
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    for (const [index, line] of next.value.entries()) {
      const parsed = parse(line);
      if (parsed instanceof WrongUse)
        throw await withCount(parsed, next.value.slice(index + 1), lines);
      page.push(parsed);
    }
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** What is thrown about a line, with its number; a bug stays what it is. */
export function aboutLine(number: number, error: unknown): unknown {
  const isRefusal =
    error instanceof UnreadableEvent ||
    error instanceof DomainError ||
    // Amounts that add up to more than a number can hold.
    error instanceof RangeError;
  if (!isRefusal) return error;
  // The sentence goes on after it.
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

async function withCount(
  first: WrongUse,
  rest: readonly NumberedLine[],
  lines: AsyncIterator<readonly NumberedLine[]>,
): Promise<WrongUse> {
  let others = rest.filter(isUnreadable).length;
  for (let next = await lines.next(); !next.done; next = await lines.next())
    others += next.value.filter(isUnreadable).length;
  if (others === 0) return first;
  return new WrongUse(
    `${first.message} (and ${others} more ${others === 1 ? "line" : "lines"} cannot be read)`,
  );
}

function isUnreadable(line: NumberedLine): boolean {
  return parse(line) instanceof WrongUse;
}

export type NumberedLine = Readonly<{ number: number; text: string }>;

const lineFeed = 0x0a;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;
/** An event is some hundred bytes; an order of a thousand sections is not a megabyte. */
const bytesMaxDefault = 1_048_576;

/**
 * Lines of a file of JSON objects, a chunk's worth at a time, so that a file of any length needs
 * little memory. Empty lines are left out but counted; a byte order mark is tolerated.
 *
 * @throws WrongUse for a line that is too long or not UTF-8.
 */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  { bytesMax = bytesMaxDefault }: Readonly<{ bytesMax?: number }> = {},
): AsyncGenerator<readonly NumberedLine[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let number = 0;
  /** The beginning of a line whose end has not been read yet. */
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
      // Copied, because a stream may use its buffer again.
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
