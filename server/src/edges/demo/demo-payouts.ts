import { dayMs } from "@portal/shared/platform/calendar.ts";
import type { WalletRow } from "../../platform/read-model/projection-tables.ts";
import { demoIds, type DemoPerson } from "./demo-people.ts";
import type { DemoWorld } from "./demo-world.ts";

/** Nobody asks for less than R200. */
const worthAsking = 20_000;
/** Ben's last request is long settled at the end, so that he can ask for a payout at once. */
const lastDayOfBen = 290;

type Verdict = "paid" | "rejected" | "cleared";

/** Most distributors ask once a month; the office settles within a week. */
export function planPayouts(world: DemoWorld): void {
  const { people, time, random, agenda } = world;
  for (const { id } of people.filter(isDistributor)) {
    for (let day = 30 + random.between(0, 9); day < time.days; day += 30) {
      if (!random.chance(70) || id === demoIds.anna) continue;
      if (id === demoIds.ben && day > lastDayOfBen) continue;
      agenda.add(time.on(day, `${random.between(8, 17)}:${random.between(0, 59)}`), (at) =>
        request(world, at, id),
      );
    }
  }
  for (const day of [60, 150, 240, 330])
    agenda.add(time.on(day, "09:30"), (at) => request(world, at, demoIds.anna));
  // One is waiting for the office when the demo starts.
  agenda.add(time.on(time.days - 1, "16:20"), (at) => request(world, at, demoIds.anna));
  planCredit(world);
}

function request(world: DemoWorld, at: number, userId: number): void {
  const { agenda, history, random, time } = world;
  const wallet = history.projections.wallets.get(userId);
  if (!wallet || wallet.openPayoutId !== null) return;
  const { commission, credit, cash } = dueTo(wallet);
  if (cash < worthAsking || commission < 0) return;

  const payoutId = random.uuid();
  history.record(at, {
    type: "PayoutRequested",
    data: { payoutId, userId, commission, credit, requested: cash },
  });
  const verdict = verdictFor(world);
  const settledAt = at + random.between(2, 5) * dayMs;
  agenda.add(settledAt, (when) => {
    if (verdict === "paid") {
      const reference = `DEMO-${time.dateOf(when).replaceAll("-", "")}-${userId}`;
      const paidOn = time.dateOf(when);
      history.record(when, {
        type: "PayoutPaid",
        data: { payoutId, userId, amount: cash, paidOn, reference },
      });
    } else {
      const reason = verdict === "rejected" ? "Please check your bank details" : null;
      history.record(when, { type: "PayoutRejected", data: { payoutId, userId, reason } });
    }
  });
}

function verdictFor({ random }: DemoWorld): Verdict {
  const dice = random.between(1, 100);
  if (dice <= 88) return "paid";
  return dice <= 96 ? "rejected" : "cleared";
}

function dueTo({ accrued, paid, credit }: WalletRow): {
  commission: number;
  credit: number;
  cash: number;
} {
  const commission = accrued - paid;
  return { commission, credit, cash: commission - credit };
}

/** The office grants credit to some customers, who spend it on their next orders. */
function planCredit({ people, agenda, history, time }: DemoWorld): void {
  const customers = people.filter(({ role }) => role === "customer").slice(0, 6);
  for (const [index, { id, joinedOnDay }] of customers.entries()) {
    const amount = 10_000 + 5_000 * (index % 3);
    const reason = "For a parcel that arrived late";
    agenda.add(time.on(joinedOnDay + 60 + index * 12, "10:15"), (at) =>
      history.record(at, { type: "CreditGranted", data: { userId: id, amount, reason } }),
    );
  }
}

function isDistributor({ role }: DemoPerson): boolean {
  return role === "distributor";
}
