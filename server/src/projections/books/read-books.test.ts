import { expect, test } from "vitest";
import type { BooksAnswer, BooksQuestion, BooksRequest } from "./books-thread.ts";
import { booksOn } from "./read-books.ts";

const november = { kind: "entries", region: "za", period: "2026-11" } satisfies BooksQuestion;
const december = { ...november, period: "2026-12" };

/** Passes that end when they are told to. */
function slowBooks() {
  const passes: Readonly<{ request: BooksRequest; end: () => void }>[] = [];
  const read = (request: BooksRequest) =>
    new Promise<BooksAnswer>((_resolve, reject) => {
      passes.push({ request, end: () => reject(new Error("ended")) });
    });
  return { passes, ask: booksOn("postgres://books", read) };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("a question that waits for its turn is asked once, and one after its pass has begun anew", async () => {
  const { passes, ask } = slowBooks();
  const answers = [ask(november), ask(december), ask(december)];
  const ended = Promise.allSettled(answers);
  await settle();
  // The pass of November has begun: what was saved since is only in the next one.
  const again = Promise.allSettled([ask(november)]);
  for (let at = 0; at < 3; at++) {
    await settle();
    passes[at]?.end();
  }
  await Promise.all([ended, again]);

  expect(passes.map(({ request }) => request)).toEqual(
    [november, december, november].map((question) => ({
      ...question,
      databaseUrl: "postgres://books",
    })),
  );
});
