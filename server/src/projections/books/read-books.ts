import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { inThread } from "../../platform/in-thread.ts";
import type { BooksAnswer, BooksQuestion, BooksReply, BooksRequest } from "./books-thread.ts";

/** Reads the books by a pass over the ledger. @throws DomainError books.stopped */
export type ReadBooks = (question: BooksQuestion) => Promise<BooksAnswer>;

const timeoutMs = 60_000;

/**
 * Reads the books on a worker thread with a connection of its own, because a pass over the ledger is CPU-bound: it takes
 * seconds for a million events, and blocks no other request. One at a time; the others wait for their turn.
 */
export function booksOn(databaseUrl: string): ReadBooks {
  let turn: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = turn.then(() => readInThread({ ...question, databaseUrl }));
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
