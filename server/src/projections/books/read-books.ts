import { Worker } from "node:worker_threads";
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

async function readInThread(request: BooksRequest): Promise<BooksAnswer> {
  const worker = new Worker(new URL("./books-thread.ts", import.meta.url), {
    workerData: request,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<BooksAnswer>();
  const timer = setTimeout(() => reject(new Error("the books took too long to read")), timeoutMs);
  worker.on("message", (answer: BooksAnswer) => resolve(answer));
  worker.on("error", reject);
  worker.on("exit", () => reject(new Error("the books ended without an answer")));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
