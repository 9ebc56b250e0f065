import { amountIn } from "./amount-text.ts";
import type { BankFile, BankFileLine, BankFileOptions } from "./bank-file.ts";
import { dayOfText } from "./day-text.ts";
import { requireOwnCurrency } from "./own-currency.ts";
import { oneAccount } from "./statement-account.ts";
import { required } from "./statement-file.ts";
import { joinTexts } from "./statement-parts.ts";

/** Whether the text is the download of Santander: blocks of named values. */
export function isSantander(text: string): boolean {
  return ["Date", "Description", "Amount"].every((name) =>
    new RegExp(`^[ \\t]*${name}:`, "m").test(text),
  );
}

/** The values of a transaction by their names; a value goes on in lines without a name. */
type Block = Readonly<{ line: number; values: Map<string, string[]> }>;

/**
 * The text that Santander offers: `From: … to …`, `Account: …`, then for each transaction lines `Date:`, `Description:`,
 * `Amount:` and `Balance:`. Days are day first.
 *
 * @throws StatementError
 */
export function readSantander(text: string, options: BankFileOptions): BankFile {
  const [head, ...blocks] = blocksOf(text);
  const of = (name: string) => joinTexts(head?.values.get(name) ?? []);
  const order = "day-first";
  const lines = blocks.map(({ line, values }): BankFileLine => {
    const position = { line };
    const value = (name: string) => joinTexts([values.get(name)?.join(" ")]);
    const written = value("amount");
    requireOwnCurrency(/\b[A-Z]{3}\b/.exec(written)?.[0] ?? "", options);
    const amount = required(amountIn(written, position), line, "amount");
    requireOwnCurrency(amount.currency, options);
    const day = dayOfText(value("date"), { position, order });
    return {
      line,
      bankId: null,
      day: required(day, line, "date"),
      amount: amount.minor,
      text: value("description"),
      reference: null,
      balance: amountIn(value("balance"), position)?.minor ?? null,
    };
  });
  const period = of("from").split(/\s+to\s+/i);
  const stated = period.flatMap((day) => dayOfText(day, { position: { line: 1 }, order }) ?? []);
  return oneAccount("Santander", of("account"), lines, stated);
}

/** What stands before the first transaction, and the transactions. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [{ line: 1, values: new Map() }];
  let last = "";
  for (const [at, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const [, name, value = ""] =
      /^\s*(From|Account|Date|Description|Amount|Balance):(.*)$/i.exec(whole) ?? [];
    if (name?.toLowerCase() === "date") blocks.push({ line: at + 1, values: new Map() });
    const values = blocks.at(-1)?.values;
    last = name?.toLowerCase() ?? last;
    if (name !== undefined) values?.set(last, [value]);
    else values?.get(last)?.push(whole);
  }
  return blocks;
}
