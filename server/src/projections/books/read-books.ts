import { inThread } from "../../platform/in-thread.ts";
import type { BooksAnswer, BooksQuestion, BooksRequest } from "./books-thread.ts";

/** Reads the books by a pass over the ledger. */
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

function readInThread(request: BooksRequest): Promise<BooksAnswer> {
  return inThread<BooksAnswer>(new URL("./books-thread.ts", import.meta.url), {
    data: request,
    memoryMb: 1024,
    timeoutMs,
    tooLong: new Error("the books took too long to read"),
    onMessage: (message, answer) => answer(message),
  });
}
