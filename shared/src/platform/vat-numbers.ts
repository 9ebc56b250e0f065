import type { Region } from "./region.ts";

/** Without spaces, dashes, dots and slashes, in capitals. */
export function bareNumber(typed: string): string {
  return typed.replaceAll(/[\s\-./]/g, "").toUpperCase();
}

/**
 * Whether a bare VAT number is possible. South Africa: ten digits that begin with 4; no check digit of it is published. United
 * Kingdom: nine digits, with or without GB, of which the last two check the others modulo 97 (both series). USA: never.
 */
export function isVatNumber(region: Region, bare: string): boolean {
  switch (region) {
    case "za":
      return /^4\d{9}$/.test(bare);
    case "uk":
      return /^(GB)?\d{9}$/.test(bare) && hasVatDigits(bare.slice(-9));
    case "usa":
      return false;
  }
}

const vatWeights = [8, 7, 6, 5, 4, 3, 2];

function hasVatDigits(digits: string): boolean {
  const sum = weighed(digits.slice(0, 7), vatWeights) + Number(digits.slice(7));
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

/** The sum of the digits, each times its weight. */
export function weighed(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);
}
