import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { UnreadableEvent } from "../../platform/ledger/event-catalogue.ts";
import { type IncomingEvent, parseEnvelope } from "./envelope.ts";
import type { NumberedLine } from "./ndjson-lines.ts";
import { WrongUse } from "./wrong-use.ts";

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
