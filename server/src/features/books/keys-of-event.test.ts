import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, takeStep } from "../../testing/some-business.ts";
import { applyToBooks } from "./books.fold.ts";
import type { Books, RowsByKey } from "./books.ts";
import { addKeysOfEvent, addKeysOfOrder, noKeys, streamOf } from "./keys-of-event.ts";
import { createMemoryBooks, type MemoryBooks } from "./memory-books.ts";

/** Rows that may be read only where their key was named beforehand, as a store has them. */
function guarded<Key, Row>(
  rows: RowsByKey<Key, Row>,
  isNamed: (key: Key) => boolean,
  kind: string,
): RowsByKey<Key, Row> {
  return {
    put: rows.put,
    get(key) {
      if (!isNamed(key)) throw new Error(`${kind} ${String(key)} was not named`);
      return rows.get(key);
    },
  };
}

function withUplines({ members }: MemoryBooks, memberIds: Iterable<number>): Set<number> {
  const loaded = new Set<number>();
  for (const memberId of memberIds)
    for (let at: number | null = memberId; at !== null; at = members.get(at)?.parentId ?? null)
      loaded.add(at);
  return loaded;
}

describe("the keys of events", () => {
  test("name every row that the fold of a batch asks for", () => {
    const anyBatches = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 9 });
    const anyBusiness = fc.array(anyStep, { minLength: 1, maxLength: 60, size: "max" });

    fc.assert(
      fc.property(anyBusiness, anyBatches, (business, sizes) => {
        const shop = createSimulatedShop();
        for (const step of business) takeStep(shop, step);

        const books = createMemoryBooks();
        let from = 0;
        for (let at = 0; from < shop.history.length; at++) {
          const batch = shop.history.slice(from, from + (sizes[at % sizes.length] ?? 1));
          from += batch.length;
          const keys = noKeys();
          for (const event of batch) addKeysOfEvent(keys, event);
          for (const orderId of keys.orderIds) {
            const order = books.orders.get(orderId);
            if (order) addKeysOfOrder(keys, order);
          }
          const members = withUplines(books, keys.memberIds);
          const guardedBooks: Books = {
            ...books,
            members: guarded(books.members, (id) => members.has(id), "member"),
            orders: guarded(books.orders, (id) => keys.orderIds.has(id), "order"),
            payouts: guarded(books.payouts, (id) => keys.payoutIds.has(id), "payout"),
            wallets: guarded(
              books.wallets,
              (id) => members.has(id) || keys.walletIds.has(id),
              "wallet",
            ),
          };
          for (const event of batch) applyToBooks(guardedBooks, event);
        }
        expect(books.wallets.all).toEqual(shop.books.wallets.all);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the stream of an event", () => {
  test.each([
    ["network", { type: "MemberDeactivated", data: { userId: 7 } }],
    ["wallet-7", { type: "CommissionConverted", data: { userId: 7, amount: 1 } }],
    ["wallet-7", { type: "CreditSpent", data: { userId: 7, amount: 1, orderId: "o" } }],
    ["order-o", { type: "OrderPaid", data: { orderId: "o" } }],
  ] as const)("is %s for %j", (stream, event) => {
    expect(streamOf(event)).toBe(stream);
  });
});
