import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { brokenInvariantOf } from "../../testing/projection-invariants.ts";
import { createSimulatedShop } from "../../testing/simulated-shop.ts";
import { anyStep, takeStep } from "../../testing/some-business.ts";
import { type LedgerEvent, ledgerCatalogue } from "../ledger-catalogue.ts";
import { memberTotals } from "../rebuild/member-totals.ts";
import { projectionsOf } from "../../testing/recorded-facts.ts";

const anyBusiness = fc.array(anyStep, { minLength: 1, maxLength: 60, size: "max" });

describe("a random history of the business", () => {
  // shows R57, T75, T81
  test("keeps every invariant after every step, and its events can be read back", () => {
    fc.assert(
      fc.property(anyBusiness, (business) => {
        const shop = createSimulatedShop();
        for (const step of business) {
          takeStep(shop, step);
          expect(brokenInvariantOf(shop.projections, shop.history)).toBeNull();
        }
      }),
      { numRuns: 4000 },
    );
  });

  test("gives the same projections when it is replayed", () => {
    fc.assert(
      fc.property(anyBusiness, (business) => {
        const shop = createSimulatedShop();
        for (const step of business) takeStep(shop, step);

        const { members, orders, wallets, payouts, ...lists } = projectionsOf(shop.history);
        expect(lists).toMatchObject({
          plans: shop.projections.plans,
          orderPayments: shop.projections.orderPayments,
          saleEntries: shop.projections.saleEntries,
          commissionEntries: shop.projections.commissionEntries,
        });
        expect([members.all, orders.all, wallets.all, payouts.all]).toEqual([
          shop.projections.members.all,
          shop.projections.orders.all,
          shop.projections.wallets.all,
          shop.projections.payouts.all,
        ]);
      }),
      { numRuns: 200 },
    );
  });

  // shows T131
  test("covers every type of event of the catalogue", () => {
    const happened = new Set<string>();
    for (const business of fc.sample(anyBusiness, { numRuns: 3000, seed: 1 })) {
      const shop = createSimulatedShop();
      for (const step of business)
        for (const { type } of takeStep(shop, step) ?? []) happened.add(type);
    }
    const types = ledgerCatalogue.definitions.map(({ type }) => type);
    expect([...happened].toSorted()).toEqual(types.toSorted());
  });

  // shows T122
  test("keeps each credit account at grants minus spendings, payouts, forfeits and what was set off", () => {
    fc.assert(
      fc.property(anyBusiness, (business) => {
        const shop = createSimulatedShop();
        for (const step of business) takeStep(shop, step);

        for (const { userId, creditAccount } of shop.projections.wallets.all.values())
          expect(creditAccount).toBe(creditFrom(shop.history, userId));
      }),
      { numRuns: 500 },
    );
  });

  test("owes each member exactly the entries since the last paid request, if none was left out, returned, repaid or written off", () => {
    fc.assert(
      fc.property(anyBusiness, (business) => {
        const shop = createSimulatedShop();
        for (const step of business) takeStep(shop, step);

        // What the bank returned was earned before; what was repaid or written off was reversed since.
        const returned = new Set(
          shop.history.flatMap(({ type, data }) =>
            type === "PayoutReturned" ||
            type === "CommissionRepaid" ||
            type === "CreditSetOff" ||
            type === "CommissionWrittenOff"
              ? [data.userId]
              : [],
          ),
        );
        const others = memberTotals(shop.projections, { unitValue: 1 }).filter(
          ({ memberId }) => !returned.has(memberId),
        );
        for (const { unpaid, sinceLastPayout } of others) expect(sinceLastPayout).toBe(unpaid);
      }),
      { numRuns: 500 },
    );
  });
});

const creditSigns: Readonly<Partial<Record<LedgerEvent["type"], 1 | -1>>> = {
  CreditGranted: 1,
  CommissionConverted: 1,
  CreditRestored: 1,
  CreditSpent: -1,
  CreditSetOff: -1,
  CreditPaidOut: -1,
  CreditGivenUp: -1,
};

function creditFrom(history: readonly LedgerEvent[], userId: number): number {
  return history.reduce((sum, { type, data }) => {
    const isTheirs = "userId" in data && data.userId === userId && "amount" in data;
    return isTheirs ? sum + (creditSigns[type] ?? 0) * data.amount : sum;
  }, 0);
}
