import { WrongUse } from "./wrong-use.ts";

export function wholeNumberOf(option: string, text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number))
    throw new WrongUse(`${option} ${text} is not a whole number.`);
  return number;
}
