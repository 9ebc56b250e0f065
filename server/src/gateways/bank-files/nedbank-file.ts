import { amountInCsv } from "./amount-text.ts";
import type { BankFile, BankFileOptions, FileNote } from "./bank-file.ts";
import { isBalanceAlone } from "./balance-text.ts";
import { dayOfText } from "./day-text.ts";
import { requireWhole } from "./parted-amounts.ts";
import { joinTexts } from "./statement-parts.ts";
import {
  accountIn,
  isAccountLabel,
  mergeFiles,
  oneAccount,
  partAccounts,
} from "./statement-account.ts";
import { type CsvRecord, required } from "./statement-file.ts";

/**
 * Lines about the account, then `02Nov2026,RH1042 M DLAMINI,1400.00,2634.50`; what has no amount is a note. The file of a
 * card has two dates and no balance, and that of a home loan writes charges without a sign.
 *
 * @throws StatementError
 */
export function fromNedbank(records: readonly CsvRecord[], options: BankFileOptions): BankFile {
  const parts = partAccounts(records, ({ cells: [key = ""] }) => isAccountLabel(key));
  return mergeFiles(parts.map((part) => ofAccount(part, options)));
}

function ofAccount(records: readonly CsvRecord[], { dayOrder: order }: BankFileOptions): BankFile {
  const isLoan = records.some(
    ({ cells: [key = "", value = ""] }) =>
      /^account (?:description|type)/i.test(key.trim()) && /\bhome ?loan\b/i.test(value),
  );
  const sign = isLoan ? -1 : 1;
  const notes: FileNote[] = [];
  const dated = records.filter(({ cells: [first] }) => isDay(first));
  const isCard = dated.some(({ cells }) => isDay(cells[1]));
  requireWhole(dated, [isCard ? 3 : 2]);
  const lines = dated.flatMap(({ line, cells: [first = "", ...rest] }) => {
    const position = { line };
    const [text = "", written = "", balance = ""] = isCard ? rest.slice(1) : rest;
    const amount = amountInCsv(written, position);
    if (amount === null || isBalanceAlone(text)) {
      const why = amount === null ? "no amount" : "a balance or total";
      notes.push({ line, text: joinTexts([text]), why });
      return [];
    }
    const after = amountInCsv(balance, position);
    return {
      line,
      bankId: null,
      day: required(dayOfText(first, { position, order }), line, "date"),
      amount: sign * amount.minor,
      text: joinTexts([text]),
      reference: null,
      balance: after === null ? null : sign * after.minor,
    };
  });
  return { ...oneAccount("Nedbank", accountIn(records), lines), notes };
}

function isDay(cell: string | undefined): boolean {
  return /^\d{1,2}-?[a-z]{3}-?(?:\d{4}|\d{2})$/i.test((cell ?? "").trim());
}
