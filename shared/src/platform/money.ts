/**
 * Money is an integer of minor units (cents, pence) with a currency; a rate is an integer of basis points (2000 = 20 %).
 * Integers survive JSON unchanged.
 */
export const currencies = ["ZAR", "GBP", "USD"] as const;
export type Currency = (typeof currencies)[number];

const bpsOfAWhole = 10_000;

/** `bps` basis points of `amount`, rounded half away from zero (docs/domain.md, "Money"). */
export function shareOf(amount: number, bps: number): number {
  return proportionOf(amount, bps, bpsOfAWhole);
}

/** `amount` without the VAT it contains: 32500 at 1500 bps is 28261 (docs/domain.md, "Money"). */
export function exclVat(gross: number, vatBps: number): number {
  return proportionOf(gross, bpsOfAWhole, bpsOfAWhole + vatBps);
}

/** `amount` less `bps` basis points, as for a margin or Black Friday (docs/domain.md, "Price of a line"). */
export function lessBps(amount: number, bps: number): number {
  return proportionOf(amount, bpsOfAWhole - bps, bpsOfAWhole);
}

/**
 * `amount × numerator ÷ denominator`, rounded half away from zero. Integer arithmetic is exact and ten times as fast as
 * a decimal library, which matters in a replay; intermediate results beyond a safe integer use bigint.
 *
 * @throws RangeError for a denominator that is not positive or a result that is not a safe integer
 */
export function proportionOf(amount: number, numerator: number, denominator: number): number {
  if (denominator <= 0) throw new RangeError(`cannot divide ${amount} into ${denominator}`);
  const doubled = 2 * amount * numerator;
  if (!Number.isSafeInteger(doubled)) return bigProportionOf(amount, numerator, denominator);

  const size = Math.abs(doubled) + denominator;
  const divisor = 2 * denominator;
  const quotient = (size - (size % divisor)) / divisor;
  return doubled < 0 ? 0 - quotient : quotient;
}

function bigProportionOf(amount: number, numerator: number, denominator: number): number {
  const doubled = 2n * BigInt(amount) * BigInt(numerator);
  const size = (doubled < 0n ? -doubled : doubled) + BigInt(denominator);
  const quotient = Number(size / (2n * BigInt(denominator)));
  if (!Number.isSafeInteger(quotient)) throw new RangeError(`${amount} is more than money can be`);
  return doubled < 0n ? -quotient : quotient;
}

const symbols: Record<Currency, string> = { ZAR: "R", GBP: "£", USD: "$" };

export function currencySymbol(currency: Currency): string {
  return symbols[currency];
}

/** Minor units as a plain decimal for programs: 32550 is `325.50`, -5 is `-0.05`. */
export function decimalText(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const groupOf: Record<Currency, string> = { ZAR: "\u00a0", GBP: ",", USD: "," };

/** Digits in groups of three, as amounts in this currency have them. */
export function groupDigits(digits: string, currency: Currency): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, groupOf[currency]);
}

/** `R1 234.50` (no-break space), `£1,234.50`, `−R10.00`. Not by Intl, because engines format rand differently. */
export function formatMoney(minor: number, currency: Currency): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  const whole = groupDigits(digits.slice(0, -2), currency);
  return `${minor < 0 ? "−" : ""}${symbols[currency]}${whole}.${digits.slice(-2)}`;
}
