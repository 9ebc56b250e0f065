import { amountIn } from "./amount-text.ts";
import type { BankFile, BankFileLine, BankFileOptions } from "./bank-file.ts";
import { dayOfText } from "./day-text.ts";
import { requireOwnCurrency } from "./own-currency.ts";
import { partsByAccount } from "./statement-account.ts";
import { required } from "./statement-file.ts";
import { joinTexts, mergeAccounts } from "./statement-parts.ts";

/** Whether the text is the download of Santander: blocks of named values. */
export function isSantander(text: string): boolean {
  return ["Date", "Description", "Amount"].every((name) =>
    new RegExp(`^[ \\t]*${name}:`, "m").test(text),
  );
}

/** The values of a transaction, or what stands above some, by their names; a value goes on in lines without a name. */
type Block = Readonly<{ line: number; isHead: boolean; values: Map<string, string[]> }>;

/**
 * The text that Santander offers: `From: … to …`, `Account: …`, then for each transaction lines `Date:`, `Description:`,
 * `Amount:` and `Balance:`. Days are day first.
 *
 * @throws StatementError
 */
export function readSantander(text: string, options: BankFileOptions): BankFile {
  const parts = partsByAccount(blocksOf(text), (block) =>
    block.isHead ? valueIn(block, "account") : "",
  );
  const accounts = parts.map(({ account, pieces }) => ({
    account,
    lines: pieces.filter(({ isHead }) => !isHead).map((block) => lineOf(block, options)),
    stated: pieces.flatMap((block) => (block.isHead ? daysIn(block) : [])),
  }));
  return { format: "Santander", accounts: mergeAccounts(accounts), notes: [], questions: [] };
}

const order = "day-first";

function lineOf(block: Block, options: BankFileOptions): BankFileLine {
  const { line } = block;
  const position = { line };
  const written = valueIn(block, "amount");
  requireOwnCurrency(/\b[A-Z]{3}\b/.exec(written)?.[0] ?? "", options);
  const amount = required(amountIn(written, position), line, "amount");
  requireOwnCurrency(amount.currency, options);
  const day = dayOfText(valueIn(block, "date"), { position, order });
  return {
    line,
    bankId: null,
    day: required(day, line, "date"),
    amount: amount.minor,
    text: valueIn(block, "description"),
    reference: null,
    balance: amountIn(valueIn(block, "balance"), position)?.minor ?? null,
  };
}

function valueIn({ values }: Block, name: string): string {
  return joinTexts([values.get(name)?.join(" ")]);
}

/** The first and the last day of `From: … to …`. */
function daysIn(head: Block): string[] {
  const position = { line: head.line };
  const period = valueIn(head, "from").split(/\s+to\s+/i);
  return period.flatMap((day) => dayOfText(day, { position, order }) ?? []);
}

/** A transaction begins with its date, and what stands above others with a period or an account. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [{ line: 1, isHead: true, values: new Map() }];
  let last = "";
  for (const [at, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const [, written, value = ""] =
      /^\s*(From|Account|Date|Description|Amount|Balance):(.*)$/i.exec(whole) ?? [];
    const name = written?.toLowerCase();
    const isOfHead = name === "from" || name === "account";
    const isNewHead = isOfHead && (!blocks.at(-1)?.isHead || blocks.at(-1)?.values.has(name));
    if (name === "date" || isNewHead)
      blocks.push({ line: at + 1, isHead: isOfHead, values: new Map() });
    const values = blocks.at(-1)?.values;
    last = name ?? last;
    if (name !== undefined) values?.set(last, [value]);
    else values?.get(last)?.push(whole);
  }
  return blocks;
}
