import { balanceOf } from "../money/books/book-entry.rules.ts";
import type { TestShop } from "./shop-test.ts";

/** What each account of the books has now, or at the end of a day, in minor units of the portal's currency; those with nothing are left out. */
export async function accountBalances(
  { as, people }: TestShop,
  asOf: string | null = null,
): Promise<Map<string, number>> {
  const office = await as(people.admin);
  const { balances } = await office.books.trialBalance({ asOf, knownOn: null });
  const own = balances.find(({ currency }) => currency === "ZAR");
  const sums = (own?.accounts ?? []).map((account) => [account.key, balanceOf([account])] as const);
  return new Map(sums.filter(([, sum]) => sum !== 0));
}

/** By how much each account has changed. */
export function changesOf(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Record<string, number> {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  const changes = keys.map((key) => [key, (after.get(key) ?? 0) - (before.get(key) ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}
