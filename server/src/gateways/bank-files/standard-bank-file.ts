import { amountInCsv } from "./amount-text.ts";
import type { BankFile, BankFileOptions } from "./bank-file.ts";
import { dayOfText } from "./day-text.ts";
import { requireWhole } from "./parted-amounts.ts";
import { joinTexts, totalOf } from "./statement-parts.ts";
import { accountIn, mergeFiles, oneAccount, partAccounts } from "./statement-account.ts";
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
  const parts = partAccounts(records, ({ cells }) => cells[0]?.trim() === "ACC-NO");
  return mergeFiles(parts.map((part) => ofAccount(part, options)));
}

function ofAccount(records: readonly CsvRecord[], { dayOrder: order }: BankFileOptions): BankFile {
  const of = (...kinds: readonly string[]) =>
    records.filter(({ cells }) => kinds.includes(cells[0]?.trim() ?? ""));
  requireWhole(of("HIST"), [3]);
  requireWhole(of("OPEN", "CLOSE"), [3]);
  const lines = of("HIST").map(
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
  const notes = of("OPEN", "CLOSE").map(({ line, cells }) => ({
    line,
    text: joinTexts(cells),
    why: "a balance or total" as const,
  }));
  const balanceOf = (kind: string) => {
    const [record] = of(kind);
    return record
      ? (amountInCsv(record.cells[3] ?? "", { line: record.line })?.minor ?? null)
      : null;
  };
  const page = { opening: balanceOf("OPEN"), closing: balanceOf("CLOSE"), total: totalOf(lines) };
  return { ...oneAccount("Standard Bank", accountIn(records), lines, [], page), notes };
}
