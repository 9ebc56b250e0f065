import { amountIn } from "./amount-text.ts";
import type { BankFile, BankFileLine, BankFileOptions } from "./bank-file.ts";
import { dayOfText } from "./day-text.ts";
import { required } from "./statement-file.ts";

/**
 * The text that Santander in the United Kingdom exports: `From:`, `Account:`, and for each transaction the lines `Date:`,
 * `Description:`, `Amount:` and `Balance:`.
 *
 * @throws StatementError
 */
export function readSantander(text: string, { dayOrder }: BankFileOptions): BankFile {
  let account = "";
  const stated: string[] = [];
  const lines: BankFileLine[] = [];
  let read = new Map<string, string>();
  for (const [at, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const [, name = "", written = ""] = /^\s*(\w+):\s*(.*)$/u.exec(whole) ?? [];
    const value = written.replaceAll(/[\s\u00a0]+/gu, " ").trim();
    const position = { line: at + 1 };
    const day = (typed: string) => dayOfText(typed, { position, order: dayOrder });
    if (name === "From")
      stated.push(...value.split(/\s*to\s*/i).flatMap((each) => day(each) ?? []));
    else if (name === "Account") account = value;
    else if (name === "Date") read = new Map([[name, value]]);
    else if (name !== "") read.set(name, value);
    if (name !== "Balance") continue;
    lines.push({
      line: at + 1,
      bankId: null,
      day: required(day(read.get("Date") ?? ""), at + 1, "date"),
      amount: required(amountIn(read.get("Amount") ?? "", position), at + 1, "amount").minor,
      text: read.get("Description") ?? "",
      reference: null,
      balance: amountIn(value, position)?.minor ?? null,
    });
  }
  return { format: "Santander", accounts: [{ account, lines, stated }], notes: [], questions: [] };
}
