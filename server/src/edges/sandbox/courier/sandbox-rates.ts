import { addDays, weekdayOf } from "@portal/shared/platform/calendar.ts";
import { officeDay, officeTime } from "@portal/shared/sales/delivery/delivery.ts";
import type { RatesRequest } from "./sandbox-shipment.store.ts";

type Zone = "local" | "main" | "regional";

type Level = Readonly<{
  code: string;
  name: string;
  description: string;
  /** In rand for each zone that is served: for the first kilograms, and for each kilogram after them. */
  prices: Partial<Record<Zone, readonly [band: number, perKg: number]>>;
  /** Working days until arrival. */
  days: Readonly<Record<Zone, number>>;
  /** The local time after which a booking takes a day longer. */
  cutOff: string | null;
  weightMax: number;
}>;

/** The kilograms that the first price covers. */
const bandKg = 2;
const volumetricFactor = 5000;
/** Kilograms that no order of the shop reaches. */
const anyWeight = 1000;

const levels: readonly Level[] = [
  level("ECO", "Economy", "By road", {
    prices: { local: [75, 5], main: [95, 8], regional: [125, 12] },
    days: { local: 2, main: 3, regional: 5 },
  }),
  level("LOF", "Local overnight flyer", "The next working day", {
    prices: { local: [110, 10] },
    days: { local: 1, main: 1, regional: 1 },
    cutOff: "14:00",
    weightMax: 15,
  }),
  level("LSF", "Local same-day flyer", "By 17:00 on the same day", {
    prices: { local: [165, 12] },
    days: { local: 0, main: 0, regional: 0 },
    cutOff: "10:30",
    weightMax: 15,
  }),
  level("OVN", "Overnight", "One or two days", {
    prices: { main: [190, 25] },
    days: { local: 1, main: 1, regional: 1 },
    cutOff: "14:00",
  }),
  level("OVNR", "Overnight regional", "Two or three days", {
    prices: { regional: [240, 32] },
    days: { local: 2, main: 2, regional: 2 },
    cutOff: "14:00",
  }),
  level("LOX", "Local overnight parcel", "The next working day", {
    prices: { local: [130, 11] },
    days: { local: 1, main: 1, regional: 1 },
    cutOff: "14:00",
    weightMax: 40,
  }),
];

/** The services that the stand-in quotes for every address in the country and every weight. */
export const servicesEverywhere: readonly string[] = levels
  .filter(({ prices, weightMax }) => Object.keys(prices).length === 3 && weightMax === anyWeight)
  .map(({ code }) => code);

/** The rates for a parcel today, as the provider's API returns them. */
export function sandboxRates(request: RatesRequest, now: string) {
  const zone = zoneOf(request.collection_address.code, request.delivery_address.code);
  const weight = chargedKg(request.parcels);
  return levels.flatMap(({ prices, days, cutOff, weightMax, ...service }) => {
    const price = prices[zone];
    if (!price || weight > weightMax) return [];
    const [band, perKg] = price;
    const rate = band + perKg * Math.ceil(Math.max(0, weight - bandKg));
    const late = cutOff !== null && officeTime(now) >= cutOff ? 1 : 0;
    const arrives = `${workdayAfter(officeDay(now), days[zone] + late)}T15:00:00.000Z`;
    return [
      {
        rate,
        rate_excluding_vat: Math.round((rate / 1.15) * 10_000) / 10_000,
        charged_weight: weight,
        service_level: { ...service, delivery_date_from: arrives, delivery_date_to: arrives },
      },
    ];
  });
}

function level(
  code: string,
  name: string,
  description: string,
  terms: Pick<Level, "prices" | "days"> & Partial<Level>,
): Level {
  return { cutOff: null, weightMax: anyWeight, ...terms, code, name, description };
}

/** Post codes of the large towns: Pretoria, Johannesburg, Durban, Port Elizabeth, Cape Town, Bloemfontein. */
const mainCodes: readonly (readonly [number, number])[] = [
  [1, 299],
  [1400, 2199],
  [4000, 4199],
  [6000, 6099],
  [7100, 8099],
  [9300, 9399],
];

function zoneOf(from: string, to: string): Zone {
  const fromTown = townOf(from);
  const toTown = townOf(to);
  if (toTown === null) return "regional";
  return fromTown === toTown ? "local" : "main";
}

function townOf(code: string): number | null {
  const at = mainCodes.findIndex(([first, last]) => Number(code) >= first && Number(code) <= last);
  return at === -1 ? null : at;
}

function chargedKg(parcels: RatesRequest["parcels"]): number {
  return parcels.reduce((sum, parcel) => {
    const { submitted_length_cm: length, submitted_width_cm: width } = parcel;
    const volumetric = (length * width * parcel.submitted_height_cm) / volumetricFactor;
    return sum + Math.max(parcel.submitted_weight_kg, volumetric);
  }, 0);
}

/** The day that many working days later; for 0 the same day, or the next working day after a weekend. */
function workdayAfter(day: string, days: number): string {
  let at = day;
  let left = days;
  while (left > 0 || isWeekend(at)) {
    at = addDays(at, 1);
    if (!isWeekend(at)) left = Math.max(0, left - 1);
  }
  return at;
}

function isWeekend(day: string): boolean {
  return weekdayOf(day) === 0 || weekdayOf(day) === 6;
}
