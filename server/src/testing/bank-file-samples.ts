import { readFileSync } from "node:fs";
import path from "node:path";
import type { BankFile, BankFileOptions } from "../gateways/bank-files/bank-file.ts";
import { readBankFile } from "../gateways/bank-files/read-bank-file.ts";

const samples = path.resolve(import.meta.dirname, "bank-files");

/** Options of the shops in South Africa, the United Kingdom and the USA. */
export const za: BankFileOptions = {
  currency: "ZAR",
  timeZone: "Africa/Johannesburg",
  dayOrder: "day-first",
};
export const uk: BankFileOptions = { ...za, currency: "GBP", timeZone: "Europe/London" };
export const usa: BankFileOptions = {
  currency: "USD",
  timeZone: "America/New_York",
  dayOrder: "month-first",
};

/** A sample in the folder `bank-files`. */
export function bytesOf(name: string): Buffer {
  return readFileSync(path.join(samples, name));
}

/** Each transaction in short: account, day, cents, words. */
export function shortOf(bytes: Uint8Array, options: BankFileOptions): string[] {
  return readBankFile(bytes, options).accounts.flatMap(({ account, lines }) =>
    lines.map(({ day, amount, text }) => [account, day, amount, text].join(" | ")),
  );
}

/** Why each line that is no transaction is none. */
export function notesOf({ notes }: BankFile): string[] {
  return notes.map(({ line, why }) => `${line}: ${why}`);
}
