import { eftPrefix } from "./constants.ts";

/** What may stand between the prefix and the number. Dashes and spaces of every kind are first made these. */
const between = "[\\s#:._-]*";
/** At most twelve digits after leading zeros: no order has more, and sums of them are exact. */
const number = "0*([1-9]\\d{0,11})";
/** A letter or digit directly beside makes it another word: `XRH10421`, `RH10421B`, `RH1O421`. */
const named = new RegExp(`(?:^|[^\\p{L}])${eftPrefix}${between}${number}(?![\\p{L}\\p{N}])`, "giu");
const whole = new RegExp(`^(?:${eftPrefix})?${between}${number}$`, "iu");

/** The reference that a buyer gives with a transfer: `RH10421`. */
export function orderReference(orderNumber: number): string {
  return `${eftPrefix}${orderNumber}`;
}

/**
 * Every order that a free text names, in order of appearance, each once: `RH10421`, `rh 10421`, `RH-10421`, `RH#010421`
 * (docs/domain.md, "Orders and payments"). A number without the prefix names none.
 */
export function orderNumbersIn(text: string): number[] {
  return [...new Set([...plain(text).matchAll(named)].map(([, digits]) => Number(digits)))];
}

/** The order that a text consists of, with or without the prefix, as people type it; null for any other text. */
export function orderNumberOf(text: string): number | null {
  const digits = whole.exec(plain(text).trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

/** In ASCII where it has the character in another form; without invisible characters. */
function plain(text: string): string {
  return text
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfe_e0))
    .replaceAll(/[\p{Pd}\u2212]/gu, "-")
    .replaceAll(/(?!\d)\p{Nd}/gu, asciiDigit);
}

/** Decimal digits stand in tens, and some tens directly follow others. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before += 1;
  return String(before % 10);
}
