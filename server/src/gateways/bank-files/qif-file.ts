import { amountIn } from "./amount-text.ts";
import type { BankFile, BankFileLine, BankFileOptions, FileNote } from "./bank-file.ts";
import { isBalanceAlone } from "./balance-text.ts";
import { dayOrderIn } from "./day-order.ts";
import { dayOfText } from "./day-text.ts";
import { requireOwnCurrency } from "./own-currency.ts";
import { StatementError } from "./statement-error.ts";
import { required } from "./statement-file.ts";
import { withoutBegun } from "./statement-parts.ts";

/**
 * QIF of a bank account: records of lines that begin with a letter, each ended by `^`. It names no account, currency or
 * balance. `S`, `E` and `$` split one transaction, which counts once. An opening balance is written as a transaction, and is
 * none.
 *
 * @throws StatementError
 */
export function readQif(text: string, options: BankFileOptions): BankFile {
  const records = recordsOf(text);
  const accounts = new Set(records.map(({ account }) => account));
  // Their names tell no numbers, by which the shop's own one could be found.
  if (accounts.size > 1)
    throw new StatementError(
      `it has transactions of ${accounts.size} accounts: choose a file of one of them`,
    );
  const lists = new Set(records.map(({ list }) => list));
  if (accounts.has("") && lists.size > 1)
    throw new StatementError(
      `it has ${lists.size} lists of transactions and does not name their accounts: choose a file of one account`,
    );
  const days = records.map(({ fields }) => bareDay(fields.get("D") ?? ""));
  const { order, questions } = dayOrderIn(days, options);
  const notes: FileNote[] = [];
  const lines = records.flatMap(({ line, fields }, at): BankFileLine[] => {
    const position = { line };
    const typed = fields.get("T") ?? fields.get("U") ?? "";
    const [payee = "", memo = "", number = ""] = ["P", "M", "N"].map((code) => fields.get(code));
    const words = withoutBegun([payee, memo, number].filter((each) => each !== "")).join(" ");
    if (isBalanceAlone(payee || memo)) {
      notes.push({ line, text: words, why: "a balance or total" });
      return [];
    }
    const day = dayOfText(days[at] ?? "", { position, order });
    const amount = required(amountIn(typed, position), line, "amount");
    requireOwnCurrency(amount.currency, options);
    const booked = {
      line,
      bankId: null,
      day: required(day, line, "date"),
      amount: amount.minor,
      text: words,
      reference: fields.get("N") ?? null,
      balance: null,
    };
    return [booked];
  });
  return { format: "QIF", accounts: [{ account: "", lines, stated: [] }], notes, questions };
}

/** `4/ 1'27` and `4/1/2027` are one day; the apostrophe stands before a year of this century. */
function bareDay(text: string): string {
  return text.replaceAll(/\s/g, "").replace("'", "/");
}

type QifRecord = Readonly<{
  line: number;
  account: string;
  /** Where its list begins: each account has its own. */
  list: number;
  fields: ReadonlyMap<string, string>;
}>;

function recordsOf(text: string): QifRecord[] {
  const records: QifRecord[] = [];
  let fields = new Map<string, string>();
  let [isOther, isAccount, account, list] = [false, false, "", 0];
  // The mark at the end may be missing.
  for (const [at, whole] of [...text.split(/\r\n|\n|\r/), "^"].entries()) {
    const row = whole.trim();
    const [code, value] = [row.charAt(0), row.slice(1).trim()];
    if (code === "!") {
      if (!/^(?:option|clear)/i.test(value)) {
        isOther = !/^type:\s*(?:bank|ccard|cash|oth)/i.test(value);
        list = at;
      }
      isAccount = /^account/i.test(value);
      fields = new Map();
    } else if (code === "^") {
      if (isAccount) account = fields.get("N") ?? "";
      if (!isOther && fields.size > 0) records.push({ line: at + 1, account, list, fields });
      fields = new Map();
    } else if (code !== "" && !fields.has(code)) fields.set(code, value);
  }
  return records;
}
