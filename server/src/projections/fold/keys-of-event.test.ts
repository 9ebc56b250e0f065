import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recorded } from "../../testing/recorded-facts.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, takeStep } from "../../testing/some-business.ts";
import { bottles, distributor, reassigned, refunded, sold } from "../../testing/some-facts.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { applyToProjections } from "./projections.fold.ts";
import type { Projections, RowsByKey } from "../../platform/read-model/projection-tables.ts";
import { addKeysOfEvent, noKeys, streamOf } from "./keys-of-event.ts";
import { createMemoryProjections, type MemoryProjections } from "../store/memory-projections.ts";

/** Rows that may be read only if their key was requested, as in a store. */
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

function withUplines({ members }: MemoryProjections, memberIds: Iterable<number>): Set<number> {
  const loaded = new Set<number>();
  for (const memberId of memberIds)
    for (let at: number | null = memberId; at !== null; at = members.get(at)?.parentId ?? null)
      loaded.add(at);
  return loaded;
}

/** Folds with only the rows that a batch's keys name, as a store does. */
function foldInBatches(history: readonly RecordedLedgerEvent[], sizes: readonly number[]) {
  const projections = createMemoryProjections();
  let from = 0;
  for (let at = 0; from < history.length; at++) {
    const batch = history.slice(from, from + (sizes[at % sizes.length] ?? 1));
    from += batch.length;
    const loaded = loadedFor(projections, batch);
    for (const event of batch) applyToProjections(loaded, event);
  }
  return projections;
}

function loadedFor(
  projections: MemoryProjections,
  batch: readonly RecordedLedgerEvent[],
): Projections {
  const keys = noKeys();
  for (const event of batch) addKeysOfEvent(keys, event);
  // As loading does (`projection-store.ts`): the seller of an order and the members who earned from it.
  for (const orderId of keys.orderIds) {
    const { sellerId = null, accrual = [] } = projections.orders.get(orderId) ?? {};
    if (sellerId !== null) keys.memberIds.add(sellerId);
    for (const { beneficiaryId } of accrual) keys.walletIds.add(beneficiaryId);
  }
  const members = withUplines(projections, keys.memberIds);
  const hasWallet = (id: number) => members.has(id) || keys.walletIds.has(id);
  return {
    ...projections,
    members: guarded(projections.members, (id) => members.has(id), "member"),
    orders: guarded(projections.orders, (id) => keys.orderIds.has(id), "order"),
    payouts: guarded(projections.payouts, (id) => keys.payoutIds.has(id), "payout"),
    wallets: guarded(projections.wallets, hasWallet, "wallet"),
  };
}

describe("the keys of events", () => {
  test("name every row that the fold of a batch reads", () => {
    const anyBatches = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 9 });
    const anyBusiness = fc.array(anyStep, { minLength: 1, maxLength: 60, size: "max" });

    fc.assert(
      fc.property(anyBusiness, anyBatches, (business, sizes) => {
        const shop = createSimulatedShop();
        for (const step of business) takeStep(shop, step);

        const projections = foldInBatches(shop.history, sizes);
        expect(projections.wallets.all).toEqual(shop.projections.wallets.all);
      }),
      { numRuns: 500 },
    );
  });

  test("name the members who earned from an order before the tree changed", () => {
    const history = recorded(
      distributor(1, 1, null),
      distributor(2, 1, null),
      distributor(20, 2, 1),
      ...sold({ number: 1, sellerId: 20, lines: [bottles(2)] }),
      { type: "DistributorMoved", data: { userId: 20, parentId: 2 } },
      refunded(1, { refundId: "r", amount: 32_500, productAmount: 32_500, units: 1 }),
    );
    expect(foldInBatches(history, [1]).wallets.get(1)).toMatchObject({ accrued: 1413 });
  });

  test("name the seller of an order, also when it is reassigned", () => {
    const sale = { number: 1, sellerId: 20, lines: [bottles(2)] };
    const history = recorded(
      distributor(1, 1, null),
      distributor(2, 1, null),
      distributor(20, 2, 1),
      ...sold(sale),
      reassigned(1, 2),
    );
    const { wallets } = foldInBatches(history, [1]);
    expect(wallets.get(20)).toMatchObject({ units: 0, accrued: 0 });
    expect(wallets.get(2)).toMatchObject({ units: 2, accrued: 11_304 });
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
