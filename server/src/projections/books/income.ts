import type pg from "pg";
import { type BooksState, type OnPage, passBooks } from "./books.ts";
import { createIncomePass, type Income, type IncomeAsked } from "./income-pass.ts";

/** `createIncomePass` over the whole ledger. @throws ReplayStopped */
export async function readIncome(
  client: pg.ClientBase,
  state: BooksState,
  { onPage, ...asked }: IncomeAsked & Readonly<{ onPage?: OnPage }>,
): Promise<Income> {
  const { add, income } = createIncomePass(state, asked);
  await passBooks(client, state, { onPage, onEntry: add });
  return income();
}
