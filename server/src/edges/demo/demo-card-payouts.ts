import { addDays } from "@portal/shared/platform/calendar.ts";
import { v5 } from "uuid";
import type { DemoWorld } from "./demo-world.ts";

const week = 7;
/** The weeks of which a settlement and the bank's file are stored, and the days since: their payouts are booked from those. */
const weeksSettled = 5;
const daysSince = 7;

/** The first and the last day of the stored settlement. */
export function settledDays(until: string): Readonly<{ from: string; to: string }> {
  const last = addDays(until, 0 - daysSince - 1);
  return { from: addDays(last, 1 - weeksSettled * week), to: last };
}

/**
 * Of the weeks before, the provider's payouts as the office booked them, two days after each week. They take no random values.
 */
export function planCardPayouts({ agenda, history, time }: DemoWorld): void {
  let paidOut = 0;
  const firstSettled = time.days - daysSince - weeksSettled * week;
  for (let day = firstSettled % week; day <= firstSettled; day += week)
    agenda.add(time.on(day, "00:00"), () => {
      const amount = history.cardMoney() - paidOut;
      if (amount <= 0) return;
      paidOut += amount;
      agenda.add(time.on(day + 1, "12:00"), (at) => {
        const seenIn = { bankLineId: null, bankDebitId: null, settlementLineId: null };
        const data = {
          entryId: id(`entry ${day}`),
          kind: "card-payout",
          amount,
          ...seenIn,
        } as const;
        history.record(
          at,
          { type: "MoneyBooked", data: { ...data, reasonId: null, period: null } },
          id(`${day}`),
        );
      });
    });
}

const id = (name: string) => v5(name, v5("payout of the card provider", v5.URL));
