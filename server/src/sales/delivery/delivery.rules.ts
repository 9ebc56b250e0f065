import { unitsPerParcel } from "@portal/shared/platform/constants.ts";
import {
  isBeforeOvernightCutOff,
  isOfferedByCourier,
  isOvernight,
  officeDay,
  overnightCutOff,
} from "@portal/shared/sales/delivery/delivery.ts";

export type PackedLine = Readonly<{ quantity: number; weightInGrams: number }>;
export type Parcel = Readonly<{
  description: string;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  weightGrams: number;
}>;

/** Packaging; `own` is its own weight in grams. */
const flyer = { lengthCm: 25, widthCm: 20, heightCm: 10, own: 100 } as const;
const carton = { lengthCm: 40, widthCm: 30, heightCm: 25, own: 400 } as const;
const flyerUnits = 12;
/** For products without a weight, because couriers refuse parcels of 0 g. */
const unknownUnitGrams = 100;

/**
 * One parcel for each 60 units, rounded up (specification, section 9): full ones and the rest, each with its share of
 * the weight of the goods in grams.
 */
export function parcelsOf(lines: readonly PackedLine[]): Parcel[] {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const weight = lines.reduce(
    (sum, { quantity, weightInGrams }) => sum + quantity * (weightInGrams || unknownUnitGrams),
    0,
  );
  const parcels: Parcel[] = [];
  for (let left = units; left > 0; left -= unitsPerParcel) {
    const packed = Math.min(left, unitsPerParcel);
    const { own, ...box } = packed <= flyerUnits ? flyer : carton;
    const weightGrams = Math.ceil((weight * packed) / units) + own;
    parcels.push({ ...box, weightGrams, description: `${packed} units` });
  }
  return parcels;
}

/** One of the courier's services for one recipient; `rate` in minor units. */
export type Rate = Readonly<{
  code: string;
  name: string;
  description: string;
  rate: number;
  deliveredBy: string | null;
}>;

/** One service for all recipients of an order; `rate` is the sum, `day` a calendar day at the office. */
export type CombinedRate = Omit<Rate, "deliveredBy"> & Readonly<{ day: string | null }>;

/**
 * The services that a buyer may choose and that reach every recipient, the cheapest first. The day is that of the last
 * delivery; null where the courier gives none for one of them.
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

/**
 * For a buyer, who pays the same for each: the office's first service, if it has set one, then the soonest day. The first
 * is also the one chosen at the start. A service without a day comes last, and equal days stay as they are, the cheapest
 * for the office first.
 *
 * @param firstCode empty where the office has set none
 */
export function inOrderOfOffer<Option extends { code: string; day: string | null }>(
  options: readonly Option[],
  firstCode: string,
): Option[] {
  const last = "9999";
  const rank = ({ code, day }: Option) => (code === firstCode ? "" : (day ?? last));
  return options.toSorted((one, other) => {
    const [before, after] = [rank(one), rank(other)];
    return before < after ? -1 : before > after ? 1 : 0;
  });
}

/** Shown while an overnight service is offered and would still leave today. */
export function overnightNote(options: readonly { code: string }[], now: string): string | null {
  if (!isBeforeOvernightCutOff(now) || !options.some(({ code }) => isOvernight(code))) return null;
  return `Overnight deliveries paid before ${overnightCutOff} leave today.`;
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
