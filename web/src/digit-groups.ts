import { type Currency, groupDigits } from "@portal/shared/platform/money.ts";
import { createStore } from "./session/store.ts";

/** Until the shop settings are loaded. */
const store = createStore<Currency>(() => "ZAR", "ZAR");

export const setShopCurrency = store.set;

/** 12345 as "12 345" (no-break space) beside rand, as "12,345" beside pounds and dollars. */
export function grouped(value: number): string {
  return groupDigits(String(value), store.get());
}

/** The same, with a real minus sign: "−1 312". */
export function countWords(count: number): string {
  return count < 0 ? `−${grouped(-count)}` : grouped(count);
}
