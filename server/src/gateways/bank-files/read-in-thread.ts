import { inThread } from "../../platform/in-thread.ts";
import type { BankFileOptions } from "./bank-file.ts";
import type { ContentOf, FileKind, ThreadAnswer, ThreadRequest } from "./file-thread.ts";
import { textOfFile } from "./file-text.ts";
import { StatementError } from "./statement-error.ts";
import { isWorkbook } from "./workbook-text.ts";

/** Of a file of a bank or card provider. Real lines have some hundred characters, and a busy year some ten thousand lines. */
const limits = { charactersInLine: 64 * 1024, lines: 200_000, seconds: 20, memoryMb: 512 };

/**
 * Reads an uploaded file on a thread of its own, so that other requests are answered meanwhile.
 *
 * @throws StatementError that says what is wrong and where, also for a line, a number of lines or a time beyond the limits
 */
export async function readInThread<Kind extends FileKind>(
  kind: Kind,
  text: string,
  options: BankFileOptions,
): Promise<ContentOf<Kind>> {
  requireWithinLimits(text);
  return await answerTo<ContentOf<Kind>>({ kind, text, options });
}

/**
 * The text of an uploaded file; of a workbook, its rows as CSV.
 *
 * @throws StatementError for what is neither, by name
 */
export async function textOfUpload(bytes: Uint8Array): Promise<string> {
  return isWorkbook(bytes) ? await answerTo<string>({ workbook: bytes }) : textOfFile(bytes);
}

async function answerTo<Content>(request: ThreadRequest): Promise<Content> {
  const tooMuch = new StatementError("the file takes too long or too much memory to read");
  const answer = await inThread<ThreadAnswer<Content>>(
    new URL("./file-thread.ts", import.meta.url),
    {
      data: request,
      memoryMb: limits.memoryMb,
      timeoutMs: limits.seconds * 1000,
      tooLong: tooMuch,
      onMessage: (message, resolve) => resolve(message),
    },
  ).catch((error: unknown) => {
    throw isOutOfMemory(error) ? tooMuch : error;
  });
  if ("refusal" in answer) throw new StatementError(answer.refusal);
  return answer.content;
}

/**
 * Before any parser sees it, in one pass without copies. OFX and XML may be one line; of these it is the texts between tags
 * that are limited.
 *
 * @throws StatementError
 */
function requireWithinLimits(text: string): void {
  const ends = /^\s*(?:<|OFXHEADER)/.test(text) ? /\r\n|\n|\r|>/g : /\r\n|\n|\r/g;
  let lines = 1;
  let start = 0;
  for (const { index, 0: end } of text.matchAll(ends)) {
    requireShort(lines, index - start);
    start = index + 1;
    if (end === ">") continue;
    lines += 1;
    if (lines > limits.lines)
      throw new StatementError(`the file has more than ${limits.lines} lines`);
  }
  requireShort(lines, text.length - start);
}

function requireShort(line: number, length: number): void {
  if (length > limits.charactersInLine)
    throw new StatementError(`line ${line} has more than ${limits.charactersInLine} characters`);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
