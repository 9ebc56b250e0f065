import {
  isBeforeOvernightCutOff,
  officeDay,
} from "@portal/shared/sales/delivery/collection-hours.ts";
import {
  isOfferedByCourier,
  isOvernight,
} from "@portal/shared/sales/delivery/delivery-services.ts";

/** One service of the courier's for one recipient; `rate` in minor units. */
export type Rate = Readonly<{
  code: string;
  name: string;
  description: string;
  rate: number;
  deliveredBy: string | null;
}>;

/** One service for all recipients of an order; `rate` is the sum, `day` a calendar day at the office. */
export type CombinedRate = Readonly<{
  code: string;
  name: string;
  description: string;
  rate: number;
  day: string | null;
}>;

/**
 * Services that a buyer may choose and that every recipient has, the cheapest first. It is there when the last
 * recipient has it; where the courier does not say when for one of them, nothing is promised.
 */
export function combineRates(ofRecipients: readonly (readonly Rate[])[]): CombinedRate[] {
  const [first = [], ...others] = ofRecipients;
  const combined: CombinedRate[] = [];
  for (const { code, name, description } of uniqueByCode(first)) {
    if (!isOfferedByCourier(code)) continue;
    const all = [first, ...others].map((rates) => cheapest(rates, code));
    const found = all.filter((rate) => rate !== null);
    if (found.length < all.length) continue;
    const rate = found.reduce((sum, each) => sum + each.rate, 0);
    combined.push({ code, name, description, rate, day: latestDay(found) });
  }
  return combined.toSorted((one, other) => one.rate - other.rate);
}

/** Said while an overnight service is offered and would still leave today. */
export function overnightNote(options: readonly { code: string }[], now: string): string | null {
  if (!isBeforeOvernightCutOff(now) || !options.some(({ code }) => isOvernight(code))) return null;
  return "Overnight deliveries that are paid before 09:30 leave today.";
}

function uniqueByCode(rates: readonly Rate[]): Rate[] {
  return rates.filter(({ code }, at) => rates.findIndex((rate) => rate.code === code) === at);
}

function cheapest(rates: readonly Rate[], code: string): Rate | null {
  const [found] = rates
    .filter((rate) => rate.code === code)
    .toSorted((one, other) => one.rate - other.rate);
  return found ?? null;
}

function latestDay(rates: readonly Rate[]): string | null {
  const days = rates.map(({ deliveredBy }) =>
    deliveredBy === null ? null : officeDay(deliveredBy),
  );
  return days.reduce((latest, day) =>
    latest === null || day === null ? null : day > latest ? day : latest,
  );
}
