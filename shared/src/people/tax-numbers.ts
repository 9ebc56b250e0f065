import type { Region } from "../platform/region.ts";
import { weighed } from "../platform/vat-numbers.ts";

/** The numbers by which a tax authority knows a person. */
export const taxNumberKinds = [
  "za-tax",
  "za-id",
  "uk-utr",
  "uk-nino",
  "us-ssn",
  "us-itin",
  "us-ein",
] as const;
export type TaxNumberKind = (typeof taxNumberKinds)[number];

/** What a region's authority asks for; the first is proposed. */
export const taxNumbersOf: Readonly<Record<Region, readonly [TaxNumberKind, ...TaxNumberKind[]]>> =
  {
    za: ["za-tax", "za-id"],
    uk: ["uk-utr", "uk-nino"],
    usa: ["us-ssn", "us-itin", "us-ein"],
  };

export const taxNumberWords: Readonly<Record<TaxNumberKind, string>> = {
  "za-tax": "Income tax number",
  "za-id": "South African ID number",
  "uk-utr": "Unique Taxpayer Reference (UTR)",
  "uk-nino": "National Insurance number",
  "us-ssn": "Social Security number",
  "us-itin": "ITIN",
  "us-ein": "EIN",
};

/** Whether a bare number is possible, by the published format and check digit of its kind (docs/finance.md, "Tax of members"). */
export function isTaxNumber(kind: TaxNumberKind, bare: string): boolean {
  return checks[kind](bare);
}

const checks: Readonly<Record<TaxNumberKind, (bare: string) => boolean>> = {
  "za-tax": (bare) => /^[01239]\d{9}$/.test(bare) && hasLuhnDigit(bare),
  "za-id": (bare) => /^\d{10}[01]\d{2}$/.test(bare) && startsWithDay(bare) && hasLuhnDigit(bare),
  "uk-utr": (bare) => /^\d{10}$/.test(bare) && hasUtrDigit(bare),
  "uk-nino": (bare) =>
    /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/.test(bare),
  "us-ssn": (bare) => /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(bare),
  "us-itin": (bare) => /^9\d{2}(5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/.test(bare),
  "us-ein": (bare) => /^(?!00)\d{9}$/.test(bare),
};

/** The last digit makes the sum a multiple of ten, where every second digit from the right is doubled (Luhn). */
function hasLuhnDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const times = Number(digit) * (at % 2 === 0 ? 1 : 2);
      return total + (times > 9 ? times - 9 : times);
    }, 0);
  return sum % 10 === 0;
}

/** YYMMDD; of which century is not told, so 29 February is possible where one of them had it. */
function startsWithDay(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)];
  return ["19", "20"].some((century) => {
    const date = new Date(`${century}${year}-${month}-${day}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().slice(8, 10) === day;
  });
}

const utrWeights = [6, 7, 8, 9, 10, 5, 4, 3, 2];

/** The first digit checks the other nine. */
function hasUtrDigit(digits: string): boolean {
  return digits[0] === "21987654321"[weighed(digits.slice(1), utrWeights) % 11];
}
