import type pg from "pg";
import { applyToBooks } from "../features/books/books.fold.ts";
import type { Books, PlanRow } from "../features/books/books.ts";
import { replayEvents } from "../features/books/replay-events.ts";
import { createTotalsBooks, withoutFigures } from "../features/books/totals-from-ledger.ts";
import type { CommissionPlan } from "../features/commissions/commission-plan.events.ts";
import { isWithin, type Period } from "./time-arguments.ts";

type Sums = Map<number, number>;

/** The same facts into two sets of books, one of which has the proposed plan in the period. */
export async function replayUnderPlan(
  client: pg.ClientBase,
  asked: Readonly<{
    through: number;
    plan: CommissionPlan;
    period: Period;
    advance: (position: number) => void;
  }>,
) {
  const { through, plan, period, advance } = asked;
  const range = { after: 0, through, without: withoutFigures };
  const actual = await createTotalsBooks(client, range);
  const other = await createTotalsBooks(client, range);
  const plans: PlanRow[] = other.books.plans;
  const earned: Sums = new Map();
  const wouldEarn: Sums = new Map();
  const proposed: PlanRow = { position: 0, publishedAt: period.from ?? "", plan };

  for await (const page of replayEvents(client, range)) {
    for (const event of page) {
      applyToBooks(actual.books, event);
      // Sales outside the period keep their plan, so what is taken back of them later is the same in both.
      const inForce = isWithin(event.occurredAt, period) ? [proposed] : actual.books.plans;
      plans.splice(0, plans.length, ...inForce);
      if (event.type !== "CommissionPlanPublished") applyToBooks(other.books, event);
      if (event.type === "OrderPaid")
        for (const each of [actual, other]) each.forget(event.data.orderId);
    }
    addUp(earned, actual.books, period);
    addUp(wouldEarn, other.books, period);
    advance(page.at(-1)?.position ?? 0);
  }
  return { books: actual.books, earned, wouldEarn };
}

/** Adds the new entries to the sums and lets them go. */
function addUp(sums: Sums, { commissionEntries, saleEntries }: Books, period: Period): void {
  for (const { beneficiaryId, amount, occurredAt } of commissionEntries)
    if (isWithin(occurredAt, period))
      sums.set(beneficiaryId, (sums.get(beneficiaryId) ?? 0) + amount);
  commissionEntries.length = 0;
  saleEntries.length = 0;
}
