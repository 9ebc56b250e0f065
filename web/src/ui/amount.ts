/** Minor units from `1234.5`, `1 234,50`, `1,234.50` or `R1 234.50`; null for anything else. */
export function parseAmount(typed: string): number | null {
  const text = typed.replaceAll(/[\s\u00a0]/g, "").replace(/^[R£$]/i, "");
  const found =
    /^(\d+)(?:[.,](\d{1,2}))?$/.exec(text) ?? /^(\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!found) return null;
  const [, whole = "", part = ""] = found;
  const minor = Number(whole.replaceAll(",", "") + part.padEnd(2, "0"));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** A rounding residual such as "-0.412500", truncated to two decimals. */
export function residualText(residual: string): string {
  return residual.replace("-", "−").replace(/(\.\d\d)\d+$/, "$1");
}
