import { dayMs } from "@portal/shared/platform/calendar.ts";
import { demoIds } from "./demo-people.ts";
import type { DemoWorld } from "./demo-world.ts";

/** R200. */
const requestMin = 20_000;
/** After this day Ben makes no requests, so that he can make one when the demo starts. */
const lastDayOfBen = 290;

/** Most distributors request a payout once a month; the office settles it within a week. */
export function planPayouts(world: DemoWorld): void {
  const { people, time, random, agenda } = world;
  for (const { id } of people.filter(({ role }) => role === "distributor")) {
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
  // This request is open when the demo starts.
  agenda.add(time.on(time.days - 1, "16:20"), (at) => request(world, at, demoIds.anna));
  planCredit(world);
}

function request(world: DemoWorld, at: number, userId: number): void {
  const { agenda, history, random, time } = world;
  const wallet = history.projections.wallets.get(userId);
  if (!wallet || wallet.openPayoutId !== null) return;
  const { credit } = wallet;
  const commission = wallet.accrued - wallet.paid;
  const cash = commission - credit;
  if (cash < requestMin || commission < 0) return;

  const payoutId = random.uuid();
  history.record(at, {
    type: "PayoutRequested",
    data: { payoutId, userId, commission, credit, requested: cash, withheld: 0 },
  });
  const dice = random.between(1, 100);
  const settledAt = at + random.between(2, 5) * dayMs;
  agenda.add(settledAt, (when) => {
    if (dice <= 88) {
      const paidOn = time.dateOf(when);
      const reference = addToBatch(world, paidOn, { payoutId, userId, amount: cash });
      history.record(when, {
        type: "PayoutPaid",
        data: {
          payoutId,
          userId,
          amount: cash,
          withheld: 0,
          selfBilledVatBps: null,
          paidOn,
          reference,
        },
      });
    } else {
      const reason = dice <= 96 ? "Please check your bank details" : null;
      history.record(when, { type: "PayoutRejected", data: { payoutId, userId, reason } });
    }
  });
}

/** @returns the reference in the file for the bank */
function addToBatch(
  { batches }: DemoWorld,
  paidOn: string,
  payout: Readonly<{ payoutId: string; userId: number; amount: number }>,
): string {
  const last = batches.at(-1);
  const batch = last?.paidOn === paidOn ? last : { paidOn, items: [] };
  if (batch !== last) batches.push(batch);
  const reference = `PAYOUT ${batches.length}-${batch.items.length + 1}`;
  batch.items.push({ ...payout, reference });
  return reference;
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
