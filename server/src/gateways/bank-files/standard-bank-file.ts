import { amountInCsv } from "./amount-text.ts";
import type { AccountLines, BankFile, BankFileOptions } from "./bank-file.ts";
import { dayOfText } from "./day-text.ts";
import { requireWhole } from "./parted-amounts.ts";
import { joinTexts, mergeAccounts, totalOf } from "./statement-parts.ts";
import { accountIn, partsByAccount } from "./statement-account.ts";
import { type CsvRecord, required } from "./statement-file.ts";

/**
 * `HIST,20261102,,1400.00,CREDIT TRANSFER,RH1042 M DLAMINI,4321,0`; other record types describe the account, and `OPEN` and
 * `CLOSE` its balances.
 *
 * @throws StatementError
 */
export function fromStandardBank(
  records: readonly CsvRecord[],
  options: BankFileOptions,
): BankFile {
  const parts = partsByAccount(records, (record) =>
    kindOf(record) === "ACC-NO" ? accountIn([record]) : "",
  );
  const accounts = parts.map(({ account, pieces }) => ({ account, ...readPart(pieces, options) }));
  const notes = recordsOf(records, "OPEN", "CLOSE").map(({ line, cells }) => ({
    line,
    text: joinTexts(cells),
    why: "a balance or total" as const,
  }));
  return { format: "Standard Bank", accounts: mergeAccounts(accounts), notes, questions: [] };
}

/** What stands between two lines that name an account. */
function readPart(
  records: readonly CsvRecord[],
  { dayOrder: order }: BankFileOptions,
): Omit<AccountLines, "account"> {
  requireWhole(recordsOf(records, "HIST"), [3]);
  requireWhole(recordsOf(records, "OPEN", "CLOSE"), [3]);
  const lines = recordsOf(records, "HIST").map(
    ({ line, cells: [, day = "", , amount = "", type = "", reference = ""] }) => ({
      line,
      bankId: null,
      day: required(dayOfText(day, { position: { line }, order }), line, "date"),
      amount: required(amountInCsv(amount, { line }), line, "amount").minor,
      text: joinTexts([type, reference]),
      reference: joinTexts([reference]) || null,
      balance: null,
    }),
  );
  const balanceOf = (kind: string) => {
    const [record] = recordsOf(records, kind);
    return record
      ? (amountInCsv(record.cells[3] ?? "", { line: record.line })?.minor ?? null)
      : null;
  };
  const page = { opening: balanceOf("OPEN"), closing: balanceOf("CLOSE"), total: totalOf(lines) };
  return { lines, stated: [], pages: [page] };
}

function recordsOf(records: readonly CsvRecord[], ...kinds: readonly string[]): CsvRecord[] {
  return records.filter((record) => kinds.includes(kindOf(record)));
}

function kindOf({ cells }: CsvRecord): string {
  return cells[0]?.trim() ?? "";
}
