import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { inThread } from "../../platform/in-thread.ts";
import type { BooksAnswer, BooksQuestion, BooksReply, BooksRequest } from "./books-thread.ts";

/** Reads the books by a pass over the ledger. @throws DomainError books.stopped */
export type ReadBooks = (question: BooksQuestion) => Promise<BooksAnswer>;

/** Of a pass over ten million events, for the files of a month. */
const timeoutMs = 10 * 60_000;

type Read = (request: BooksRequest) => Promise<BooksAnswer>;

/**
 * Reads the books on a worker thread with a connection of its own, because a pass over the ledger is CPU-bound: it takes
 * seconds for a million events, and blocks no other request. One at a time; the others wait for their turn. A question that
 * waits already is not asked again: a page that gave up asks anew while its first pass has not begun.
 */
export function booksOn(databaseUrl: string, read: Read = readInThread): ReadBooks {
  const waiting = new Map<string, Promise<BooksAnswer>>();
  let turn: Promise<unknown> = Promise.resolve();
  return (question) => {
    const asked = JSON.stringify(question);
    const known = waiting.get(asked);
    if (known) return known;
    const answer = turn.then(() => {
      waiting.delete(asked);
      return read({ ...question, databaseUrl });
    });
    waiting.set(asked, answer);
    turn = answer.catch(() => {});
    return answer;
  };
}

async function readInThread(request: BooksRequest): Promise<BooksAnswer> {
  const reply = await inThread<BooksReply>(new URL("./books-thread.ts", import.meta.url), {
    data: request,
    memoryMb: 1024,
    timeoutMs,
    tooLong: new Error("the books took too long to read"),
    onMessage: (message, answer) => answer(message),
  });
  if ("stoppedAt" in reply) throw new DomainError("books.stopped", `event ${reply.stoppedAt}`);
  return reply;
}
