import { unitsPerParcel } from "@portal/shared/platform/constants.ts";

export type PackedLine = Readonly<{ quantity: number; weightInGrams: number }>;
export type Parcel = Readonly<{
  description: string;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  weightGrams: number;
}>;

/** A box, what it weighs by itself, and how many units it takes. */
const flyer = { lengthCm: 25, widthCm: 20, heightCm: 10, own: 100 } as const;
const carton = { lengthCm: 40, widthCm: 30, heightCm: 25, own: 400 } as const;
const flyerUnits = 12;
/** What a unit weighs while nobody has entered it: no courier carries nothing. */
const unknownUnitGrams = 100;

/**
 * One parcel for 60 units, rounded up (specification, section 9): full ones and the rest, each with its share of what
 * the goods weigh. Weights are grams.
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
