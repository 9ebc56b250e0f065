/** The provider writes rand with a dot and two places, and nothing else is an amount. */
export function amountText(minor: number): string {
  const digits = String(minor).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `580.00` and `580` are 58000; what could be read in two ways (`580,00`, `5.8e2`, ` 580.00`) is null. */
export function amountFrom(text: string): number | null {
  const [, sign, whole, cents = "00"] = /^(-?)(\d{1,10})(?:\.(\d{2}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const minor = Number(whole + cents);
  return sign === "-" && minor > 0 ? -minor : minor;
}
