import { amountIn } from "./amount-text.ts";
import type { AccountLines, BankFile, BankFileLine, BankFileOptions } from "./bank-file.ts";
import { dayOfText } from "./day-text.ts";
import { requireOwnCurrency } from "./own-currency.ts";
import { required } from "./statement-file.ts";
import { joinTexts, mergeAccounts } from "./statement-parts.ts";

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
  const accounts: (AccountLines & { lines: BankFileLine[] })[] = [];
  for (const block of blocksOf(text)) {
    const of = (name: string) => joinTexts(block.values.get(name) ?? []);
    const last = accounts.at(-1);
    if (block.values.has("date") && last !== undefined) {
      last.lines.push(lineOf(block, options));
      continue;
    }
    const period = of("from").split(/\s+to\s+/i);
    const stated = period.flatMap((day) => dayOfText(day, { position: { line: 1 }, order }) ?? []);
    accounts.push({ account: of("account"), lines: [], stated });
  }
  return { format: "Santander", accounts: mergeAccounts(accounts), notes: [], questions: [] };
}

const order = "day-first";

function lineOf({ line, values }: Block, options: BankFileOptions): BankFileLine {
  const position = { line };
  const value = (name: string) => joinTexts([values.get(name)?.join(" ")]);
  const written = value("amount");
  requireOwnCurrency(/\b[A-Z]{3}\b/.exec(written)?.[0] ?? "", options);
  const amount = required(amountIn(written, position), line, "amount");
  requireOwnCurrency(amount.currency, options);
  return {
    line,
    bankId: null,
    day: required(dayOfText(value("date"), { position, order }), line, "date"),
    amount: amount.minor,
    text: value("description"),
    reference: null,
    balance: amountIn(value("balance"), position)?.minor ?? null,
  };
}

/** What stands before the transactions of an account, and each of these. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [{ line: 1, values: new Map() }];
  let last = "";
  for (const [at, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const [, name, value = ""] =
      /^\s*(From|Account|Date|Description|Amount|Balance):(.*)$/i.exec(whole) ?? [];
    const isHead = /^(?:from|account)$/i.test(name ?? "") && blocks.at(-1)?.values.has("date");
    if (name?.toLowerCase() === "date" || isHead) blocks.push({ line: at + 1, values: new Map() });
    const values = blocks.at(-1)?.values;
    last = name?.toLowerCase() ?? last;
    if (name !== undefined) values?.set(last, [value]);
    else values?.get(last)?.push(whole);
  }
  return blocks;
}
