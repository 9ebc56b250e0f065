import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";

/** "R120.00 more than yesterday by this time (+25 %)." */
export function changeWords(now: number, before: number, currency: Currency, than: string): string {
  if (now === before) return `As much as ${than}.`;
  const amount = formatMoney(Math.abs(now - before), currency);
  const words = `${amount} ${now > before ? "more" : "less"} than ${than}`;
  if (before === 0) return `${words}.`;
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return `${words}.`;
  return `${words} (${percent > 0 ? "+" : "−"}${Math.abs(percent)} %).`;
}
